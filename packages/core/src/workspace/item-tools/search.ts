import { isBlank, itemTypes, maxSearch, searchMatches } from '@gatehouse/domain';
import type { Op, SearchHit } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../../kernel/context/context.ts';
import { examplePageAddress, pageAddress } from '../../kernel/context/page-address.ts';
import { defineTool } from '../../kernel/context/tool.ts';
import { named } from '../../kernel/schema/named.ts';
import { identifier } from '../../kernel/schema/schema.ts';
import { type BestResult, type BestSearch, bestHits } from '../items/best-hits.ts';
import { folderPaths, placeOf } from '../items/folder-paths.ts';
import { deep, lookIn } from '../items/look-in.ts';
import { noteOnNothing, type Search } from '../items/search-note.ts';
import { changedTasks, findTasks, searchTasks, type TaskSearch } from '../tasks/search-tasks.ts';
import { examined, snippetAround } from '../text/snippet.ts';

const maxResults = 25;
const maxRelated = 10;
const foundTypes = [...itemTypes, 'task'] as const;

const result = z.object({
  type: z.enum(foundTypes),
  id: z.string(),
  title: z.string(),
  folderId: z.string().nullable().optional(),
  folderPath: z.string().optional(),
  snippet: z.string().optional(),
  line: z.int().optional(),
  path: z.string().optional(),
  words: z.string().optional(),
  url: z.string(),
});

export const search = defineTool({
  name: 'search',
  title: 'Search',
  description:
    'Search documents (title, body), files and skills (name, tags) for a phrase or all words, ignoring case; with match best, search all text for a question. At most 25 results.',
  audience: 'agent',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({
    query: z
      .string()
      .max(maxSearch)
      .refine((text) => !isBlank(text), { error: 'must not be empty' })
      .refine((text) => !/\p{Cc}/u.test(text.replaceAll(/[\s\u0085]/g, ' ')), { error: 'must not contain control characters' })
      .describe('literal, except for best'),
    match: z.enum(searchMatches).optional().describe('default: phrase; words: all, in any order; best: a question in plain words'),
    type: z.enum(foundTypes).optional(),
    folderId: identifier('only in this folder').optional(),
    deep: deep(),
  }),
  output: z.object({
    results: z.array(named('SearchResult', 'A matching item.', result)),
    related: z.array(result).optional().describe('best answers if the phrase was not found'),
    note: z.string().optional().describe('advice if nothing was found'),
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
  *run(caller, { type, match = caller.caller.key?.search ?? 'phrase', query, ...place }) {
    const { context, folderId } = yield* lookIn(caller, place);
    if (type === 'task') return yield* resultsOfTasks(context, { match, query });
    if (match === 'best') return yield* bestResults(context, { query, type, folderId });
    const search = { match, query, type, folderId };
    const hits = yield* context.store.search.find({ viewer: context.viewer, ...search, limit: maxResults });
    if (hits.length === 0) return { results: [], ...(yield* insteadOf(context, search)) };
    const bodies = yield* bodiesOf(context, hits);
    const paths = yield* folderPaths(context, hits);
    const results = hits.map(({ type, id, name, folderId }) => {
      const snippet = snippetAround(bodies.get(id) ?? '', query, match);
      return {
        type,
        id,
        title: name,
        ...placeOf(paths, folderId),
        ...(snippet === undefined ? {} : { snippet }),
        url: pageAddress(context, id),
      };
    });
    return { results };
  },
});

function* bestResults(context: ToolContext, search: BestSearch): Op<{ results: BestResult[]; note?: string }> {
  const { results, isIncomplete } = yield* bestHits(context, search, maxResults);
  if (isIncomplete) return { results, note: notesOfIncomplete[isIncomplete] };
  return results.length > 0 ? { results } : { results, note: 'no visible item has most of these words; try fewer or other words' };
}

const notesOfIncomplete = {
  index: 'not all items are indexed yet: search again later to find more',
  words: 'the largest texts with these words were not compared: ask with fewer or rarer words, or with "type" or "folderId"',
  quoted:
    'only the best matches were searched for the quoted part: add words to narrow the search, or use grep to find the part everywhere',
} as const;

const noteOfLongTasks =
  'only the tasks that changed last were compared, because their texts are long; search with "match": "words" to look in 2,000 tasks';

/** Help after a literal search without results: related items, or a note on what else to try. // D23.11 */
function* insteadOf(context: ToolContext, search: Search): Op<{ related: BestResult[] } | { note: string }> {
  const isPlain = search.match === 'phrase' && !search.query.includes('"');
  const { results: related } = isPlain ? yield* bestHits(context, search, maxRelated) : { results: [] };
  return related.length > 0 ? { related } : { note: yield* noteWithTasks(context, search) };
}

/** Mentions tasks, because a search without a type finds none. */
function* noteWithTasks(context: ToolContext, search: Search): Op<string> {
  const note = yield* noteOnNothing(context, search);
  if (search.type !== undefined) return note;
  const tasks = yield* changedTasks(context);
  for (const match of search.match === 'words' ? (['words'] as const) : (['phrase', 'words'] as const)) {
    const found = findTasks(tasks, { ...search, match }, 1);
    const how = match === search.match ? '"type": "task"' : `"type": "task" and "match": "${match}"`;
    if (found.length > 0) return `${note}; search with ${how} finds tasks that have it`;
  }
  return note;
}

/** Results for tasks, only if the call names this type: older callers do not know such results (D9). */
function* resultsOfTasks(context: ToolContext, search: TaskSearch) {
  const { tasks, isWhole } = yield* searchTasks(context, search, maxResults);
  const results = tasks.map(({ id, title }) => ({ type: 'task' as const, id, title, url: pageAddress(context, id) }));
  if (!isWhole) return { results, note: noteOfLongTasks };
  if (results.length > 0) return { results };
  return { results: [], note: 'none of the 2,000 most recently changed tasks has this in its title or notes; list_tasks lists all tasks' };
}

/** Reads the beginnings of the documents among the hits, with one query, because each query on Postgres is a round trip. */
function* bodiesOf({ store, viewer }: ToolContext, hits: SearchHit[]): Op<Map<string, string>> {
  const documents = hits.filter(({ type }) => type === 'doc').map(({ id }) => id);
  return documents.length === 0 ? new Map() : yield* store.contents.beginnings(viewer.orgId, documents, examined);
}
