import type { CallOptions } from './call-options.ts';
import { type Call, type Entry, fieldOf, pagesOf } from './pages.ts';
import { wait } from './wait.ts';

/** Lists that report their changes. */
export type FollowedTool = 'list_docs' | 'list_files' | 'list_skills' | 'list_tasks';

export interface FollowOptions extends CallOptions {
  /** `nextUpdatedSince` of the last batch that this program has processed. Without it, the first batch has everything. */
  updatedSince?: number | undefined;
  /** Interval of requests. Default: 5 seconds. Milliseconds. */
  intervalMs?: number | undefined;
}

export interface FollowBatch<Name extends FollowedTool> {
  /** Entries that are new or have changed. */
  changed: Entry<Name>[];
  /** Identifiers of entries that were deleted. */
  gone: string[];
  /** Value of `updatedSince` for resuming after a restart, once this batch is processed. */
  nextUpdatedSince: number | undefined;
}

/**
 * Requests a list at intervals, and yields its changes. Each round reaches back a little, so entries of the previous round are left out.
 */
export async function* follow<Name extends FollowedTool>(
  call: Call,
  name: Name,
  input: object = {},
  { updatedSince, intervalMs = 5000, ...options }: FollowOptions = {},
): AsyncGenerator<FollowBatch<Name>, void> {
  let since = updatedSince;
  let known = new Set<string>();
  for (let isFirst = true; ; isFirst = false) {
    const round = await look(call, name, { ...input, order: 'created', ...(since !== undefined && { updatedSince: since }) }, options);
    const changed = round.entries.filter((entry) => !known.has(keyOf(entry)));
    const gone = round.gone.filter((id) => !known.has(id));
    since = round.nextUpdatedSince ?? since;
    known = new Set([...round.entries.filter((entry) => isSince(entry, since)).map(keyOf), ...round.gone]);
    if (isFirst || changed.length > 0 || gone.length > 0) yield asBatch<Name>({ changed, gone, nextUpdatedSince: since });
    await wait(intervalMs, options.signal);
  }
}

async function look(call: Call, name: FollowedTool, input: object, options: CallOptions) {
  const entries: unknown[] = [];
  const gone: string[] = [];
  let nextUpdatedSince: number | undefined;
  for await (const page of pagesOf(call, name, input, options)) {
    entries.push(...page.entries);
    gone.push(...page.gone);
    nextUpdatedSince ??= page.nextUpdatedSince;
  }
  return { entries, gone, nextUpdatedSince };
}

/** True if the next round may return it again. */
function isSince(entry: unknown, since = 0): boolean {
  const updatedAt = fieldOf(entry, 'updatedAt');
  return typeof updatedAt !== 'number' || updatedAt >= since;
}

/**
 * Identifies an entry by its contents. The `nextUpdatedSince` of a task belongs to the list, so it does not count as a change of the task.
 */
function keyOf(entry: unknown): string {
  return JSON.stringify(entry, (field, value: unknown) => (field === 'nextUpdatedSince' ? undefined : value));
}

/** Types a batch. Its entries have the form of the list's schema. */
function asBatch<Name extends FollowedTool>(batch: object): FollowBatch<Name> {
  return batch as FollowBatch<Name>;
}
