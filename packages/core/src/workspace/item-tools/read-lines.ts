import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { refusal } from '../../kernel/errors/errors.ts';
import { findItem, namedItem } from '../items/find-item.ts';
import { itemArguments } from '../items/item-fields.ts';
import { namedVersion, reviewedField, reviewedShape, versionArgument } from '../items/read-reviewed.ts';
import { pathArgument, readTextAt } from '../skill-files/skill-path.ts';
import { type LineSlice, sliceLines } from '../text/lines.ts';

export const readLines = defineTool({
  name: 'read_lines',
  title: 'Read lines',
  description:
    'Read lines of a document, skill or text file exactly, with endings, without line numbers. Any part can be oldText of an edit.',
  audience: 'agent',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  textFields: ['text'],
  input: z.strictObject({
    ...itemArguments(),
    path: pathArgument(),
    startLine: z
      .int()
      .default(1)
      .refine((line) => line !== 0, { error: 'must not be 0: the first line is 1, the last is -1' })
      .describe('from 1; negative counts from the end'),
    startOffset: z.int().min(0).default(0).describe('nextOffset of the last answer'),
    limit: z.int().min(1).max(1000).default(200).describe('max lines'),
    version: versionArgument(),
  }),
  output: z.object({
    startLine: z.int(),
    endLine: z.int(),
    totalLines: z.int(),
    text: z.string(),
    versionCount: z.int(),
    truncated: z.boolean(),
    nextLine: z.int().optional().describe('next startLine'),
    nextOffset: z.int().optional(),
    ...reviewedShape,
    note: z.string().optional().describe('line count if startLine is past the end'),
  }),
  example: {
    input: { docId: 'doc_01jd2x7q8me3k5w9t4v6b8n0r2', startLine: 1, limit: 2 },
    output: { startLine: 1, endLine: 2, totalLines: 3, text: '# 2.1\n\n', versionCount: 4, truncated: true, nextLine: 3, nextOffset: 0 },
  },
  *run(context, { docId, fileId, path, startLine, startOffset, limit, version }) {
    const { sort, id } = namedItem({ docId, fileId });
    const item = yield* findItem(context, sort, id);
    const named = yield* namedVersion(context, item, version);
    const text = 'text' in named ? named.text : yield* readTextAt(context, item, path, named.number);
    const lines = sliceLines({ text, startLine, startOffset, limit });
    if (!lines) throw refusal('invalid_argument', 'argument "startOffset": the line is shorter; take nextOffset from the previous answer');
    const read = { ...lines, versionCount: item.versionCount, ...reviewedField(item) };
    return lines.startLine > lines.totalLines ? { ...read, note: pastTheEnd(lines) } : read;
  },
});

function pastTheEnd({ startLine, totalLines }: LineSlice): string {
  return `line ${startLine} is past the end: this text has ${totalLines} ${totalLines === 1 ? 'line' : 'lines'}`;
}
