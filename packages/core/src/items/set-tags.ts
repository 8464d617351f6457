import { z } from 'zod';
import { refuseProtected } from '../documents/protected-documents.ts';
import { identifier, tags } from '../schema.ts';
import { defineTool } from '../tool.ts';
import { findItemForChange } from './find-item.ts';
import { saveDetails } from './save-item.ts';

export const setTags = defineTool({
  name: 'set_tags',
  title: 'Set tags',
  description: 'Give a document, file or skill other tags, in the place of those that it has. It gets no new version.',
  audience: 'person',
  access: 'write',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({ itemId: identifier('a document, file or skill'), tags: tags() }),
  output: z.object({ tags: z.array(z.string()) }),
  example: { input: { itemId: 'file_01jd2x7q8me3k5w9t4v6b8n0r2', tags: ['brand', 'draft'] }, output: { tags: ['brand', 'draft'] } },
  *run(context, { itemId, tags }) {
    const item = yield* findItemForChange(context, 'any', itemId);
    refuseProtected(context.tool, item);
    if (JSON.stringify(tags) !== JSON.stringify(item.tags)) yield* saveDetails(context, item, { tags });
    return { tags };
  },
});
