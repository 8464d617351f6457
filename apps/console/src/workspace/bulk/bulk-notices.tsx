import { hourMs } from '@gatehouse/domain';
import { ActionIcon, Button } from '@mantine/core';
import { type Query, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { askPatiently } from '../../kernel/calls/ask-patiently.ts';
import { CallError, call } from '../../kernel/calls/call.ts';
import { toolQuery } from '../../kernel/calls/queries.ts';
import { X } from '../../kernel/icons/icons.ts';
import { affectedByOwnChange, isAffected } from '../../kernel/live/affected.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import styles from '../../kernel/notices/notice-line.module.css';
import { messageOf } from '../../kernel/states/failed.tsx';
import { sayError } from '../../kernel/states/say-error.ts';
import { number } from '../../kernel/words/count-words.ts';
import { type BulkChange, canUndo, isAtWork, sayBulk } from './bulk-words.ts';
import { dismissBulk, useKeptBulk } from './kept-bulk.ts';
import { bulkList, endBulk } from './use-bulk-change.ts';

/** Interval between progress requests, while the gateway works on its own. */
const askEveryMs = 1000;
/** Maximum time for which Undo is offered. */
const offeredMs = hourMs;
/** Time for which an undone change is shown. It has no buttons. */
const undoneMs = 10_000;

/** Progress of the bulk changes that this person has begun in any tab, with Stop, and then Undo until it has worked. */
export function BulkNotices() {
  const { orgId } = useMembership();
  const dismissed = useKeptBulk(orgId);
  const { data } = useQuery({
    ...bulkList(orgId),
    enabled: dismissed !== undefined,
    refetchInterval: ({ state }) => (state.data?.bulkChanges.some(isAtWork) ? askEveryMs : false),
  });
  const changes = data?.bulkChanges ?? [];
  useEnds(changes);
  if (dismissed === undefined) return null;
  const atWork = changes.filter(isAtWork);
  const last = changes.find((change) => !isAtWork(change));
  const isOffered = last && !dismissed.includes(last.bulkChangeId) && Date.now() - (last.endedAt ?? 0) < offeredMs;
  return [...(isOffered ? [last] : []), ...atWork].map((change) => <BulkNotice key={change.bulkChangeId} change={change} />);
}

/** Reloads lists when a change has ended, in any tab. */
function useEnds(changes: readonly BulkChange[]): void {
  const { orgId } = useMembership();
  const queries = useQueryClient();
  const atWork = useRef(new Set<string>());
  useEffect(() => {
    for (const change of changes) {
      const id = change.bulkChangeId;
      if (isAtWork(change)) atWork.current.add(id);
      else if (atWork.current.delete(id))
        void queries.invalidateQueries({ queryKey: [orgId], predicate: isOld }).finally(() => endBulk(id));
    }
  }, [changes, queries, orgId]);
}

/** Answers that a change of items or tasks can have made old. */
const isOld = ({ queryKey }: Pick<Query, 'queryKey'>) => queryKey[1] === 'browse_tasks' || isAffected(queryKey, affectedByOwnChange);

function BulkNotice({ change }: { change: BulkChange }) {
  const { orgId } = useMembership();
  const { bulkChangeId, state, failed, kept, takeBackId } = change;
  const send = useSend(change);
  const dismiss = () => dismissBulk(orgId, bulkChangeId);
  const dismissLater = useRef(dismiss);
  dismissLater.current = dismiss;
  useEffect(() => {
    if (state !== 'undone' || kept) return undefined;
    const timer = setTimeout(() => dismissLater.current(), undoneMs);
    return () => clearTimeout(timer);
  }, [state, kept]);
  return (
    <div className={styles.notice} data-kind={failed > 0 ? 'failed' : 'done'}>
      <span>
        {sayBulk(change)}
        {failed > 0 && <Refused change={change} />}
      </span>
      {isAtWork(change) && (
        <Button variant="subtle" loading={send.isPending} onClick={() => send.mutate('stop_bulk_change')}>
          Stop
        </Button>
      )}
      {canUndo(change) && (
        <Button variant="subtle" loading={send.isPending} onClick={() => send.mutate('undo_bulk_change')}>
          Undo
        </Button>
      )}
      {state === 'undone' && takeBackId !== null && Boolean(kept) && (
        <Link to="/$orgId/activity/take-back/$takeBackId" params={{ orgId, takeBackId }}>
          Details
        </Link>
      )}
      {!isAtWork(change) && (
        <ActionIcon aria-label="Dismiss" onClick={dismiss}>
          <X size={14} />
        </ActionIcon>
      )}
    </div>
  );
}

/** Sends a call. Waits if the calls of this minute are used up. Undo stays available until the gateway has received it. */
function useSend({ bulkChangeId }: BulkChange) {
  const { orgId } = useMembership();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (tool: 'stop_bulk_change' | 'undo_bulk_change') =>
      askPatiently(() => call(orgId, tool, { bulkChangeId }), new AbortController().signal),
    onError: sayError,
    onSettled: () => queries.invalidateQueries({ queryKey: bulkList(orgId).queryKey }),
  });
}

/** Number of refused items, with the reason of the first. */
function Refused({ change: { bulkChangeId, failed, state } }: { change: BulkChange }) {
  const { orgId } = useMembership();
  const { data } = useQuery({ ...toolQuery(orgId, 'read_bulk_change', { bulkChangeId }), enabled: state !== 'working' });
  const [first, another] = data?.failures ?? [];
  const why = first && messageOf(new CallError(first.code as CallError['code'], first.message, { reason: first.reason ?? undefined }));
  return ` ${number(failed)} failed.${why ? ` ${why}` : ''}${another ? ' Others failed for other reasons.' : ''}`;
}
