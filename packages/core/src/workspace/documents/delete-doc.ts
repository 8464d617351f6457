import { durationWords, trashMs } from '@gatehouse/domain';
import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { refusal } from '../../kernel/errors/errors.ts';
import { expectedVersionCount, identifier } from '../../kernel/schema/schema.ts';
import { done, okOnly } from '../../kernel/schema/shapes.ts';
import { findItemForChange } from '../items/find-item.ts';
import { refuseProtected } from '../items/protected-documents.ts';
import { refuseStale } from '../items/save-item.ts';
import { changeEach, itemIds, namedItems } from '../items/several-items.ts';
import { moveToTrash } from '../trash/trash.ts';

export const deleteDoc = defineTool({
  name: 'delete_doc',
  title: 'Delete document',
  description: `Move a document to the trash, where people can restore it for ${durationWords(trashMs)}. System and agent-memory documents are refused.`,
  audience: 'agent',
  access: 'write',
  hints: { destructive: true, idempotent: false, openWorld: false },
  input: z.strictObject({
    docId: identifier('from list_docs or search').optional(),
    itemIds: itemIds(),
    expectedVersionCount: expectedVersionCount(),
  }),
  output: okOnly,
  example: { input: { docId: 'doc_01jd2x7q8me3k5w9t4v6b8n0r2' }, output: { ok: true } },
  *run(context, { docId, itemIds, expectedVersionCount }) {
    if (docId === undefined && itemIds === undefined)
      throw refusal('invalid_argument', 'argument "docId" is missing: give "docId" or "itemIds"');
    yield* changeEach(context, namedItems({ docId, itemIds }, 'doc', { expectedVersionCount }), function* ({ id }) {
      const doc = yield* findItemForChange(context, 'doc', id);
      refuseProtected(context.call.tool, doc);
      refuseStale(doc, expectedVersionCount);
      yield* moveToTrash(context, doc);
    });
    return done;
  },
});
