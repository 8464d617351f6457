import { hashKey, type Query, type QueryClient } from '@tanstack/react-query';
import { ownChanges } from '../calls/own-changes.ts';
import { accountQuery } from '../membership/account.ts';
import { affectedBy, isAffected } from './affected.ts';
import type { Change } from './change-stream.ts';
import type { Refresher } from './refresher.ts';

interface Place {
  queries: QueryClient;
  orgId: string;
  refresher: Refresher;
}

/** Reloads answers that a change made stale. After changes of this tab, only those that its pages have not reloaded themselves. */
export function refreshAfter(change: Change, place: Place): void {
  if (change.kind !== 'rows') {
    refresh(change, place, () => true);
    return;
  }
  const isOwn = ({ requestId }: { requestId: string }) => ownChanges.has(requestId);
  const ofOthers = change.rows.filter((row) => !isOwn(row));
  if (ofOthers.length > 0) refresh({ kind: 'rows', rows: ofOthers }, place, () => true);
  // A page can be left before its answer came.
  for (const row of change.rows.filter(isOwn))
    refresh({ kind: 'rows', rows: [row] }, place, (query) => !query.isActive() || !ownChanges.isAskedSince(row.requestId, query));
}

function refresh(change: Change, { queries, orgId, refresher }: Place, isOld: (query: Query) => boolean): void {
  const affected = affectedBy(change);
  if (affected === 'all') {
    void queries.invalidateQueries({ predicate: (query) => isShown(query, orgId) });
    return;
  }
  const old = queries.getQueryCache().findAll({ predicate: (query) => isShown(query, orgId) && isAffected(query.queryKey, affected) });
  for (const query of old) if (isOld(query)) refresher.refresh(query);
}

/** True for answers about the organization, and for the account, which has the name and the settings of its organizations. */
function isShown({ queryKey, queryHash }: Query, orgId: string): boolean {
  return queryKey[0] === orgId || queryHash === hashKey(accountQuery.queryKey);
}

/** Records when each query is fetched. Returns a function that stops it. */
export function watchQuestions(queries: QueryClient): () => void {
  return queries.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'fetch') ownChanges.askFor(event.query);
  });
}
