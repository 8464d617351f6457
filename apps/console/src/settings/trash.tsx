import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, type OutputOf } from '../calls/call.ts';
import { toolQuery } from '../calls/queries.ts';
import { Confirm } from '../forms/confirm.tsx';
import { sayDone, sayFailed } from '../notices/notices.ts';
import { actsForAll, useMembership } from '../session/membership.ts';
import { Time } from '../signs/time.tsx';
import { Failed, messageOf } from '../states/failed.tsx';
import { number } from '../words/count-words.ts';
import styles from './settings.module.css';

type Trashed = OutputOf<'list_trash'>['items'][number];

/** As many as the gateway lists. */
const most = 200;
const shownFirst = 8;

/** What can still be restored, last deleted first. */
export function Trash() {
  const { orgId } = useMembership();
  const [isOpen, setOpen] = useState(false);
  const { data, error, refetch } = useQuery(toolQuery(orgId, 'list_trash', { limit: most }));
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  const { items } = data;
  if (items.length === 0) return <p className={styles.note}>Nothing is in it.</p>;
  const shown = isOpen ? items : items.slice(0, shownFirst);
  return (
    <>
      <ul className={styles.list}>
        {shown.map((item) => (
          <TrashedItem key={item.id} item={item} />
        ))}
      </ul>
      {items.length > shown.length && (
        <div>
          <Button variant="subtle" onClick={() => setOpen(true)}>
            Show all {items.length < most ? number(items.length) : `last ${number(most)}`}
          </Button>
        </div>
      )}
    </>
  );
}

function TrashedItem({ item }: { item: Trashed }) {
  const membership = useMembership();
  const { orgId } = membership;
  const queries = useQueryClient();
  const onSettled = () => queries.invalidateQueries({ queryKey: [orgId, 'list_trash'] });
  const onError = (error: unknown) => sayFailed(messageOf(error));
  const restore = useMutation({
    mutationFn: () => call(orgId, 'restore_item', { itemId: item.id }),
    onSuccess: () => sayDone(`${item.name} is back.`),
    onError,
    onSettled,
  });
  const purge = useMutation({
    mutationFn: () => call(orgId, 'purge_item', { itemId: item.id }),
    onSuccess: () => sayDone(`${item.name} is gone for good.`),
    onError,
    onSettled,
  });
  return (
    <li>
      <span className={styles.what} title={item.name}>
        {item.name}
      </span>
      <span className={styles.note}>
        {item.type} · deleted <Time at={item.deletedAt} />
      </span>
      <Button variant="subtle" loading={restore.isPending} onClick={() => restore.mutate()} aria-label={`Restore ${item.name}`}>
        Restore
      </Button>
      {actsForAll(membership) && (
        <Confirm label="Delete" about={item.name} verb="Delete for good" isPending={purge.isPending} onConfirm={() => purge.mutate()}>
          <p>
            {item.name} and its whole history are removed, which cannot be taken back. Left alone it goes <Time at={item.purgedAfter} />.
          </p>
        </Confirm>
      )}
    </li>
  );
}
