import { maxInlineBytes } from '@gatehouse/domain';
import { z } from 'zod';
import { examplePageAddress, pageAddress } from '../../kernel/context/page-address.ts';
import { defineTool } from '../../kernel/context/tool.ts';
import { named } from '../../kernel/schema/named.ts';
import { agentName, identifier } from '../../kernel/schema/schema.ts';
import { downloadAddress } from '../files/download-address.ts';
import { isText, readText } from '../items/content.ts';
import { findItem } from '../items/find-item.ts';
import { folderFields } from '../items/item-fields.ts';
import { fileFields, listedFile } from '../items/listed-file.ts';

export const readFile = defineTool({
  name: 'read_file',
  title: 'Read file or skill',
  description: 'Read a file or skill: its fields, a temporary download address, and for text up to 256 KB its content.',
  audience: 'agent',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  textField: 'content',
  input: z.strictObject({
    fileId: identifier('from list_files, list_skills or search'),
    agentName: agentName(),
  }),
  output: named(
    'File',
    'A file or skill, with its text where it is small.',
    listedFile.extend({ downloadUrl: z.string().nullable(), content: z.string().nullable() }),
  ),
  example: {
    input: { fileId: 'file_01jd2x7q8me3k5w9t4v6b8n0r2' },
    output: {
      id: 'file_01jd2x7q8me3k5w9t4v6b8n0r2',
      name: 'notes.txt',
      kind: 'text',
      mimeType: 'text/plain',
      sizeBytes: 6,
      versionCount: 1,
      tags: [],
      folderId: null,
      updatedAt: 1_763_600_000_000,
      url: examplePageAddress('file_01jd2x7q8me3k5w9t4v6b8n0r2'),
      downloadUrl: 'https://gatehouse.example/v1/downloads/AbCd',
      content: 'hello\n',
    },
  },
  *run(context, { fileId, agentName }) {
    const file = yield* findItem(context, 'file or skill', fileId);
    context.notes.agentName = agentName ?? null;
    const isInline = isText(file) && file.sizeBytes <= maxInlineBytes;
    return {
      ...fileFields(file),
      tags: file.tags,
      ...folderFields(file),
      updatedAt: file.updatedAt,
      url: pageAddress(context, file.id),
      downloadUrl: downloadAddress(context, file, file.versionCount),
      content: isInline ? yield* readText(context, file) : null,
    };
  },
});
