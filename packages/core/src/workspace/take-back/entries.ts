import { takeBackExpectations, takeBackOutcomes } from '@gatehouse/domain';
import { type Decision, expectationOf, leftReasons, reasonOf } from '@gatehouse/domain/take-back';
import type { Op, TakeBack, TakeBackItem } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../../kernel/context/context.ts';
import { type DecidedEntry, decidePage, storedPlace } from './decide-page.ts';
import { folderOf, type Subject } from './load/load-page.ts';

export const entryShape = z.object({
  itemId: z.string(),
  type: z.enum(['doc', 'file', 'skill', 'task', 'folder']),
  name: z.string(),
  folderId: z.string().nullable().describe('current folder; for a folder, its own ID'),
  outcome: z.enum(takeBackOutcomes).describe('result; before the take-back is applied, the expected result'),
  expected: z
    .enum(takeBackExpectations)
    .describe(
      'as_before: the whole run is taken back; merged: later changes by others are kept; needs_you: choose a text for its conflicts',
    ),
  isDone: z.boolean(),
  isLeftOut: z.boolean().describe('excluded with edit_take_back'),
  reason: z.enum(leftReasons).nullable().describe('reason why all or a part of it is kept'),
  version: z.int().nullable().describe('version to return to; null: no change, or the item did not exist'),
  isDeleted: z.boolean().nullable().describe('true if it is then in the trash; for a task, canceled'),
  isMerged: z.boolean().describe('true if its text is merged: later changes by others are kept'),
  openPlaces: z.int().describe('number of conflicts: places of its text that others also changed; they are kept'),
  filesLeft: z.array(z.string()).describe('files of a skill that others also changed; they are kept. Empty once it is done'),
  fields: z
    .array(z.string())
    .describe('other fields that get their earlier value: name, folderId, tags, isAgentMemory; for a task or folder, its fields'),
  others: z.array(z.string()).describe('changes without history, which are kept: renamed, moved, tagged, marked, task, folder'),
});

export type Entry = z.input<typeof entryShape>;

export const entryExample: Entry = {
  itemId: 'doc_01jd2x7q8me3k5w9t4v6b8n0r2',
  type: 'doc',
  name: 'Release notes',
  folderId: null,
  outcome: 'taken_back',
  expected: 'as_before',
  isDone: false,
  isLeftOut: false,
  reason: null,
  version: 4,
  isDeleted: false,
  isMerged: false,
  openPlaces: 0,
  filesLeft: [],
  fields: ['name'],
  others: [],
};

/** Entries for display, with their results or expected results. Undefined if the requester can no longer see one. */
export function* showEntries(context: ToolContext, takeBack: TakeBack, page: readonly TakeBackItem[]): Op<(Entry | undefined)[]> {
  return (yield* decidePage(context, takeBack, page)).map(shownEntry);
}

export function shownEntry({ entry, subject, decision }: DecidedEntry): Entry | undefined {
  if (!subject) return undefined;
  const { itemId, plan, outcome } = entry;
  const of = {
    itemId,
    type: subject.type,
    name: subject.name,
    folderId: folderOf(subject),
    others: plan.others,
    isLeftOut: plan.isLeftOut === true,
  };
  if (outcome !== null) return { ...of, ...whatWasDone(outcome, plan) };
  if (!decision) return undefined;
  const { merged, values, reasons } = decision;
  return {
    ...of,
    isDone: false,
    outcome: decision.outcome,
    expected: expectationOf(decision),
    reason: reasonOf({ reasons }),
    fields: Object.keys(values),
    isMerged: merged !== undefined,
    openPlaces: merged?.openPlaces ?? 0,
    filesLeft: merged?.filesLeft ?? [],
    ...becomes(subject, decision),
  };
}

function whatWasDone(outcome: NonNullable<TakeBackItem['outcome']>, { reason: kept, fields = [], openPlaces }: TakeBackItem['plan']) {
  const reason = leftReasons.find((known) => known === kept) ?? null;
  const merged = openPlaces === undefined ? {} : { merged: { openPlaces, filesLeft: [] } };
  const expected = expectationOf({ outcome, reasons: reason === null ? [] : [reason], ...merged });
  const isMerged = openPlaces !== undefined;
  return {
    isDone: true,
    outcome,
    expected,
    reason,
    fields,
    isMerged,
    openPlaces: openPlaces ?? 0,
    filesLeft: [],
    version: null,
    isDeleted: null,
  };
}

/** Version to which an item returns, and if the item, folder or task will be gone. Nulls if neither changes. */
function becomes({ task, folder }: Subject, { body, isDeleted, target, values }: Decision): Pick<Entry, 'version' | 'isDeleted'> {
  if (task) return { version: null, isDeleted: values.status === 'canceled' || null };
  if (folder) return { version: null, isDeleted: typeof values.isDeleted === 'boolean' ? values.isDeleted : null };
  const version = body?.kind === 'version' ? body.number : null;
  return { version, isDeleted: isDeleted === undefined && version === null ? null : target === undefined };
}

/**
 * Records the expected results of entries, for the numbers of the preview, and for other entries that need the same names or folders.
 * Entries that depend on others are decided again after the first look. While settling, a folder waits for the items in it.
 */
export function* noteExpected(
  context: ToolContext,
  takeBack: TakeBack,
  page: readonly TakeBackItem[],
  look: 'first' | 'settling' | 'last' = 'last',
): Op<Entry[]> {
  const decided = yield* decidePage(context, takeBack, page);
  const shown = decided.map(shownEntry);
  const rows = decided.map(({ entry: { itemId, plan }, subject, decision, data }, index) => {
    const { expected, reason, folderId } = shown[index] ?? { expected: 'left' as const, reason: 'not_there' as const, folderId: '' };
    const isFirst = look === 'first' && (subject?.folder !== undefined || decision?.lostAt !== undefined);
    const isOpen = isFirst || (look === 'settling' && data?.kind === 'folder' && data.contents.hasUndecided);
    const { lostAt: _, ...rest } = plan;
    return {
      itemId,
      plan: decision?.lostAt === undefined ? rest : { ...rest, lostAt: decision.lostAt },
      folderId: folderId ?? '',
      expected: isOpen ? null : expected,
      expectedReason: reason,
      ...(decision ? storedPlace(decision) : { targetFolder: null, targetName: null }),
    };
  });
  yield* context.store.takeBacks.expect(takeBack, rows);
  return shown.flatMap((entry) => entry ?? []);
}
