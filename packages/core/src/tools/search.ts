import { itemTypes, type Op, type SearchHit, searchMatches } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../context.ts';
import { noteOnNothing } from '../items/search-note.ts';
import { examined, snippetAround } from '../text/snippet.ts';
import { isBlank } from '../text/text-argument.ts';
import { defineTool } from '../tool.ts';

const mostResults = 25;

export const search = defineTool({
  name: 'search',
  title: 'Search',
  description:
    'Search documents (title, body), files and skills (name, tags) for one phrase or all words, ignoring case. At most 25 results.',
  audience: 'agent',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({
    query: z
      .string()
      .max(200)
      .refine((text) => !isBlank(text), { error: 'must not be empty' })
      .refine((text) => !/\p{Cc}/u.test(text.replaceAll(/[\s\u0085]/g, ' ')), { error: 'must not contain control characters' })
      .describe('matched literally'),
    match: z.enum(searchMatches).default('phrase').describe('words: all of them, in any order'),
    type: z.enum(itemTypes).optional(),
  }),
  output: z.object({
    results: z.array(
      z.object({
        type: z.enum(itemTypes),
        id: z.string(),
        title: z.string(),
        folderId: z.string().nullable().optional(),
        snippet: z.string().optional(),
      }),
    ),
    note: z.string().optional().describe('what would help, where nothing was found'),
  }),
  example: {
    input: { query: 'release notes' },
    output: { results: [{ type: 'doc', id: 'doc_01jd2x7q8me3k5w9t4v6b8n0r2', title: 'Release notes', folderId: null }] },
  },
  *run(context, search) {
    const hits = yield* context.store.search.find({ viewer: context.viewer, ...search, limit: mostResults });
    if (hits.length === 0) return { results: [], note: yield* noteOnNothing(context, search) };
    const bodies = yield* bodiesOf(context, hits);
    const results = hits.map(({ type, id, name, folderId }) => {
      const snippet = snippetAround(bodies.get(id) ?? '', search.query, search.match);
      return { type, id, title: name, folderId, ...(snippet === undefined ? {} : { snippet }) };
    });
    return { results };
  },
});

/** How the documents among the hits begin: one question for all, because on Postgres each is a journey. */
function* bodiesOf({ store, viewer }: ToolContext, hits: SearchHit[]): Op<Map<string, string>> {
  const documents = hits.filter(({ type }) => type === 'doc').map(({ id }) => id);
  return documents.length === 0 ? new Map() : yield* store.contents.beginnings(viewer.orgId, documents, examined);
}
