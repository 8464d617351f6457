import { dayMs } from '@gatehouse/domain';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useRows } from '../../kernel/calls/pages.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { ChangeList } from '../history/change-list.tsx';
import { ChangeRow } from '../history/change-row.tsx';
import { keyOf } from '../history/changes.tsx';
import { useItemFacts } from '../item/use-item-facts.ts';
import { TakeBackCall } from '../offers/take-back-call.tsx';

/** Maximum age of listed changes, in days. An item's own history goes back further. */
const days = 30;

/** List of changes to everything in a folder and below it, newest first, each with its item. */
export function ContentChanges({ folderId }: { folderId: string }) {
  const { orgId } = useMembership();
  const [since] = useState(() => Date.now() - days * dayMs);
  const found = useRows(orgId, 'list_changes', { folderId, deep: true, since }, 'changes');
  const changes = useMemo(() => found.rows?.filter(({ subjectId }) => subjectId !== folderId), [found.rows, folderId]);
  const facts = useItemFacts(useMemo(() => [...new Set(changes?.map(({ subjectId }) => subjectId))], [changes]));
  if (changes?.length === 0 && !found.hasNextPage) return null;
  return (
    <ChangeList title={`Contents, last ${days} days`} of={found}>
      {changes?.map((change) => {
        const item = facts.get(change.subjectId);
        return (
          <li key={`${change.subjectId} ${keyOf(change)}`}>
            {item && (
              <Link to="/$orgId/documents/item/$itemId" params={{ orgId, itemId: item.id }} search={{ history: true }}>
                {item.name}
              </Link>
            )}
            <ChangeRow change={change} />
            <TakeBackCall requestId={change.requestId} at={change.at} />
          </li>
        );
      })}
    </ChangeList>
  );
}
