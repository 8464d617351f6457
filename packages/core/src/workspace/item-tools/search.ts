import { isBlank, itemTypes, maxSearch, searchMatches } from '@gatehouse/domain';
import type { Op, SearchHit } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../../kernel/context/context.ts';
import { examplePageAddress, pageAddress } from '../../kernel/context/page-address.ts';
import { defineTool } from '../../kernel/context/tool.ts';
import { named } from '../../kernel/schema/named.ts';
import { noteOnNothing, type Search } from '../items/search-note.ts';
import { searchTasks } from '../tasks/search-tasks.ts';
import { examined, snippetAround } from '../text/snippet.ts';

const maxResults = 25;
const foundTypes = [...itemTypes, 'task'] as const;

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
      .max(maxSearch)
      .refine((text) => !isBlank(text), { error: 'must not be empty' })
      .refine((text) => !/\p{Cc}/u.test(text.replaceAll(/[\s\u0085]/g, ' ')), { error: 'must not contain control characters' })
      .describe('matched literally'),
    match: z.enum(searchMatches).default('phrase').describe('words: all of them, in any order'),
    type: z.enum(foundTypes).optional(),
  }),
  output: z.object({
    results: z.array(
      named(
        'SearchResult',
        'An item that was found.',
        z.object({
          type: z.enum(foundTypes),
          id: z.string(),
          title: z.string(),
          folderId: z.string().nullable().optional(),
          snippet: z.string().optional(),
          url: z.string(),
        }),
      ),
    ),
    note: z.string().optional().describe('what would help, where nothing was found'),
  }),
  example: {
    input: { query: 'release notes' },
    output: {
      results: [
        {
          type: 'doc',
          id: 'doc_01jd2x7q8me3k5w9t4v6b8n0r2',
          title: 'Release notes',
          folderId: null,
          url: examplePageAddress('doc_01jd2x7q8me3k5w9t4v6b8n0r2'),
        },
      ],
    },
  },
  *run(context, { type, ...wanted }) {
    if (type === 'task') return yield* resultsOfTasks(context, wanted);
    const search = { ...wanted, type };
    const hits = yield* context.store.search.find({ viewer: context.viewer, ...search, limit: maxResults });
    if (hits.length === 0) return { results: [], note: yield* noteWithTasks(context, search) };
    const bodies = yield* bodiesOf(context, hits);
    const results = hits.map(({ type, id, name, folderId }) => {
      const snippet = snippetAround(bodies.get(id) ?? '', search.query, search.match);
      return { type, id, title: name, folderId, ...(snippet === undefined ? {} : { snippet }), url: pageAddress(context, id) };
    });
    return { results };
  },
});

/** Mentions tasks, because a search without a type finds none. */
function* noteWithTasks(context: ToolContext, search: Search): Op<string> {
  const note = yield* noteOnNothing(context, search);
  const tasks = search.type === undefined ? yield* searchTasks(context, search, 1) : [];
  return tasks.length === 0 ? note : `${note}; search with "type": "task" finds tasks that have it`;
}

/** Only asked for by name: older callers know no results of this type (D9). */
function* resultsOfTasks(context: ToolContext, search: Omit<Search, 'type'>) {
  const tasks = yield* searchTasks(context, search, maxResults);
  if (tasks.length > 0)
    return { results: tasks.map(({ id, title }) => ({ type: 'task' as const, id, title, url: pageAddress(context, id) })) };
  return { results: [], note: 'none of the 2,000 tasks that changed last has this in its title or notes; list_tasks lists all' };
}

/** How the documents among the hits begin: one question for all, because on Postgres each is a journey. */
function* bodiesOf({ store, viewer }: ToolContext, hits: SearchHit[]): Op<Map<string, string>> {
  const documents = hits.filter(({ type }) => type === 'doc').map(({ id }) => id);
  return documents.length === 0 ? new Map() : yield* store.contents.beginnings(viewer.orgId, documents, examined);
}
