import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { expectedVersionCount, tags } from '../../kernel/schema/schema.ts';
import { findItemForChange } from '../items/find-item.ts';
import { itemArguments } from '../items/item-fields.ts';
import { refuseProtected } from '../items/protected-documents.ts';
import { refuseStale, saveDetails } from '../items/save-item.ts';
import { changeEach, itemIds, namedItems } from '../items/several-items.ts';

export const setTags = defineTool({
  name: 'set_tags',
  title: 'Set tags',
  description: 'Replace all tags of an item, without a new version.',
  audience: 'agent',
  access: 'write',
  hints: { destructive: true, idempotent: true, openWorld: false },
  input: z.strictObject({
    ...itemArguments(),
    itemIds: itemIds(),
    tags: tags(),
    expectedVersionCount: expectedVersionCount(),
  }),
  output: z.object({ tags: z.array(z.string()) }),
  example: { input: { docId: 'doc_01jd2x7q8me3k5w9t4v6b8n0r2', tags: ['brand', 'draft'] }, output: { tags: ['brand', 'draft'] } },
  *run(context, { docId, fileId, itemIds, tags, expectedVersionCount }) {
    yield* changeEach(context, namedItems({ docId, fileId, itemIds }, 'any', { expectedVersionCount }), function* ({ sort, id }, takeText) {
      const item = yield* findItemForChange(context, sort, id);
      refuseProtected(context.call.tool, item);
      refuseStale(item, expectedVersionCount);
      if (JSON.stringify(tags) === JSON.stringify(item.tags)) return;
      takeText(item);
      yield* saveDetails(context, item, { tags });
    });
    return { tags };
  },
});
