import { useCallback, useEffect, useState } from 'react';

/** After a page that failed: what refuses it would else be asked again as fast as it answers. */
const againAfterMs = 5000;

interface NextPage {
  hasNextPage: boolean;
  isFetching: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => Promise<unknown>;
}

/** Asks for page after page as long as another one is wanted. */
export function usePagesAhead(isWanted: boolean, { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage }: NextPage): void {
  const isNext = isWanted && hasNextPage && !isFetching;
  useEffect(() => {
    if (!isNext) return;
    if (!isFetchNextPageError) {
      void fetchNextPage();
      return;
    }
    const timer = setTimeout(() => void fetchNextPage(), againAfterMs);
    return () => clearTimeout(timer);
  }, [isNext, isFetchNextPageError, fetchNextPage]);
}

/** What asks for the next page of a list, and does nothing at the end. `key` changes when the pages are of another list. */
export function useMore(key: string, list: NextPage & { data: { pages: readonly unknown[] } | undefined }): () => void {
  const count = list.data?.pages.length ?? 0;
  const [wanted, setWanted] = useState({ key, count: 0 });
  usePagesAhead(wanted.key === key && wanted.count > count, list);
  return useCallback(() => setWanted({ key, count: count + 1 }), [key, count]);
}
