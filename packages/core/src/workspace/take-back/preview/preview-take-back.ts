import { leftReasons } from '@gatehouse/domain/take-back';
import { z } from 'zod';
import type { ToolContext } from '../../../kernel/context/context.ts';
import { defineTool } from '../../../kernel/context/tool.ts';
import { decodeCursor, encodeCursor } from '../../../kernel/schema/cursor.ts';
import { cursor, idPosition, pageLimit } from '../../../kernel/schema/schema.ts';
import { nextCursor } from '../../../kernel/schema/shapes.ts';
import { findTakeBack, noFolder, takeBackExample, takeBackFields, takeBackId, takeBackShape } from '../take-back-fields.ts';

const countsShape = z.object({
  as_before: z.int().describe('the whole run is taken back'),
  merged: z.int().describe('later changes by others are kept'),
  needs_you: z.int().describe('conflicts need a choice'),
  left: z.int().describe('kept as it is'),
  unchanged: z.int().describe('already as before the run'),
});

type Counts = z.input<typeof countsShape>;

export const previewTakeBack = defineTool({
  name: 'preview_take_back',
  title: 'Preview a take-back',
  description:
    'Count the entries of a take-back that would be taken back, merged or kept, with reasons, in total and per folder. The numbers are from the time when the entries were found; list_take_back_items decides again.',
  audience: 'person',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({ takeBackId: takeBackId(), limit: pageLimit(50, 100, 'folders'), cursor: cursor() }),
  output: z.object({
    takeBack: takeBackShape,
    counts: countsShape,
    reasons: z.array(z.object({ reason: z.enum(leftReasons), count: z.int() })).describe('reasons why entries, or parts of them, are kept'),
    folders: z.array(
      z.object({
        folderId: z.string().describe(`"${noFolder}": in no folder, and tasks`),
        name: z.string().nullable().describe('null: in no folder'),
        counts: countsShape,
      }),
    ),
    nextCursor,
  }),
  example: {
    input: { takeBackId: takeBackExample.takeBackId },
    output: {
      takeBack: takeBackExample,
      counts: { as_before: 2, merged: 1, needs_you: 0, left: 0, unchanged: 0 },
      reasons: [],
      folders: [{ folderId: noFolder, name: null, counts: { as_before: 2, merged: 1, needs_you: 0, left: 0, unchanged: 0 } }],
      nextCursor: null,
    },
  },
  *run(context, { takeBackId, limit, cursor }) {
    const takeBack = yield* findTakeBack(context, takeBackId);
    const list = `preview ${takeBack.id}`;
    const [after] = cursor === undefined ? [] : decodeCursor(list, idPosition, cursor);
    const found = yield* context.store.takeBacks.expectations(takeBack);
    const byFolder = yield* context.store.takeBacks.expectationsByFolder(takeBack, after, limit + 1);
    const folders = [...Map.groupBy(byFolder, ({ folderId }) => folderId)].map(([id, rows]) => ({ id, counts: countsOf(rows) }));
    const shown = folders.slice(0, limit);
    const last = folders.length > limit ? shown.at(-1) : undefined;
    return {
      takeBack: takeBackFields(takeBack),
      counts: countsOf(found),
      reasons: reasonsOf(found),
      folders: yield* seenOf(context, shown),
      nextCursor: last === undefined ? null : encodeCursor(list, [last.id]),
    };
  },
});

function countsOf(rows: readonly { expected: keyof Counts | null; count: number }[]): Counts {
  const counts: Counts = { as_before: 0, merged: 0, needs_you: 0, left: 0, unchanged: 0 };
  for (const { expected, count } of rows) if (expected !== null) counts[expected] += count;
  return counts;
}

function reasonsOf(rows: readonly { reason: string | null; count: number }[]) {
  return leftReasons.flatMap((reason) => {
    const count = rows.filter((row) => row.reason === reason).reduce((sum, row) => sum + row.count, 0);
    return count > 0 ? [{ reason, count }] : [];
  });
}

/** Names the folders. Leaves out those that the person no longer sees: their entries are left out too, or have moved to another folder. */
function* seenOf({ store, viewer }: ToolContext, folders: readonly { id: string; counts: Counts }[]) {
  const seen = yield* store.many.folders(
    viewer,
    folders.map(({ id }) => id),
  );
  const names = new Map(seen.map(({ id, name }) => [id, name]));
  return folders
    .filter(({ id }) => id === '' || names.has(id))
    .map(({ id, counts }) => ({ folderId: id === '' ? noFolder : id, name: names.get(id) ?? null, counts }));
}
