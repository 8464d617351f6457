import { fileArgumentBytes, fileKinds, maxFileBytes, maxSummary, maxTitle } from '@gatehouse/domain';
import type { Op, VisibleItem } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../../kernel/context/context.ts';
import { examplePageAddress, pageAddress } from '../../kernel/context/page-address.ts';
import { defineTool } from '../../kernel/context/tool.ts';
import { refusal } from '../../kernel/errors/errors.ts';
import { expectedVersionCount, identifier, name, tags } from '../../kernel/schema/schema.ts';
import { decodeBase64 } from '../files/base64.ts';
import { describeFile } from '../files/kind.ts';
import type { Content } from '../items/content.ts';
import { findItemForChange } from '../items/find-item.ts';
import { placeOfNewItem } from '../items/item-fields.ts';
import { type FileFields, fileFields } from '../items/listed-file.ts';
import { refuseTakenName } from '../items/refuse-taken-name.ts';
import { createItem, holdsContent, refuseStale, saveContent, saveDetails } from '../items/save-item.ts';

const input = z.strictObject({
  fileId: identifier('write a new version of this file').optional(),
  name: name(maxTitle, 'file name; required for a new file').optional(),
  content: z.string().optional().describe('text, or contentBase64'),
  contentBase64: z.string().optional().describe('bytes, up to 25 MiB'),
  mimeType: z.string().max(200).optional(),
  folderId: identifier('folder of a new file').optional(),
  tags: tags().optional(),
  changeSummary: name(maxSummary, 'one line: what changed and why').optional(),
  expectedVersionCount: expectedVersionCount(),
});

const output = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(fileKinds),
  mimeType: z.string(),
  sizeBytes: z.int(),
  versionCount: z.int(),
  created: z.boolean(),
  noop: z.boolean(),
  url: z.string(),
});

type Arguments = z.output<typeof input>;
type Result = z.input<typeof output>;

export const writeFile = defineTool({
  name: 'write_file',
  title: 'Write file',
  description: 'Create a file (name) or write a new version of one (fileId), from content or contentBase64. Never overwrites by name.',
  audience: 'agent',
  access: 'write',
  hints: { destructive: true, idempotent: false, openWorld: false },
  maximumArgumentBytes: fileArgumentBytes,
  input,
  output,
  example: {
    input: { name: 'notes.txt', content: 'hello\n', tags: ['draft'] },
    output: {
      id: 'file_01jd2x7q8me3k5w9t4v6b8n0r2',
      name: 'notes.txt',
      kind: 'text',
      mimeType: 'text/plain',
      sizeBytes: 6,
      versionCount: 1,
      created: true,
      noop: false,
      url: examplePageAddress('file_01jd2x7q8me3k5w9t4v6b8n0r2'),
    },
  },
  *run(context, given) {
    const bytes = bytesOf(given);
    return given.fileId === undefined ? yield* createFile(context, given, bytes) : yield* changeFile(context, given, given.fileId, bytes);
  },
});

function bytesOf({ content, contentBase64 }: Arguments): Buffer {
  if ((content === undefined) === (contentBase64 === undefined)) {
    throw refusal('invalid_argument', 'give exactly one of "content" (text) and "contentBase64" (bytes)');
  }
  const decoded =
    contentBase64 === undefined ? { ok: true as const, bytes: Buffer.from(content ?? '', 'utf8') } : decodeBase64(contentBase64);
  if (!decoded.ok) throw refusal(decoded.reason, decoded.message);
  if (decoded.bytes.length > maxFileBytes) {
    throw refusal('too_large', `the file would have ${decoded.bytes.length} bytes; at most ${maxFileBytes} are allowed`);
  }
  return decoded.bytes;
}

function* createFile(context: ToolContext, { name, mimeType, folderId, tags, changeSummary }: Arguments, bytes: Buffer): Op<Result> {
  if (name === undefined)
    throw refusal('invalid_argument', 'argument "name" is required for a new file; give "fileId" to write a new version of a file');
  const place = yield* placeOfNewItem(context, folderId);
  yield* refuseTakenName(context, place.folderId, name);
  const described = describeFile({ bytes, name, declaredMimeType: mimeType });
  const file = yield* createItem(context, {
    type: 'file',
    name,
    ...place,
    kind: described.kind,
    mimeType: described.mimeType,
    content: contentOf(bytes, described.isText),
    summary: changeSummary ?? 'created',
    tags: tags ?? [],
  });
  return written(context, file, { created: true, noop: false });
}

function* changeFile(context: ToolContext, given: Arguments, fileId: string, bytes: Buffer): Op<Result> {
  const file = yield* findItemForChange(context, 'file', fileId);
  if (given.folderId !== undefined && given.folderId !== file.folderId) {
    throw refusal('invalid_argument', 'argument "folderId" is only for new files; move an existing file with move_item');
  }
  const name = given.name ?? file.name;
  if (name !== file.name) yield* refuseTakenName(context, file.folderId, name, file.id);
  const described = describeFile({ bytes, name, declaredMimeType: given.mimeType ?? file.mimeType });
  const details = { name, tags: given.tags ?? file.tags, mimeType: described.mimeType };
  const content = contentOf(bytes, described.isText);
  if (holdsContent(file, content)) {
    const saved = sameDetails(file, details) ? file : yield* saveDetails(context, file, details);
    return written(context, saved, { created: false, noop: true });
  }
  refuseStale(file, given.expectedVersionCount);
  const saved = yield* saveContent(context, file, {
    content,
    summary: given.changeSummary ?? 'replaced',
    kind: described.kind,
    ...details,
  });
  return written(context, saved, { created: false, noop: false });
}

function written(context: ToolContext, file: FileFields, outcome: Pick<Result, 'created' | 'noop'>): Result {
  return { ...fileFields(file), ...outcome, url: pageAddress(context, file.id) };
}

function contentOf(bytes: Buffer, isText: boolean): Content {
  return isText ? { text: bytes.toString('utf8') } : { bytes };
}

function sameDetails(file: VisibleItem, details: { name: string; tags: string[]; mimeType: string }): boolean {
  return file.name === details.name && file.mimeType === details.mimeType && JSON.stringify(file.tags) === JSON.stringify(details.tags);
}
