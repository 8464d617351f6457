/** Paging options of `useInfiniteQuery`. */
export const byCursor = {
  initialPageParam: '',
  getNextPageParam: ({ nextCursor }: { nextCursor: string | null }) => nextCursor ?? undefined,
};

/** The argument that asks for a page; none for the first. */
export function cursorArgument(cursor: string): { cursor?: string } {
  return cursor === '' ? {} : { cursor };
}
