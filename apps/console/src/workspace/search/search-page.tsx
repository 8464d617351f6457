import { dayMs } from '@gatehouse/domain';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useRef } from 'react';
import { useBindings } from '../../kernel/keyboard/bindings.ts';
import { Page } from '../../kernel/layout/page.tsx';
import { AddressText } from '../../kernel/list/address-text.tsx';
import type { Column } from '../../kernel/list/column.ts';
import { List } from '../../kernel/list/list.tsx';
import { Time } from '../../kernel/signs/time.tsx';
import { Empty } from '../../kernel/states/empty.tsx';
import { FirstRows } from '../../kernel/states/first-rows.tsx';
import { countSoFar } from '../../kernel/words/count-words.ts';
import { useFolders } from '../documents/use-folders.ts';
import { pathName } from '../item/folder-tree.ts';
import { useItemFacts } from '../item/use-item-facts.ts';
import { type Findable, find } from './findables.ts';
import { isOfKind } from './of-kind.ts';
import styles from './search.module.css';
import { SearchFilters } from './search-filters.tsx';
import { periods, readSought, type Sought } from './sought.ts';
import { useFindables } from './use-findables.tsx';

const route = getRouteApi('/$orgId/search');

/** Maximum results. People add a word instead of reading more. */
const maxShown = 200;

/** A result. Items have a folder and a time. */
interface Row extends Findable {
  folder?: string | undefined;
  updatedAt?: number;
}

/** Search page: lists entries whose names match, and items whose texts match, with a preview of the match. */
export function SearchPage() {
  const sought = route.useSearch();
  const navigate = route.useNavigate();
  const { q = '' } = sought;
  const field = useRef<HTMLInputElement>(null);
  const change = (next: Sought) => void navigate({ search: readSought({ ...next }), replace: true });
  const { rows, folders, isMore, isSearching } = useResults(sought);
  useBindings('Search', [{ keys: '/', does: 'Go to the search field', run: () => field.current?.focus() }]);
  return (
    <Page
      title="Search"
      isFilled
      toolbar={
        <>
          <AddressText
            fieldRef={field}
            label="Search for"
            placeholder="Search names and texts"
            className={styles.field}
            isFirst
            text={q}
            onText={(text) => change({ ...sought, q: text })}
            onKeyDown={(event) => {
              if (event.key === 'ArrowDown') document.querySelector<HTMLElement>('#content [role=grid]')?.focus();
              else if (event.key === 'Enter') rows[0]?.open();
              else return;
              event.preventDefault();
            }}
          />
          <SearchFilters sought={sought} folders={folders} onChange={change} />
          <span className={styles.count} role="status">
            {isSearching ? 'Searching…' : countSoFar(rows.length, isMore || rows.length === maxShown, 'result')}
          </span>
        </>
      }
    >
      {rows.length > 0 ? (
        <List label="Results" rows={rows} columns={columns} keyOf={keyOf} onOpen={open} />
      ) : isSearching ? (
        <FirstRows />
      ) : (
        <Empty title="No results">Try fewer or other words{isNarrowed(sought) ? ', or remove a filter' : ''}.</Empty>
      )}
    </Page>
  );
}

const isNarrowed = ({ kind, folder, changed }: Sought) => kind !== undefined || folder !== undefined || changed !== undefined;

/** Finds the results that match the filters, and their folders. */
function useResults({ q = '', kind, folder, changed }: Sought) {
  const { findables, isMore, isSearching } = useFindables(q, folder);
  const { tree } = useFolders();
  const found = useMemo(() => {
    const ofKind = kind === undefined ? findables : findables.filter(({ id, kind: named }) => isOfKind(kind, id, named));
    // With a folder, keep only text hits, which the gateway limits to that folder. Names match everywhere.
    return find(q, folder === undefined ? ofKind : ofKind.filter(({ isInText }) => isInText), maxShown);
  }, [q, kind, folder, findables]);
  const facts = useItemFacts(useMemo(() => found.flatMap(({ itemId }) => itemId ?? []), [found]));
  const rows = useMemo(() => {
    const since = changed === undefined ? undefined : Date.now() - periods[changed] * dayMs;
    return found.flatMap((one): Row[] => {
      const of = facts.get(one.itemId ?? '');
      if (since !== undefined && (of === undefined || of.updatedAt < since)) return [];
      if (!of) return [one];
      return [
        {
          ...one,
          updatedAt: of.updatedAt,
          ...(of.folderId !== null && { folder: pathName(tree.pathTo(of.folderId)) || of.folderName }),
        },
      ];
    });
  }, [found, facts, changed, tree]);
  const folders = useMemo(() => {
    const ids = new Set([...(folder === undefined ? [] : [folder]), ...[...facts.values()].flatMap(({ folderId }) => folderId ?? [])]);
    const choices = [...ids].map((id) => ({ id, path: pathName(tree.pathTo(id)) })).filter(({ path }) => path !== '');
    return choices.toSorted((one, other) => one.path.localeCompare(other.path));
  }, [folder, facts, tree]);
  return { rows, folders, isMore, isSearching };
}

const keyOf = ({ id }: Row) => id;
const open = (found: Row) => found.open();

const columns: Column<Row>[] = [
  {
    id: 'name',
    title: 'Name',
    width: 'minmax(160px, 2fr)',
    cell: ({ icon, title }) => (
      <>
        {icon}
        <span className={styles.title} title={title}>
          {title}
        </span>
      </>
    ),
  },
  {
    id: 'text',
    title: 'Text',
    width: 'minmax(160px, 3fr)',
    from: 680,
    cell: ({ preview }) => <span className={styles.text}>{preview}</span>,
  },
  {
    id: 'folder',
    title: 'Folder',
    width: 'minmax(96px, 1fr)',
    from: 900,
    cell: ({ folder }) => (
      <span className={styles.text} title={folder}>
        {folder}
      </span>
    ),
  },
  { id: 'kind', title: 'Type', width: 'minmax(96px, 1fr)', cell: ({ kind }) => <span className={styles.text}>{kind}</span> },
  {
    id: 'changed',
    title: 'Changed',
    width: '96px',
    from: 480,
    cell: ({ updatedAt }) => updatedAt !== undefined && <Time at={updatedAt} />,
  },
];
