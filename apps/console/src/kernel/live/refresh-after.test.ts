import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { ownChanges } from '../calls/own-changes.ts';
import { accountQuery } from '../membership/account.ts';
import type { LoggedCall } from './change-stream.ts';
import { refreshAfter, watchQuestions } from './refresh-after.ts';

const docs = ['org_1', 'read_item', { itemId: 'doc_1' }];
const others = ['org_1', 'read_item', { itemId: 'doc_2' }];
const elsewhere = ['org_2', 'read_item', { itemId: 'doc_1' }];
const keys = ['org_1', 'list_keys', {}];

/** Opens queries with answers, and records which are requested again. */
async function openAnswers() {
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  for (const queryKey of [docs, others, elsewhere, keys]) await queries.prefetchQuery({ queryKey, queryFn: async () => 'old' });
  const refreshed: unknown[] = [];
  const refresher = { refresh: ({ queryKey }: { queryKey: unknown }) => void refreshed.push(queryKey), stop: () => undefined };
  const show = (queryKey: unknown[]) => new QueryObserver(queries, { queryKey, queryFn: async () => 'new' }).subscribe(() => undefined);
  const areInvalid = () => [docs, others, elsewhere, keys].map((queryKey) => queries.getQueryState(queryKey)?.isInvalidated);
  return { queries, refreshed, show, areInvalid, place: { queries, orgId: 'org_1', refresher } };
}

/** Log row of a change of the first document. */
const changed = (requestId: string): LoggedCall =>
  ({ requestId, outcome: 'ok', tool: 'edit_doc', itemType: 'doc', itemId: 'doc_1' }) as LoggedCall;

/** A change of this tab that was answered. */
function makeOwn(requestId: string): LoggedCall {
  ownChanges.begin()(requestId);
  return changed(requestId);
}

it('reloads answers that changes by others made stale, in their organization alone', async () => {
  const { refreshed, place } = await openAnswers();
  refreshAfter({ kind: 'rows', rows: [changed('req_others')] }, place);
  expect(refreshed).toEqual([docs]);
  refreshAfter({ kind: 'items', items: [{ type: 'doc', id: 'doc_2', versionCount: 2 }] }, place);
  expect(refreshed).toEqual([docs, others]);
  refreshAfter({ kind: 'rows', rows: [] }, place);
  expect(refreshed).toHaveLength(2);
});

it('reloads the account after a change of the organization, whose name and settings it contains', async () => {
  const { queries, refreshed, place } = await openAnswers();
  const { queryKey } = accountQuery;
  const sessions = ['', 'list_sessions', {}];
  for (const key of [queryKey, sessions]) await queries.prefetchQuery({ queryKey: key, queryFn: async () => 'old' });
  refreshAfter({ kind: 'rows', rows: [{ ...changed('req_others'), tool: 'set_agents_read_only', itemType: 'organization' }] }, place);
  expect(refreshed).toEqual([queryKey]);
  refreshAfter({ kind: 'skipped', count: 1000 }, place);
  expect([queryKey, sessions].map((key) => queries.getQueryState(key)?.isInvalidated)).toEqual([true, false]);
});

it('marks all answers of the organization as stale if the report was incomplete', async () => {
  const { refreshed, areInvalid, place } = await openAnswers();
  refreshAfter({ kind: 'skipped', count: 1000 }, place);
  expect([refreshed, areInvalid()]).toEqual([[], [true, true, false, true]]);
});

it('reloads after a change of this tab only answers that its pages have not reloaded since', async () => {
  const { queries, refreshed, show, place } = await openAnswers();
  const stop = watchQuestions(queries);
  const close = show(docs);
  const first = makeOwn('req_own_1');
  refreshAfter({ kind: 'rows', rows: [first] }, place);
  expect(refreshed).toEqual([docs]);
  await queries.refetchQueries({ queryKey: docs });
  refreshAfter({ kind: 'rows', rows: [first] }, place);
  expect(refreshed).toHaveLength(1);
  // A change by someone else always refreshes, and so does the next change of this tab.
  refreshAfter({ kind: 'rows', rows: [first, changed('req_others')] }, place);
  expect(refreshed).toHaveLength(2);
  refreshAfter({ kind: 'rows', rows: [first, makeOwn('req_own_2')] }, place);
  expect(refreshed).toHaveLength(3);
  // An inactive query may have been left before its answer came, so it is refreshed again.
  await queries.refetchQueries({ queryKey: docs });
  close();
  refreshAfter({ kind: 'rows', rows: [first] }, place);
  expect(refreshed).toHaveLength(4);
  stop();
});

it('stops recording questions without a watcher', async () => {
  const { queries, refreshed, show, place } = await openAnswers();
  watchQuestions(queries)();
  const close = show(docs);
  const own = makeOwn('req_own_3');
  await queries.refetchQueries({ queryKey: docs });
  refreshAfter({ kind: 'rows', rows: [own] }, place);
  expect(refreshed).toEqual([docs]);
  close();
});
