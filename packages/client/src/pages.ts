import type { CallOptions } from './call-options.ts';
import { type ListedTask, type Tools, toolTable } from './generated/tools.ts';

type Table = typeof toolTable;

/** Tools that answer in pages. */
export type ListingTool = { [Name in keyof Table]: Table[Name]['entries'] extends string ? Name : never }[keyof Table] | 'list_tasks';

/** Entry of a tool's list. */
export type Entry<Name extends ListingTool> = Name extends 'list_tasks'
  ? ListedTask
  : Tools[Name]['output'] extends infer Output
    ? Table[Name]['entries'] extends keyof Output
      ? Output[Table[Name]['entries']] extends readonly (infer One)[]
        ? One
        : never
      : never
    : never;

export type Call = <Name extends keyof Tools>(name: Name, input: Tools[Name]['input'], options?: CallOptions) => Promise<unknown>;

/** A page in the form common to all lists. */
export interface Page {
  entries: unknown[];
  gone: string[];
  nextUpdatedSince: number | undefined;
}

const tasksInPage = 200;

/** Yields the pages of a list, from the first one on. */
export async function* pagesOf(call: Call, name: ListingTool, input: object = {}, options?: CallOptions): AsyncGenerator<Page, void> {
  let position: object = {};
  for (;;) {
    const answer = await call(name, { ...(name === 'list_tasks' && { limit: tasksInPage }), ...input, ...position } as never, options);
    const page = pageOf(name, answer);
    yield page;
    const next = name === 'list_tasks' ? positionAfter(page.entries, input) : cursorOf(answer);
    if (!next) return;
    position = next;
  }
}

export async function* entriesOf(call: Call, name: ListingTool, input?: object, options?: CallOptions): AsyncGenerator<unknown, void> {
  for await (const { entries } of pagesOf(call, name, input, options)) yield* entries;
}

function pageOf(name: ListingTool, answer: unknown): Page {
  const entries = name === 'list_tasks' ? answer : fieldOf(answer, toolTable[name].entries ?? '');
  if (!Array.isArray(entries)) throw new TypeError(`${name} did not return a list`);
  const gone = fieldOf(answer, 'gone');
  const next = fieldOf(name === 'list_tasks' ? entries[0] : answer, 'nextUpdatedSince');
  return { entries, gone: Array.isArray(gone) ? gone : [], nextUpdatedSince: typeof next === 'number' ? next : undefined };
}

function cursorOf(answer: unknown): object | undefined {
  const cursor = fieldOf(answer, 'nextCursor');
  return typeof cursor === 'string' ? { cursor } : undefined;
}

/** Position after a page of tasks. An array has no place for a cursor, so after a full page there may be another one. */
function positionAfter(tasks: unknown[], input: object): object | undefined {
  const limit = fieldOf(input, 'limit') ?? tasksInPage;
  const startingAfter = fieldOf(tasks.at(-1), 'taskId');
  return typeof startingAfter === 'string' && tasks.length === limit ? { startingAfter } : undefined;
}

export function fieldOf(value: unknown, field: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, field) : undefined;
}
