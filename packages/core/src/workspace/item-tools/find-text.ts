import { z } from 'zod';
import { examplePageAddress, pageAddress } from '../../kernel/context/page-address.ts';
import { defineTool } from '../../kernel/context/tool.ts';
import { named } from '../../kernel/schema/named.ts';
import { line } from '../../kernel/schema/schema.ts';
import { findItem, namedItem } from '../items/find-item.ts';
import { itemArguments } from '../items/item-fields.ts';
import { pathArgument, readTextAt } from '../skill-files/skill-path.ts';
import { findText as findInText } from '../text/find-text.ts';

const otherFiles = 'this is only SKILL.md; name another file of the skill with "path", or search all of them with grep';

export const findText = defineTool({
  name: 'find_text',
  title: 'Find text',
  description:
    'Find the lines of one document, skill or text file that contain a text, ignoring case. Found text can be oldText of an edit.',
  audience: 'agent',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({
    query: line(500, 'text to find, one line'),
    ...itemArguments(),
    path: pathArgument(),
    contextLines: z.int().min(0).max(10).default(2).describe('lines before and after'),
    limit: z.int().min(1).max(50).default(20).describe('max matches'),
  }),
  output: z.object({
    totalLines: z.int(),
    totalMatches: z.int(),
    matches: z.array(
      named(
        'TextMatch',
        'A line that contains the text, with the lines around it.',
        z.object({
          line: z.int(),
          text: z.string(),
          before: z.array(z.string()),
          after: z.array(z.string()),
          clipped: z.literal(true).optional(),
        }),
      ),
    ),
    url: z.string().describe('page of the item'),
    note: z.string().optional().describe('where else to look'),
  }),
  example: {
    input: { docId: 'doc_01jd2x7q8me3k5w9t4v6b8n0r2', query: 'faster', contextLines: 1 },
    output: {
      totalLines: 3,
      totalMatches: 1,
      matches: [{ line: 3, text: '- Faster search', before: [''], after: [] }],
      url: examplePageAddress('doc_01jd2x7q8me3k5w9t4v6b8n0r2'),
    },
  },
  *run(context, { query, docId, fileId, path, contextLines, limit }) {
    const { sort, id } = namedItem({ docId, fileId });
    const item = yield* findItem(context, sort, id);
    const url = pageAddress(context, item.id);
    const besideBytes = Buffer.byteLength(JSON.stringify({ url }));
    const found = findInText({ text: yield* readTextAt(context, item, path), query, contextLines, limit, besideBytes });
    const isMainAlone = item.manifest !== null && path === undefined;
    return { ...found, url, ...(isMainAlone && found.totalMatches === 0 && { note: otherFiles }) };
  },
});
