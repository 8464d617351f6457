import type { LiteralMatch, SearchMatch } from '@gatehouse/domain';
import { countWords, findBest } from '@gatehouse/domain/words';
import { foldQuery, foldText, type Op, type Task, wordsOf } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';

/** Tasks have no search index. A search reads at most this many, last changed first, so its cost is bounded. */
const maxLookedAt = 2000;
const atOnce = 500;
/** Maximum UTF-16 units of tasks whose words are counted for a question: a tenth of a second. */
const maxCounted = 384 * 1024;

export interface TaskSearch {
  query: string;
  match: SearchMatch;
}

export interface FoundTasks {
  tasks: Task[];
  /** False if only the newest tasks were compared, because all together have too much text. */
  isWhole: boolean;
}

/**
 * Tasks that contain the phrase or all words in title or notes, title matches first, then the newest; or those that answer a question best.
 * At most `limit`. // D23
 */
export function* searchTasks(context: ToolContext, { query, match }: TaskSearch, limit: number): Op<FoundTasks> {
  const tasks = yield* changedTasks(context);
  if (match !== 'best') return { tasks: findTasks(tasks, { query, match }, limit), isWhole: true };
  const compared = newestWithin(tasks, maxCounted);
  return { tasks: bestOf(compared, query).slice(0, limit), isWhole: compared.length === tasks.length };
}

/** Tasks that contain the phrase or all words, among tasks that were read before. */
export function findTasks(tasks: readonly Task[], { query, match }: { query: string; match: LiteralMatch }, limit: number): Task[] {
  const rank = rankBy({ query, match });
  const tiers: Task[][] = [[], [], [], []];
  for (const task of tasks) {
    const place = rank(task);
    if (place !== undefined) tiers[place]?.push(task);
  }
  return tiers.flat().slice(0, limit);
}

/** Tasks that changed last, newest first. */
export function* changedTasks({ store, viewer }: ToolContext): Op<Task[]> {
  const all: Task[] = [];
  for (let looked = 0; looked < maxLookedAt; looked += atOnce) {
    const tasks = yield* store.tasks.changed({ orgId: viewer.orgId, before: all.at(-1), limit: atOnce });
    all.push(...tasks);
    if (tasks.length < atOnce) break;
  }
  return all;
}

function newestWithin(newestFirst: readonly Task[], units: number): readonly Task[] {
  let left = units;
  const end = newestFirst.findIndex(({ title, notes }) => (left -= title.length + (notes?.length ?? 0)) < 0);
  return end === -1 ? newestFirst : newestFirst.slice(0, end);
}

function bestOf(newestFirst: readonly Task[], question: string): Task[] {
  const oldestFirst = newestFirst.toReversed();
  const entries = oldestFirst.map(({ title, notes }) => countWords({ name: title, tags: [], texts: [notes ?? ''] }));
  return findBest(question, entries).map(({ index }) => oldestFirst[index]!);
}

/** 0 for the exact title, 1 for its start, 2 for the title, 3 for the rest. Undefined for a task that does not match. */
function rankBy({ query, match }: { query: string; match: LiteralMatch }): (task: Task) => number | undefined {
  const phrase = foldQuery(query);
  const needles = match === 'words' ? wordsOf(phrase) : [phrase];
  return ({ title, notes }) => {
    const folded = foldText(title);
    if (folded === phrase) return 0;
    if (folded.startsWith(phrase)) return 1;
    if (needles.every((needle) => folded.includes(needle))) return 2;
    // A line break keeps the phrase from being found across both.
    const whole = `${folded}\n${foldText(notes ?? '')}`;
    return needles.every((needle) => whole.includes(needle)) ? 3 : undefined;
  };
}
