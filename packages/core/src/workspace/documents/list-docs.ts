import { z } from 'zod';
import { examplePageAddress, pageAddress } from '../../kernel/context/page-address.ts';
import { defineTool } from '../../kernel/context/tool.ts';
import { named } from '../../kernel/schema/named.ts';
import { identifier } from '../../kernel/schema/schema.ts';
import { folderFields, folderShape } from '../items/item-fields.ts';
import { entryExample, entryFields, entryShape, listArguments, listItems, listShape } from '../items/list-items.ts';
import { deep, lookIn } from '../items/look-in.ts';

export const listDocs = defineTool({
  name: 'list_docs',
  title: 'List documents',
  description: 'List documents, newest update first, without bodies.',
  audience: 'agent',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({
    folderId: identifier('only documents in this folder').optional(),
    deep: deep(),
    ...listArguments('documents'),
  }),
  output: z.object({
    docs: z.array(
      named(
        'ListedDocument',
        'A document in a list, without its body.',
        z.object({
          id: z.string(),
          title: z.string(),
          isAgentMemory: z.boolean(),
          isSystem: z.boolean(),
          versionCount: z.int(),
          sizeBytes: z.int(),
          ...folderShape,
          ...entryShape,
          lastChange: z.string(),
          url: z.string(),
        }),
      ),
    ),
    ...listShape,
  }),
  example: {
    input: { limit: 1 },
    output: {
      docs: [
        {
          id: 'doc_01jd2x7q8me3k5w9t4v6b8n0r2',
          title: 'Release notes',
          isAgentMemory: false,
          isSystem: false,
          versionCount: 4,
          sizeBytes: 22,
          folderId: 'folder_01jd2x7q8me3k5w9t4v6b8n0r2',
          folderName: 'Releases',
          ...entryExample,
          lastChange: 'edited',
          url: examplePageAddress('doc_01jd2x7q8me3k5w9t4v6b8n0r2'),
        },
      ],
      nextCursor: null,
    },
  },
  *run(context, { folderId, deep, ...request }) {
    const place = yield* lookIn(context, { folderId, deep });
    const page = yield* listItems(place, { sort: 'doc', list: context.store.items.listDocs, ...request });
    return {
      docs: page.rows.map((doc) => ({
        id: doc.id,
        title: doc.name,
        isAgentMemory: doc.isAgentMemory,
        isSystem: doc.isSystem,
        versionCount: doc.versionCount,
        sizeBytes: doc.sizeBytes,
        ...folderFields(doc),
        ...entryFields(doc),
        lastChange: doc.lastChange,
        url: pageAddress(context, doc.id),
      })),
      ...page.said,
    };
  },
});
