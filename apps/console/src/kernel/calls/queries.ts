import { minuteMs } from '@gatehouse/domain';
import { QueryCache, QueryClient, type QueryMeta, queryOptions } from '@tanstack/react-query';
import { CallError, call, type InputOf, type ToolName } from './call.ts';

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
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { meta }) => {
        if (error instanceof CallError && error.code === 'unauthorized' && meta?.maySignOut !== false) onSignedOut();
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        gcTime: 30 * minuteMs,
        // Refusals stay as they are; what failed on the way is tried twice more.
        retry: (failures, error) => failures < 2 && error instanceof CallError && error.code === 'offline',
        retryDelay: (failures) => 400 * 2 ** failures,
        // A page that used up the calls of a minute says so, and loads by itself when there are more.
        refetchInterval: ({ state: { error } }) => (error instanceof CallError && secondsToWait(error) * 1000) || false,
      },
    },
  });
}

/** Seconds after which a call refused by the limit can be repeated. 0 for other errors. */
function secondsToWait({ code, retryAfterSeconds }: CallError): number {
  return code === 'rate_limited' ? (retryAfterSeconds ?? 0) : 0;
}

/** Asks again for what could not be answered, when the gateway is back: pages recover by themselves. */
export async function refetchFailed(queries: QueryClient): Promise<void> {
  await queries.refetchQueries({
    type: 'active',
    predicate: ({ state }) => state.error instanceof CallError && state.error.code === 'offline',
  });
}
