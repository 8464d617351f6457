import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createRefresher } from './refresher.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** An answer that is shown, and how often it was asked for. */
async function shown(queries: QueryClient, key: string, pages: number) {
  const queryFn = vi.fn(async () => ({ pages: Array.from({ length: pages }) }));
  const observer = new QueryObserver(queries, { queryKey: [key], queryFn, staleTime: Number.POSITIVE_INFINITY });
  observer.subscribe(() => {});
  await vi.advanceTimersByTimeAsync(0);
  return { queryFn, query: observer.getCurrentQuery() };
}

it('reloads immediately after a change, then as often as the pages of the answer allow, and never misses the last change', async () => {
  const queries = new QueryClient();
  const { refresh } = createRefresher(queries);
  const one = await shown(queries, 'one', 1);
  const ten = await shown(queries, 'ten', 10);
  for (let passedMs = 0; passedMs < 6000; passedMs += 100) {
    refresh(one.query);
    refresh(ten.query);
    await vi.advanceTimersByTimeAsync(100);
    if (passedMs === 0) expect([one, ten].map(({ queryFn }) => queryFn.mock.calls.length)).toEqual([2, 2]);
  }
  await vi.advanceTimersByTimeAsync(10_000);
  expect(one.queryFn.mock.calls.length).toBeGreaterThan(10);
  expect(one.queryFn.mock.calls.length).toBeLessThanOrEqual(22);
  expect(ten.queryFn.mock.calls.length).toBe(4);
});

it('reloads the number of the inbox less often, because every page shows it', async () => {
  const queries = new QueryClient();
  const { refresh } = createRefresher(queries);
  const queryFn = vi.fn(async () => ({ unread: 0 }));
  new QueryObserver(queries, { queryKey: ['org_1', 'count_inbox'], queryFn, staleTime: Number.POSITIVE_INFINITY }).subscribe(() => {});
  await vi.advanceTimersByTimeAsync(0);
  const query = queries.getQueryCache().find({ queryKey: ['org_1', 'count_inbox'] });
  if (!query) throw new Error('it was asked for');
  for (let passedMs = 0; passedMs < 6000; passedMs += 100) {
    refresh(query);
    await vi.advanceTimersByTimeAsync(100);
  }
  await vi.advanceTimersByTimeAsync(10_000);
  expect(queryFn.mock.calls.length).toBe(4);
});

it('marks answers without a visible page as stale immediately, so that the next page reloads them', async () => {
  const queries = new QueryClient();
  const { refresh } = createRefresher(queries);
  await queries.prefetchQuery({ queryKey: ['left'], queryFn: async () => 'old' });
  const query = queries.getQueryCache().find({ queryKey: ['left'] });
  if (!query) throw new Error('it was asked for');
  for (let times = 0; times < 3; times++) {
    refresh(query);
    expect(query.state.isInvalidated).toBe(true);
    queries.setQueryData(['left'], 'newer');
    expect(query.state.isInvalidated).toBe(false);
  }
});

it('reloads only the stale answer, and none with a longer key', async () => {
  const queries = new QueryClient();
  const { refresh } = createRefresher(queries);
  for (const queryKey of [['org_1'], ['org_1', 'list_keys']]) await queries.prefetchQuery({ queryKey, queryFn: async () => 'old' });
  const query = queries.getQueryCache().find({ queryKey: ['org_1'] });
  if (!query) throw new Error('it was asked for');
  refresh(query);
  expect([query.state.isInvalidated, queries.getQueryState(['org_1', 'list_keys'])?.isInvalidated]).toEqual([true, false]);
});

it('does not reload after it is stopped', async () => {
  const queries = new QueryClient();
  const { refresh, stop } = createRefresher(queries);
  const { queryFn, query } = await shown(queries, 'one', 1);
  refresh(query);
  refresh(query);
  stop();
  await vi.advanceTimersByTimeAsync(1000);
  expect(queryFn).toHaveBeenCalledTimes(2);
});
