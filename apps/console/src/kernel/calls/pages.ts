import { queryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { byCursor, cursorArgument } from './by-cursor.ts';
import { call, type InputOf, type OutputOf, type ToolName } from './call.ts';
import { useMore } from './pages-ahead.ts';

/** Lists that come by pages. */
export type PagedTool = {
  [Name in ToolName]: OutputOf<Name> extends { nextCursor: string | null } ? Name : never;
}[ToolName];

/** Fields with the rows of a page. */
type RowsField<Name extends PagedTool> = {
  [Field in keyof OutputOf<Name>]: OutputOf<Name>[Field] extends readonly unknown[] ? Field : never;
}[keyof OutputOf<Name>];

type RowOf<Name extends PagedTool, Field extends RowsField<Name>> = OutputOf<Name>[Field] extends readonly (infer Row)[] ? Row : never;

/** Maximum page length of the gateway. */
const pageLength = 200;
const shorterPages: Partial<Record<PagedTool, number>> = {
  browse_folder: 60,
  list_changes: 100,
  list_comments: 100,
  list_item_versions: 100,
  list_take_backs: 100,
  list_take_back_items: 30,
  preview_take_back: 100,
};
/** Names and choices use at most 5,000 entries. The rest is found by identifiers. */
const maxPages = 25;

/** Loaded part of a list. `more` loads the next page and does nothing at the end. */
export function usePages<Name extends PagedTool>(orgId: string, name: Name, input: InputOf<Name>) {
  const query = useInfiniteQuery({
    queryKey: [orgId, name, 'pages', input],
    queryFn: ({ pageParam, signal }) => call(orgId, name, pageInput(name, input, pageParam), signal),
    ...byCursor,
  });
  return { ...query, more: useMore(JSON.stringify([orgId, name, input]), query) };
}

/** Loaded rows of a list. Undefined until the first page has arrived. */
export function useRows<Name extends PagedTool, Field extends RowsField<Name>>(
  orgId: string,
  name: Name,
  input: InputOf<Name>,
  field: Field,
) {
  const { data, ...asked } = usePages(orgId, name, input);
  const rows = useMemo(() => data?.pages.flatMap((page) => rowsIn(page, field)), [data, field]);
  return { rows, firstPage: data?.pages[0], ...asked };
}

/**
 * Reads the rows of a page. TypeScript cannot infer the type of a field that depends on the tool, but `RowsField` contains only fields with
 * rows.
 */
function rowsIn<Name extends PagedTool, Field extends RowsField<Name>>(page: OutputOf<Name>, field: Field) {
  return page[field] as readonly RowOf<Name, Field>[];
}

/** Query for all pages of a list. */
export function allPagesQuery<Name extends PagedTool>(orgId: string, name: Name, input: InputOf<Name>) {
  return queryOptions({
    queryKey: [orgId, name, 'all pages', input] as const,
    async queryFn({ signal }) {
      const pages: OutputOf<Name>[] = [];
      let cursor: string | null = '';
      while (cursor !== null && pages.length < maxPages) {
        const page: OutputOf<Name> = await call(orgId, name, pageInput(name, input, cursor), signal);
        pages.push(page);
        cursor = page.nextCursor;
      }
      return pages;
    },
  });
}

/** Adds the two arguments that all lists have. */
function pageInput<Name extends PagedTool>(name: Name, input: InputOf<Name>, cursor: string): InputOf<Name> {
  return { ...input, limit: shorterPages[name] ?? pageLength, ...cursorArgument(cursor) };
}
