import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useRef } from 'react';
import { useBindings } from '../../kernel/keyboard/bindings.ts';
import { Page } from '../../kernel/layout/page.tsx';
import { AddressText } from '../../kernel/list/address-text.tsx';
import type { Column } from '../../kernel/list/column.ts';
import { List } from '../../kernel/list/list.tsx';
import { Empty } from '../../kernel/states/empty.tsx';
import { FirstRows } from '../../kernel/states/first-rows.tsx';
import { countSoFar } from '../../kernel/words/count-words.ts';
import { type Findable, find } from './findables.ts';
import { KindMenu } from './kind-menu.tsx';
import { isOfKind } from './of-kind.ts';
import styles from './search.module.css';
import type { Sought } from './sought.ts';
import { useFindables } from './use-findables.tsx';

const route = getRouteApi('/$orgId/search');

/** Maximum results. People add a word instead of reading more. */
const maxShown = 200;

/** Search page: entries with the text in their name, and items with it in their own text, with the place. */
export function SearchPage() {
  const sought = route.useSearch();
  const navigate = route.useNavigate();
  const { q = '', kind } = sought;
  const field = useRef<HTMLInputElement>(null);
  const change = (next: Sought) => void navigate({ search: next, replace: true });
  const { findables, isMore, isSearching } = useFindables(q);
  const found = useMemo(
    () => find(q, kind === undefined ? findables : findables.filter(({ id, kind: named }) => isOfKind(kind, id, named)), maxShown),
    [q, kind, findables],
  );
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
            onText={(text) => change({ ...(kind && { kind }), ...(text !== '' && { q: text }) })}
            onKeyDown={(event) => {
              if (event.key === 'ArrowDown') document.querySelector<HTMLElement>('#content [role=grid]')?.focus();
              else if (event.key === 'Enter') found[0]?.open();
              else return;
              event.preventDefault();
            }}
          />
          <KindMenu kind={kind} onChange={(next) => change({ ...(q !== '' && { q }), ...(next && { kind: next }) })} />
          <span className={styles.count} role="status">
            {isSearching ? 'Searching…' : countSoFar(found.length, isMore || found.length === maxShown, 'result')}
          </span>
        </>
      }
    >
      {found.length > 0 ? (
        <List label="Results" rows={found} columns={columns} keyOf={keyOf} onOpen={open} />
      ) : isSearching ? (
        <FirstRows />
      ) : (
        <Empty title="No results">Try fewer or other words.</Empty>
      )}
    </Page>
  );
}

const keyOf = ({ id }: Findable) => id;
const open = (found: Findable) => found.open();

const columns: Column<Findable>[] = [
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
  { id: 'kind', title: 'Type', width: 'minmax(96px, 1fr)', cell: ({ kind }) => <span className={styles.text}>{kind}</span> },
];
