import type { Op } from '@gatehouse/storage';
import type { Caller, ToolContext } from '../../kernel/context/context.ts';
import { type HistoryPosition, positionBehind } from './history-position.ts';
import { type HistoryRow, mergeHistory } from './merge-history.ts';
import { findVisible } from './visible-history.ts';

/** Makers of changes: people themselves, agents, or all but the agent that asks. */
export const makers = ['people', 'agents', 'others'] as const;

export interface SinceFilter {
  /** Time in milliseconds; changes of that instant are included. */
  since: number;
  by?: (typeof makers)[number] | undefined;
  /** Folder that the caller sees: only its own changes and those of what is in it now. */
  folderId?: string | undefined;
}

interface SincePage {
  rows: HistoryRow[];
  /** Position behind all that was looked at; undefined at the true end. */
  next: HistoryPosition | undefined;
}

/** Rows looked at together, and in one call: whoever sees little of much gets short pages, each as cheap as a full one (D65.8). */
const lookedTogether = 100;
const lookedAtMost = 300;

/** Changes to everything that the caller sees, newest first (D65.8). */
export function* readSince(context: ToolContext, filter: SinceFilter, limit: number, from: HistoryPosition): Op<SincePage> {
  const found: HistoryRow[] = [];
  let position = from;
  for (let looked = 0; looked < lookedAtMost; looked += lookedTogether) {
    const { rows, hasMore } = yield* lookBehind(context, filter.since, position);
    const wanted = rows.filter(({ row }) => isBy(context.caller, row, filter.by));
    const seen = yield* findVisible(context, wanted, filter.folderId);
    const taken = seen.slice(0, limit - found.length);
    found.push(...taken);
    const last = found.length === limit ? taken.at(-1) : undefined;
    // A full page ends with its last row: those that were looked at behind it come with the next one.
    if (last) {
      const passed = rows.slice(0, rows.indexOf(last) + 1);
      return { rows: found, next: hasMore || passed.length < rows.length ? positionBehind(position, passed) : undefined };
    }
    if (!hasMore) return { rows: found, next: undefined };
    position = positionBehind(position, rows);
  }
  return { rows: found, next: position };
}

function* lookBehind({ store, viewer: { orgId } }: ToolContext, since: number, { versions, changes }: HistoryPosition) {
  const limit = lookedTogether + 1;
  return mergeHistory(
    yield* store.versions.newestTold(orgId, since, limit, versions),
    yield* store.changes.newest(orgId, since, limit, changes),
    lookedTogether,
  );
}

type Maker = Record<'personId' | 'agentId', string | null>;

function isBy({ key, personId: own }: Caller, { personId, agentId }: Maker, by: SinceFilter['by']): boolean {
  switch (by) {
    case 'people':
      return agentId === null && personId !== null;
    case 'agents':
      return agentId !== null;
    case 'others':
      return key ? agentId !== key.agentId : personId !== own;
    case undefined:
      return true;
  }
}
