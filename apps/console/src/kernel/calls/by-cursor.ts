/** Paging options of `useInfiniteQuery`. */
export const byCursor = {
  initialPageParam: '',
  getNextPageParam: ({ nextCursor }: { nextCursor: string | null }) => nextCursor ?? undefined,
};

/** Argument for a page. Empty for the first page. */
export function cursorArgument(cursor: string): { cursor?: string } {
  return cursor === '' ? {} : { cursor };
}
