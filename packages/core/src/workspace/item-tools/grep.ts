import { createHash } from 'node:crypto';
import { itemTypes } from '@gatehouse/domain';
import { z } from 'zod';
import { examplePageAddress } from '../../kernel/context/page-address.ts';
import { defineTool } from '../../kernel/context/tool.ts';
import { decodeCursor, encodeCursor } from '../../kernel/schema/cursor.ts';
import { named } from '../../kernel/schema/named.ts';
import { cursor, identifier, line, pageLimit, time } from '../../kernel/schema/schema.ts';
import { nextCursor } from '../../kernel/schema/shapes.ts';
import { grepItems } from '../items/grep-items.ts';
import { deep, lookIn } from '../items/look-in.ts';

const position = z.tuple([time, z.string(), z.int().min(0), z.string().optional()]);

export const grep = defineTool({
  name: 'grep',
  title: 'Find lines everywhere',
  description:
    'Find the lines that contain a text, ignoring case, in all documents, skills and text files, newest first. A call searches a part: continue with nextCursor until null, even after no matches.',
  audience: 'agent',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({
    query: line(500, 'text to find, one line'),
    folderId: identifier('only in this folder').optional(),
    deep: deep(),
    type: z.enum(itemTypes).optional(),
    limit: pageLimit(50, 100, 'matches'),
    cursor: cursor(),
  }),
  output: z.object({
    matches: z.array(
      named(
        'ItemLine',
        'A line that contains the text, and its item.',
        z.object({
          type: z.enum(itemTypes),
          id: z.string(),
          title: z.string(),
          path: z.string().optional().describe('file of the skill, not SKILL.md'),
          line: z.int(),
          text: z.string(),
          clipped: z.literal(true).optional(),
          url: z.string(),
        }),
      ),
    ),
    nextCursor,
    scanned: z.int(),
  }),
  example: {
    input: { query: 'faster' },
    output: {
      matches: [
        {
          type: 'doc',
          id: 'doc_01jd2x7q8me3k5w9t4v6b8n0r2',
          title: 'Release notes',
          line: 3,
          text: '- Faster search',
          url: examplePageAddress('doc_01jd2x7q8me3k5w9t4v6b8n0r2'),
        },
      ],
      nextCursor: null,
      scanned: 12,
    },
  },
  *run(context, { query, folderId, deep, type, limit, cursor }) {
    const place = yield* lookIn(context, { folderId, deep });
    const list = `grep ${place.key} ${type ?? ''} ${createHash('sha256').update(query).digest('base64url').slice(0, 16)}`;
    const [updatedAt, id, line, path = ''] = cursor === undefined ? [] : decodeCursor(list, position, cursor);
    const after = updatedAt === undefined || id === undefined || line === undefined ? undefined : { updatedAt, id, path, line };
    const types = type === undefined ? itemTypes : [type];
    const { matches, next, scanned } = yield* grepItems(place.context, { query, types, folderId: place.folderId, limit, after });
    return { matches, nextCursor: next ? encodeCursor(list, [next.updatedAt, next.id, next.line, next.path]) : null, scanned };
  },
});
