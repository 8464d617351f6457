import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { identifier } from '../../kernel/schema/schema.ts';
import { findItem } from '../items/find-item.ts';
import { endOfCall, maxRowsOfCall } from './rows-of-call.ts';

/** Versions of further items are found by `itemId`. */
const maxVersions = 50;

export const listCallVersions = defineTool({
  name: 'list_call_versions',
  title: 'Versions by a call',
  description: 'List the versions that one call made of visible items, at most 50. With itemId, only those of one item.',
  audience: 'person',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({
    requestId: z.string().min(1).max(100).describe('from list_activity'),
    itemId: identifier('a document, file or skill').optional(),
  }),
  output: z.object({
    versions: z.array(z.object({ itemId: z.string(), name: z.string(), version: z.int() })),
    isCut: z.boolean().describe('true if the call made more'),
  }),
  example: {
    input: { requestId: 'req_01jd2x7q8me3k5w9t4v6b8n0r2' },
    output: { versions: [{ itemId: 'doc_01jd2x7q8me3k5w9t4v6b8n0r2', name: 'Launch plan', version: 4 }], isCut: false },
  },
  *run(context, { requestId, itemId }) {
    const { store, viewer } = context;
    if (itemId !== undefined) yield* findItem(context, 'any', itemId);
    const ofCall = { madeBy: { maker: 'requestId', id: requestId }, after: { at: 0, itemId: '', number: 0 }, until: endOfCall } as const;
    const made = (yield* store.versions.look(viewer.orgId, { ...ofCall, limit: maxRowsOfCall })).filter(
      (row) => itemId === undefined || row.itemId === itemId,
    );
    const names = yield* store.logNames.of(viewer, 'item', new Set(made.map((row) => row.itemId)));
    const seen = made.flatMap((row) => {
      const name = names.get(row.itemId);
      return name === undefined ? [] : [{ itemId: row.itemId, name, version: row.number }];
    });
    return { versions: seen.slice(0, maxVersions), isCut: seen.length > maxVersions };
  },
});
