import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { expectedVersionCount, identifier } from '../../kernel/schema/schema.ts';
import { versionCountOnly } from '../../kernel/schema/shapes.ts';
import { editItem } from '../items/edit-item.ts';

export const editDoc = defineTool({
  name: 'edit_doc',
  title: 'Edit document',
  description: 'Replace oldText, which must occur exactly once, by newText in a document. Take oldText from find_text or read_lines.',
  audience: 'agent',
  access: 'write',
  hints: { destructive: true, idempotent: false, openWorld: false },
  input: z.strictObject({
    docId: identifier('from list_docs or search'),
    oldText: z.string().describe('the exact text to replace'),
    newText: z.string().describe('the new text; "" deletes oldText'),
    expectedVersionCount: expectedVersionCount(),
  }),
  output: versionCountOnly,
  example: {
    input: { docId: 'doc_01jd2x7q8me3k5w9t4v6b8n0r2', oldText: 'Faster search', newText: 'Search is twice as fast' },
    output: { versionCount: 5 },
  },
  *run(context, { docId, ...edit }) {
    return yield* editItem(context, 'doc', docId, edit);
  },
});
