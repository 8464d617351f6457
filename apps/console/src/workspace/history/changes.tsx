import type { InputOf } from '../../kernel/calls/call.ts';
import { useRows } from '../../kernel/calls/pages.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { TakeBackCall } from '../offers/take-back-call.tsx';
import { ViewAsItWas } from '../past/view-as-it-was.tsx';
import { ChangeList } from './change-list.tsx';
import { ChangeRow } from './change-row.tsx';
import type { Change } from './change-words.ts';

/** List of loaded changes of an item, folder or task, of comments on it, and of decisions about agents' changes, newest first. */
export function useChangesOf(subject: Pick<InputOf<'list_changes'>, 'itemId' | 'folderId' | 'taskId'>) {
  const { orgId } = useMembership();
  return useRows(orgId, 'list_changes', { ...subject, include: ['comments', 'reviews'] }, 'changes');
}

/** The history of a folder or a task, in a panel. */
export function Changes({ subject }: { subject: { folderId: string } | { taskId: string } }) {
  const changes = useChangesOf(subject);
  return (
    <ChangeList title="History" of={changes}>
      {changes.rows?.map((change) => (
        <li key={keyOf(change)}>
          <ChangeRow change={change} />
          {'folderId' in subject && change.what !== 'deleted' && <ViewAsItWas subject={subject} at={change.at} />}
          {canTakeBack(change) && <TakeBackCall requestId={change.requestId} at={change.at} />}
        </li>
      ))}
    </ChangeList>
  );
}

/** False for comments and decisions. Declining a change makes its own version, which can be taken back. */
export const canTakeBack = ({ what }: Change): boolean => what !== 'commented' && what !== 'reviewed';

/** Unique because one call changes a subject once and makes at most one version. */
export const keyOf = ({ requestId, version, what, at }: Change): string => `${version ?? what} ${requestId ?? ''} ${at}`;
