import { maxDocumentBytes, maxTitle } from '@gatehouse/domain';
import { z } from 'zod';
import { examplePageAddress, pageAddress } from '../../kernel/context/page-address.ts';
import { defineTool } from '../../kernel/context/tool.ts';
import { identifier, name } from '../../kernel/schema/schema.ts';
import { refuseTooLarge } from '../items/edit-item.ts';
import { placeOfNewItem } from '../items/item-fields.ts';
import { createItem } from '../items/save-item.ts';

export const createDoc = defineTool({
  name: 'create_doc',
  title: 'Create document',
  description: 'Create a markdown document. Without a folder, the whole organization sees it.',
  audience: 'agent',
  access: 'write',
  hints: { destructive: false, idempotent: false, openWorld: false },
  input: z.strictObject({
    title: name(maxTitle, 'title'),
    bodyMarkdown: z.string().default('').describe('markdown, up to 1 MiB'),
    folderId: identifier('from list_folders or create_folder').optional(),
  }),
  output: z.object({ docId: z.string(), versionCount: z.int(), url: z.string() }),
  example: {
    input: { title: 'Release notes', bodyMarkdown: '# 2.1\n\n- Faster search\n' },
    output: { docId: 'doc_01jd2x7q8me3k5w9t4v6b8n0r2', versionCount: 1, url: examplePageAddress('doc_01jd2x7q8me3k5w9t4v6b8n0r2') },
  },
  *run(context, { title, bodyMarkdown, folderId }) {
    refuseTooLarge(bodyMarkdown, maxDocumentBytes);
    const doc = yield* createItem(context, {
      type: 'doc',
      name: title,
      ...(yield* placeOfNewItem(context, folderId)),
      kind: 'text',
      mimeType: 'text/markdown',
      content: { text: bodyMarkdown },
      summary: 'created',
    });
    return { docId: doc.id, versionCount: doc.versionCount, url: pageAddress(context, doc.id) };
  },
});
