import { minuteMs } from '@gatehouse/domain';
import { type Query, QueryCache, QueryClient, type QueryMeta, queryOptions } from '@tanstack/react-query';
import { CallError, call, type InputOf, statedPauseMs, type ToolName } from './call.ts';

/** Query of a call. Its cache key is the organization, the tool and the arguments. */
export function toolQuery<Name extends ToolName>(orgId: string | undefined, name: Name, input: InputOf<Name>, meta: QueryMeta = {}) {
  return queryOptions({
    queryKey: [orgId ?? '', name, input] as const,
    queryFn: ({ signal }) => call(orgId, name, input, signal),
    meta,
  });
}

/** `onSignedOut` is called when a call is refused because the session has ended, unless its query has `maySignOut: false`. */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  const queries: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError(error, query) {
        if (!(error instanceof CallError)) return;
        if (error.code === 'unauthorized' && query.meta?.maySignOut !== false) onSignedOut();
        if (error.code === 'rate_limited') loadLater(queries, query, error);
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        gcTime: 30 * minuteMs,
        // Refusals are not repeated. Network failures are tried twice more.
        retry: (failures, error) => failures < 2 && error instanceof CallError && error.code === 'offline',
        retryDelay: (failures) => 400 * 2 ** failures,
      },
    },
  });
  return queries;
}

/** Loads a page again when the limit allows it. `usePagesAhead` repeats the next page of a list. */
function loadLater(queries: QueryClient, query: Query<unknown, unknown>, error: CallError): void {
  const pauseMs = statedPauseMs(error);
  if (pauseMs === undefined || query.state.fetchMeta?.fetchMore) return;
  const isStillRefused = (one: Query) => one.queryHash === query.queryHash && one.state.error === error;
  setTimeout(() => void queries.refetchQueries({ type: 'active', predicate: isStillRefused }, { cancelRefetch: false }), pauseMs);
}

/** Refetches failed queries when the gateway is back, so that pages recover automatically. */
export async function refetchFailed(queries: QueryClient): Promise<void> {
  await queries.refetchQueries({
    type: 'active',
    predicate: ({ state }) => state.error instanceof CallError && state.error.code === 'offline',
  });
}
