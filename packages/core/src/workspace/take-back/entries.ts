import { takeBackExpectations, takeBackOutcomes } from '@gatehouse/domain';
import type { Op, TakeBack, TakeBackItem } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../../kernel/context/context.ts';
import { leftReasons } from '../reversal/decide.ts';
import { decideSubject, type EntryDecision } from '../reversal/decide-entry.ts';
import { expectedOf, leftWithoutHistory } from '../reversal/expected.ts';
import { readTogether } from '../reversal/read-together.ts';
import { refusedFields } from '../reversal/refused-fields.ts';
import { findSubject, folderOf } from '../reversal/subject-item.ts';

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

/** The outcome of an entry, or its outcome if it were handled now. Undefined if the caller no longer sees it. */
export function* entryOf(context: ToolContext, takeBack: TakeBack, { itemId, plan, outcome }: TakeBackItem): Op<Entry | undefined> {
  const subject = yield* findSubject(context, itemId);
  if (!subject) return undefined;
  const { type, name } = subject;
  const of = { itemId, type, name, folderId: folderOf(subject), others: plan.others, isLeftOut: plan.isLeftOut === true };
  const { fields = [], openPlaces } = plan;
  const done = { version: null, isDeleted: null, fields, isMerged: openPlaces !== undefined, openPlaces: openPlaces ?? 0, filesLeft: [] };
  if (outcome) {
    const reason = leftReasons.find((known) => known === plan.reason) ?? null;
    const expected = expectedOf({ outcome, reason, isMerged: done.isMerged, openPlaces: done.openPlaces });
    return { ...of, ...done, isDone: true, outcome, expected, reason };
  }
  const decision = yield* decideSubject(context, takeBack, plan, subject);
  if (!decision) return { ...of, isDone: false, ...done, ...leftWithoutHistory };
  const refused = yield* refusedFields(context, takeBack, subject, decision.values);
  return { ...of, isDone: false, ...wouldBecome(refused.length === 0 ? decision : withoutFields(decision, refused)) };
}

/** Removes refused fields from the decision about an entry. */
function withoutFields(decision: EntryDecision, refused: readonly string[]): EntryDecision {
  const { body, merged } = decision;
  const values = Object.fromEntries(Object.entries(decision.values).filter(([field]) => !refused.includes(field)));
  const isWholeLeft = body.outcome === 'left' && !merged;
  const isAnyDone = body.outcome === 'taken_back' || merged !== undefined || Object.keys(values).length > 0;
  return {
    ...decision,
    values,
    outcome: isAnyDone ? decision.outcome : 'left',
    reason: isWholeLeft ? decision.reason : 'protected_item',
  };
}

function wouldBecome({ outcome, body, reason, values, merged }: EntryDecision) {
  const target = body.outcome === 'taken_back' ? body.target : undefined;
  const places = { isMerged: merged !== undefined, openPlaces: merged?.places.length ?? 0, filesLeft: merged?.files?.left ?? [] };
  return {
    outcome,
    reason,
    expected: expectedOf({ outcome, reason, ...places }),
    fields: Object.keys(values),
    ...places,
    version: target?.version || null,
    isDeleted: target?.isDeleted ?? null,
  };
}

/** Expected result of an entry. */
interface Expected {
  /** Undefined if the caller can no longer see it. */
  shown: Entry | undefined;
  row: Omit<TakeBackItem, 'outcome'>;
}

/** Stores the expected results of entries, for the numbers of the preview. */
export function* noteExpected(context: ToolContext, takeBack: TakeBack, entries: readonly TakeBackItem[]): Op<Entry[]> {
  const together = readTogether(context, takeBack, entries);
  const expected = yield* together(entries, (shared, entry) => expectedNow(shared, takeBack, entry));
  yield* context.store.takeBacks.expect(
    takeBack,
    expected.map(({ row }) => row),
  );
  return expected.flatMap(({ shown }) => shown ?? []);
}

function* expectedNow(context: ToolContext, takeBack: TakeBack, entry: TakeBackItem): Op<Expected> {
  const shown = yield* entryOf(context, takeBack, entry);
  const { expected, reason } = shown ?? { expected: 'left' as const, reason: 'not_there' as const };
  const { itemId, plan } = entry;
  return { shown, row: { itemId, plan, folderId: shown?.folderId ?? '', expected, expectedReason: reason } };
}
