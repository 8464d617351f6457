import { idTime } from '@gatehouse/domain';
import type { Op } from '@gatehouse/storage';
import type { Caller, ToolContext } from '../../kernel/context/context.ts';
import { type HistoryPosition, type Included, positionBehind } from './history-position.ts';
import { type HistoryRow, mergeHistory } from './merge-history.ts';
import { findVisible } from './visible-history.ts';

/** Selections of makers: people, agents, or everyone but the calling agent (for a person: but themselves and their agents). */
export const makers = ['people', 'agents', 'others'] as const;

export interface SinceFilter {
  /** Unix time in milliseconds, inclusive. */
  since: number;
  by?: (typeof makers)[number] | undefined;
  /** Limits the list to this visible folder and the items that are in it now. */
  folderId?: string | undefined;
  /** True if tasks are included, which are in no folder. */
  hasTasks: boolean;
  include: Included;
}

interface SincePage {
  rows: HistoryRow[];
  /** Position from which the next page continues; undefined at the true end. */
  next: HistoryPosition | undefined;
}

/** Rows read in one batch. */
const lookedTogether = 100;
/** Maximum rows read in one call. A page costs the same even if the caller sees few of them (D65.8). */
const lookedAtMost = 300;

/** Changes to everything that the caller sees, newest first (D65.8). */
export function* readSince(context: ToolContext, filter: SinceFilter, limit: number, from: HistoryPosition): Op<SincePage> {
  const found: HistoryRow[] = [];
  let position = from;
  for (let looked = 0; looked < lookedAtMost; looked += lookedTogether) {
    const { rows, hasMore } = yield* lookBehind(context, filter, position);
    const wanted = rows.filter(({ row }) => isBy(context.caller, row, filter.by));
    const seen = yield* findVisible(context, wanted, filter);
    const taken = seen.slice(0, limit - found.length);
    found.push(...taken);
    const last = found.length === limit ? taken.at(-1) : undefined;
    // Rows after the last returned one are read again for the next page.
    if (last) {
      const passed = rows.slice(0, rows.indexOf(last) + 1);
      return { rows: found, next: hasMore || passed.length < rows.length ? positionBehind(position, passed) : undefined };
    }
    if (!hasMore) return { rows: found, next: undefined };
    position = positionBehind(position, rows);
  }
  return { rows: found, next: position };
}

function* lookBehind(
  { store, viewer: { orgId } }: ToolContext,
  { since, include }: SinceFilter,
  { versions, changes, comments, decisions }: HistoryPosition,
) {
  const limit = lookedTogether + 1;
  const lists = {
    versions: yield* store.versions.newestTold(orgId, since, limit, versions),
    changes: yield* store.changes.newest(orgId, since, limit, changes),
    comments: include.includes('comments') ? yield* store.comments.newest(orgId, `comment_${idTime(since)}`, limit, comments) : [],
    decisions: include.includes('reviews') ? yield* store.reviewDecisions.newest(orgId, since, limit, decisions) : [],
  };
  return mergeHistory(lists, lookedTogether);
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
