import { fileKinds } from '@gatehouse/domain';
import { z } from 'zod';
import { examplePageAddress, pageAddress } from '../../kernel/context/page-address.ts';
import { defineTool } from '../../kernel/context/tool.ts';
import { named } from '../../kernel/schema/named.ts';
import { identifier } from '../../kernel/schema/schema.ts';
import { folderFields } from '../items/item-fields.ts';
import { entryExample, entryFields, entryShape, listArguments, listItems, listShape } from '../items/list-items.ts';
import { fileFields, listedFile } from '../items/listed-file.ts';
import { deep, lookIn } from '../items/look-in.ts';

export const listFiles = defineTool({
  name: 'list_files',
  title: 'List files',
  description: 'List files (not skills), newest update first, without contents.',
  audience: 'agent',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({
    folderId: identifier('only files in this folder').optional(),
    deep: deep(),
    kind: z.enum(fileKinds).exclude(['skill']).optional(),
    ...listArguments('files'),
  }),
  output: z.object({
    files: z.array(named('ListedFile', 'A file in a list, without its content.', listedFile.extend(entryShape))),
    ...listShape,
  }),
  example: {
    input: { kind: 'image' },
    output: {
      files: [
        {
          id: 'file_01jd2x7q8me3k5w9t4v6b8n0r2',
          name: 'logo.png',
          kind: 'image',
          mimeType: 'image/png',
          sizeBytes: 20_480,
          versionCount: 1,
          tags: ['brand'],
          folderId: null,
          ...entryExample,
          url: examplePageAddress('file_01jd2x7q8me3k5w9t4v6b8n0r2'),
        },
      ],
      nextCursor: null,
    },
  },
  *run(context, { folderId, deep, ...request }) {
    const place = yield* lookIn(context, { folderId, deep });
    const page = yield* listItems(place, { sort: 'file', list: context.store.items.list, ...request });
    return {
      files: page.rows.map((file) => ({
        ...fileFields(file),
        tags: file.tags,
        ...folderFields(file),
        ...entryFields(file),
        url: pageAddress(context, file.id),
      })),
      ...page.said,
    };
  },
});
