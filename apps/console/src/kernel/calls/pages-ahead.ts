import { useCallback, useEffect, useState } from 'react';
import { statedPauseMs } from './call.ts';

/** Pause after a failed page, which would otherwise be requested again in a loop, if the gateway does not state one. */
const againAfterMs = 5000;

interface NextPage {
  hasNextPage: boolean;
  isFetching: boolean;
  isFetchNextPageError: boolean;
  error: Error | null;
  fetchNextPage: () => Promise<unknown>;
}

/** Asks for page after page as long as another one is wanted. */
export function usePagesAhead(isWanted: boolean, { hasNextPage, isFetching, isFetchNextPageError, error, fetchNextPage }: NextPage): void {
  const isNext = isWanted && hasNextPage && !isFetching;
  const pauseMs = statedPauseMs(error) ?? againAfterMs;
  useEffect(() => {
    if (!isNext) return;
    if (!isFetchNextPageError) {
      void fetchNextPage();
      return;
    }
    const timer = setTimeout(() => void fetchNextPage(), pauseMs);
    return () => clearTimeout(timer);
  }, [isNext, isFetchNextPageError, pauseMs, fetchNextPage]);
}

/** Loads the next page of a list. Does nothing at the end. `key` changes with the list. */
export function useMore(key: string, list: NextPage & { data: { pages: readonly unknown[] } | undefined }): () => void {
  const count = list.data?.pages.length ?? 0;
  const [wanted, setWanted] = useState({ key, count: 0 });
  usePagesAhead(wanted.key === key && wanted.count > count, list);
  return useCallback(() => setWanted({ key, count: count + 1 }), [key, count]);
}
