import { leftReasons } from '@gatehouse/domain/take-back';
import { z } from 'zod';
import type { ToolContext } from '../../../kernel/context/context.ts';
import { defineTool } from '../../../kernel/context/tool.ts';
import { decodeCursor, encodeCursor } from '../../../kernel/schema/cursor.ts';
import { cursor, idPosition, pageLimit } from '../../../kernel/schema/schema.ts';
import { nextCursor } from '../../../kernel/schema/shapes.ts';
import { findTakeBack, noFolder, takeBackExample, takeBackFields, takeBackId, takeBackShape } from '../take-back-fields.ts';

const countsShape = z.object({
  as_before: z.int().describe('nothing of the run stays'),
  merged: z.int().describe('what others did since stays'),
  needs_you: z.int().describe('choose for places of their texts'),
  left: z.int().describe('all of it stays'),
  unchanged: z.int().describe('already as before'),
});

type Counts = z.input<typeof countsShape>;

export const previewTakeBack = defineTool({
  name: 'preview_take_back',
  title: 'Preview a take-back',
  description:
    'How many entries of a take-back would be taken back, merged, or left and why, in all and for each folder. The numbers are those of the moment when they were found; list_take_back_items decides again.',
  audience: 'person',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({ takeBackId: takeBackId(), limit: pageLimit(50, 100, 'folders'), cursor: cursor() }),
  output: z.object({
    takeBack: takeBackShape,
    counts: countsShape,
    reasons: z.array(z.object({ reason: z.enum(leftReasons), count: z.int() })).describe('why entries, or parts of them, stay'),
    folders: z.array(
      z.object({
        folderId: z.string().describe(`"${noFolder}": in no folder, and tasks`),
        name: z.string().nullable().describe('null: in no folder, or in one that you do not see'),
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
      folders: yield* named(context, shown),
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

function* named({ store, viewer }: ToolContext, folders: readonly { id: string; counts: Counts }[]) {
  const seen = yield* store.many.folders(
    viewer,
    folders.map(({ id }) => id),
  );
  const names = new Map(seen.map(({ id, name }) => [id, name]));
  return folders.map(({ id, counts }) => ({ folderId: id === '' ? noFolder : id, name: names.get(id) ?? null, counts }));
}
