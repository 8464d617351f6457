import { itemTypes, type Op, type SearchHit, searchMatches } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../context.ts';
import { noteOnNothing, type Search } from '../items/search-note.ts';
import { snippetAround } from '../text/snippet.ts';
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
    const results = [];
    for (const hit of hits) {
      const snippet = yield* snippetOf(context, hit, search);
      results.push({ type: hit.type, id: hit.id, title: hit.name, folderId: hit.folderId, ...(snippet === undefined ? {} : { snippet }) });
    }
    return { results };
  },
});

/** Where it stands in a document's body; nothing for a hit by name alone. */
function* snippetOf({ store, viewer }: ToolContext, hit: SearchHit, { query, match }: Search): Op<string | undefined> {
  if (hit.type !== 'doc') return undefined;
  const body = yield* store.contents.text(viewer.orgId, hit.id);
  return body === undefined ? undefined : snippetAround(body, query, match);
}
