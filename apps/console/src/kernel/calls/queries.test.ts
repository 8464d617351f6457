import { InfiniteQueryObserver, type QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { byCursor } from './by-cursor.ts';
import { CallError } from './call.ts';
import { createQueryClient } from './queries.ts';

let queries: QueryClient;
beforeEach(() => {
  vi.useFakeTimers();
  queries = createQueryClient(() => {});
});
afterEach(() => {
  queries.clear();
  vi.useRealTimers();
});

const limited = new CallError('rate_limited', 'too many calls', { retryAfterSeconds: 7 });

it.each([
  ['no interval', {}],
  ['an interval of its own', { refetchInterval: () => false as const }],
])('loads a page with %s again after the limit refused it', async (_, options) => {
  const ask = vi.fn().mockRejectedValueOnce(limited).mockRejectedValueOnce(limited).mockResolvedValue('loaded');
  const observer = new QueryObserver(queries, { queryKey: ['page'], queryFn: ask, ...options });
  const stop = observer.subscribe(() => {});
  await vi.advanceTimersByTimeAsync(13_900);
  expect(observer.getCurrentResult()).toMatchObject({ error: limited });
  expect(ask).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(200);
  expect(observer.getCurrentResult()).toMatchObject({ data: 'loaded', error: null });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ask).toHaveBeenCalledTimes(3);
  stop();
});

it('does not load a page that is no longer shown', async () => {
  const ask = vi.fn().mockRejectedValue(limited);
  const stop = new QueryObserver(queries, { queryKey: ['page'], queryFn: ask }).subscribe(() => {});
  await vi.advanceTimersByTimeAsync(100);
  stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ask).toHaveBeenCalledTimes(1);
});

it('does not load the first pages of a list again because the limit refused the next one', async () => {
  const ask = vi.fn(async ({ pageParam }: { pageParam: string }) => {
    if (pageParam !== '') throw limited;
    return { nextCursor: 'second' };
  });
  const observer = new InfiniteQueryObserver(queries, { queryKey: ['list'], queryFn: ask, ...byCursor });
  const stop = observer.subscribe(() => {});
  await vi.advanceTimersByTimeAsync(100);
  await observer.fetchNextPage();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ask.mock.calls.map(([{ pageParam }]) => pageParam)).toEqual(['', 'second']);
  stop();
});
