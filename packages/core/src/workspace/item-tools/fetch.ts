import { itemTypes, maxInlineBytes } from '@gatehouse/domain';
import type { VisibleItem } from '@gatehouse/storage';
import { z } from 'zod';
import { examplePageAddress, pageAddress } from '../../kernel/context/page-address.ts';
import { noteSkillLoad } from '../../kernel/context/skill-load.ts';
import { defineTool } from '../../kernel/context/tool.ts';
import { identifier, time } from '../../kernel/schema/schema.ts';
import { readableText } from '../extracted-text/readable-text.ts';
import { findItem } from '../items/find-item.ts';
import { type LineSlice, sliceLines } from '../text/lines.ts';

export const fetch = defineTool({
  name: 'fetch',
  title: 'Fetch',
  description: 'Get a search result as text, up to 256 KB.',
  audience: 'agent',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  textFields: ['text'],
  input: z.strictObject({ id: identifier('from search') }),
  output: z.object({
    id: z.string(),
    title: z.string(),
    text: z.string(),
    url: z.string(),
    metadata: z.object({
      type: z.enum(itemTypes),
      versionCount: z.int(),
      updatedAt: time,
      note: z.string().optional().describe('how to read the rest of a long text'),
    }),
  }),
  example: {
    input: { id: 'doc_01jd2x7q8me3k5w9t4v6b8n0r2' },
    output: {
      id: 'doc_01jd2x7q8me3k5w9t4v6b8n0r2',
      title: 'Release notes',
      text: '# 2.1\n\n- Faster search\n',
      url: examplePageAddress('doc_01jd2x7q8me3k5w9t4v6b8n0r2'),
      metadata: { type: 'doc', versionCount: 4, updatedAt: 1_763_600_000_000 },
    },
  },
  *run(context, { id }) {
    const item = yield* findItem(context, 'any', id);
    const whole = yield* readableText(context, item, item.versionCount);
    if (item.type === 'skill') noteSkillLoad(context, item, item.versionCount);
    const read = sliceLines({ text: whole, startLine: 1, limit: Number.MAX_SAFE_INTEGER, maxBytes: maxInlineBytes });
    return {
      id,
      title: item.name,
      text: read?.text ?? '',
      url: pageAddress(context, id),
      metadata: {
        type: item.type,
        versionCount: item.versionCount,
        updatedAt: item.updatedAt,
        ...(read?.truncated && { note: howToReadOn(item, read) }),
      },
    };
  },
});

function howToReadOn({ type, id }: VisibleItem, { totalLines, nextLine, nextOffset }: LineSlice): string {
  const argument = type === 'doc' ? 'docId' : 'fileId';
  return `this is the beginning of ${totalLines} lines; read_lines with ${argument} "${id}", startLine ${nextLine} and startOffset ${nextOffset} continues`;
}
