import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { expectedVersionCount, tags } from '../../kernel/schema/schema.ts';
import { findItemForChange, namedItem } from '../items/find-item.ts';
import { itemArguments } from '../items/item-fields.ts';
import { refuseProtected } from '../items/protected-documents.ts';
import { refuseStale, saveDetails } from '../items/save-item.ts';

export const setTags = defineTool({
  name: 'set_tags',
  title: 'Set tags',
  description: 'Replace all tags of a document, file or skill. It gets no new version.',
  audience: 'agent',
  access: 'write',
  hints: { destructive: true, idempotent: true, openWorld: false },
  input: z.strictObject({
    ...itemArguments(),
    tags: tags(),
    expectedVersionCount: expectedVersionCount(),
  }),
  output: z.object({ tags: z.array(z.string()) }),
  example: { input: { docId: 'doc_01jd2x7q8me3k5w9t4v6b8n0r2', tags: ['brand', 'draft'] }, output: { tags: ['brand', 'draft'] } },
  *run(context, { docId, fileId, tags, expectedVersionCount }) {
    const { sort, id } = namedItem({ docId, fileId });
    const item = yield* findItemForChange(context, sort, id);
    refuseProtected(context.tool, item);
    refuseStale(item, expectedVersionCount);
    if (JSON.stringify(tags) !== JSON.stringify(item.tags)) yield* saveDetails(context, item, { tags });
    return { tags };
  },
});
