import { actsForAll } from '@gatehouse/domain';
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, type OutputOf } from '../../kernel/calls/call.ts';
import { useRows } from '../../kernel/calls/pages.ts';
import { Confirm } from '../../kernel/forms/confirm.tsx';
import { Page } from '../../kernel/layout/page.tsx';
import type { Column } from '../../kernel/list/column.ts';
import { List } from '../../kernel/list/list.tsx';
import { useMembership } from '../../kernel/membership/membership.ts';
import { sayDone } from '../../kernel/notices/notices.ts';
import { ItemIcon } from '../../kernel/signs/item-icon.tsx';
import { Time } from '../../kernel/signs/time.tsx';
import { Empty } from '../../kernel/states/empty.tsx';
import { ListStates } from '../../kernel/states/list-states.tsx';
import { sayError } from '../../kernel/states/say-error.ts';
import { count } from '../../kernel/words/count-words.ts';
import { typeNames } from '../../kernel/words/type-names.ts';
import { hide, useStaying } from '../bulk/leaving.ts';
import { useBulkChange } from '../bulk/use-bulk-change.ts';
import { refreshItems, useItemChange } from '../item/use-item-changes.ts';
import styles from './documents.module.css';

type Trashed = OutputOf<'list_trash'>['items'][number];

/** Items that can be restored, last deleted first. */
export function TrashPage() {
  const membership = useMembership();
  const { orgId } = membership;
  const trash = useRows(orgId, 'list_trash', {}, 'items');
  const { restore, purge } = useTrash();
  const shown = useStaying(trash.rows ?? noRows, keyOf);
  const mayPurge = actsForAll(membership);
  return (
    <Page
      title="Trash"
      crumbs={[{ title: 'Documents', to: `/${orgId}/documents` }]}
      isFilled
      actions={mayPurge && trash.rows && trash.rows.length > 0 && <EmptyTrash />}
    >
      <ListStates
        of={trash}
        empty={<Empty title="The trash is empty">Deleted items stay here for a while. You can restore them with their history.</Empty>}
      >
        {() => (
          <List
            label="Trash"
            rows={shown}
            columns={columns}
            keyOf={keyOf}
            onEndNear={trash.more}
            actions={(item) => (
              <>
                <Button variant="subtle" size="compact-xs" onClick={() => restore([item])} aria-label={`Restore ${item.name}`}>
                  Restore
                </Button>
                {mayPurge && (
                  <Confirm label="Delete" about={item.name} verb="Delete forever" isPending={false} isSmall onConfirm={() => purge([item])}>
                    <p>
                      {item.name} and its history will be deleted forever. This can't be undone. If you leave it in the trash, it is deleted{' '}
                      <Time at={item.purgedAfter} />.
                    </p>
                  </Confirm>
                )}
              </>
            )}
            selectionActions={(chosen) => (
              <>
                <Button variant="default" onClick={() => restore(chosen)}>
                  Restore
                </Button>
                {mayPurge && (
                  <Confirm
                    label="Delete"
                    about={count(chosen.length, 'item')}
                    verb="Delete forever"
                    isPending={false}
                    onConfirm={() => purge(chosen)}
                  >
                    <p>{count(chosen.length, 'item')} will be deleted forever, with all history. This can't be undone.</p>
                  </Confirm>
                )}
              </>
            )}
          />
        )}
      </ListStates>
    </Page>
  );
}

const keyOf = ({ id }: Trashed) => id;
const noRows: readonly Trashed[] = [];

const columns: Column<Trashed>[] = [
  {
    id: 'name',
    title: 'Name',
    width: 'minmax(140px, 3fr)',
    cell: (item) => (
      <>
        <ItemIcon of={{ type: item.type, kind: 'other' }} />
        <span className={styles.name} title={item.name}>
          {item.name}
        </span>
      </>
    ),
  },
  {
    id: 'kind',
    title: 'Type',
    width: '84px',
    from: 480,
    cell: ({ type }) => <span className={styles.dim}>{typeNames[type]}</span>,
  },
  { id: 'deleted', title: 'Deleted', width: '104px', cell: ({ deletedAt }) => <Time at={deletedAt} /> },
  {
    id: 'gone',
    title: 'Deleted forever',
    width: 'minmax(104px, 200px)',
    from: 480,
    cell: ({ purgedAfter }) => <Time at={purgedAfter} />,
  },
];

/**
 * Restores items or deletes them forever: one item with its own call, several with one bulk change that continues after the page closes.
 */
function useTrash() {
  const { orgId } = useMembership();
  const run = useItemChange();
  const change = useBulkChange();
  const changeMany = (action: 'restore' | 'purge', items: readonly Trashed[]) => {
    const itemIds = items.map(keyOf);
    void change({ action, itemIds }, hide(itemIds));
  };
  const changeOne = (action: 'restore' | 'purge', { id, name }: Trashed) =>
    run.mutate(async () => {
      await call(orgId, `${action}_item`, { itemId: id });
      sayDone(`${name} ${action === 'restore' ? 'restored' : 'deleted forever'}.`);
    });
  const doTo = (action: 'restore' | 'purge') => (items: readonly Trashed[]) => {
    const [item, another] = items;
    if (another) changeMany(action, items);
    else if (item) changeOne(action, item);
  };
  return { restore: doTo('restore'), purge: doTo('purge') };
}

/** Deletes a few items per call. Items deleted meanwhile stay in the trash. */
function EmptyTrash() {
  const { orgId } = useMembership();
  const queries = useQueryClient();
  const [removed, setRemoved] = useState(0);
  const empty = useMutation({
    async mutationFn() {
      const deletedUpTo = Date.now();
      let gone = 0;
      for (let isDone = false; !isDone; setRemoved(gone)) {
        const step = await call(orgId, 'empty_trash', { deletedUpTo });
        gone += step.removedItems;
        isDone = step.isDone;
      }
      return gone;
    },
    onSuccess: (gone) => sayDone(`${count(gone, 'item')} deleted forever.`),
    onError: sayError,
    onSettled: () => refreshItems(queries, orgId),
  });
  return (
    <>
      {empty.isPending && <span role="status">Deleting… {count(removed, 'item')}</span>}
      <Confirm label="Empty trash" verb="Delete everything forever" isPending={empty.isPending} onConfirm={() => empty.mutate()}>
        <p>
          Everything in the organization's trash will be deleted forever, including items in folders that you can't see. This can't be
          undone.
        </p>
      </Confirm>
    </>
  );
}
