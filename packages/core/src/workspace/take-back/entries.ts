import { takeBackExpectations, takeBackOutcomes } from '@gatehouse/domain';
import { type Decision, expectationOf, leftReasons, reasonOf } from '@gatehouse/domain/take-back';
import type { Op, TakeBack, TakeBackItem } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../../kernel/context/context.ts';
import { type DecidedEntry, decidePage } from './decide-page.ts';
import { storedPlace } from './load/load-names.ts';
import { folderOf, type Subject } from './load/subjects.ts';

export const entryShape = z.object({
  itemId: z.string(),
  type: z.enum(['doc', 'file', 'skill', 'task', 'folder']),
  name: z.string(),
  folderId: z.string().nullable().describe('where it is now; of a folder itself'),
  outcome: z.enum(takeBackOutcomes).describe('of what is not done yet: what would be'),
  expected: z
    .enum(takeBackExpectations)
    .describe('as_before: nothing of the run stays; merged: what others did since stays; needs_you: choose for its places'),
  isDone: z.boolean(),
  isLeftOut: z.boolean().describe('with edit_take_back'),
  reason: z.enum(leftReasons).nullable().describe('why it is left, or a part of it'),
  version: z.int().nullable().describe('the version that it becomes again; null: it stays, or it was not there'),
  isDeleted: z.boolean().nullable().describe('whether it is in the trash then'),
  isMerged: z.boolean().describe('whether its text is merged: what others changed in it since stays'),
  openPlaces: z.int().describe('places of its text that others changed too: they stay'),
  filesLeft: z.array(z.string()).describe('files of a skill that others changed too: they stay. Of what is done: not told'),
  fields: z
    .array(z.string())
    .describe('what else of it gets the value of before: name, folderId, tags, isAgentMemory; of a task or folder its fields'),
  others: z.array(z.string()).describe('what of the changes has no history and stays: renamed, moved, tagged, marked, task, folder'),
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

/** The version that an item becomes again, and whether it is in the trash then; nulls if neither changes. */
function becomes({ item }: Subject, { body, isDeleted, target }: Decision): Pick<Entry, 'version' | 'isDeleted'> {
  if (!item || (isDeleted === undefined && body?.kind !== 'version')) return { version: null, isDeleted: null };
  const present = isDeleted === true ? null : item.versionCount;
  return { version: body?.kind === 'version' ? body.number : present, isDeleted: target === undefined };
}

/**
 * Records the expected results of entries, for the numbers of the preview, and for other entries that need the same names or folders. Entries
 * that depend on others are decided again after the first look. While settling, a folder waits for the items in it.
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
