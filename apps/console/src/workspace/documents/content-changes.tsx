import { dayMs } from '@gatehouse/domain';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useRows } from '../../kernel/calls/pages.ts';
import { Section } from '../../kernel/layout/side-panel.tsx';
import { useMembership } from '../../kernel/membership/membership.ts';
import { Failed } from '../../kernel/states/failed.tsx';
import { ChangeRow } from '../history/change-row.tsx';
import { keyOf } from '../history/changes.tsx';
import styles from '../history/history.module.css';
import { useItemFacts } from '../item/use-item-facts.ts';
import { TakeBackCall } from '../offers/take-back-call.tsx';

/** Days that the list goes back. An item's own history goes back further. */
const days = 30;

/** Changes to what is in a folder and below it, newest first, each with its item. */
export function ContentChanges({ folderId }: { folderId: string }) {
  const { orgId } = useMembership();
  const [since] = useState(() => Date.now() - days * dayMs);
  const { rows, error, more, hasNextPage } = useRows(orgId, 'list_changes', { folderId, deep: true, since }, 'changes');
  const changes = useMemo(() => rows?.filter(({ subjectId }) => subjectId !== folderId), [rows, folderId]);
  const facts = useItemFacts(useMemo(() => [...new Set(changes?.map(({ subjectId }) => subjectId))], [changes]));
  if (changes?.length === 0 && !hasNextPage) return null;
  return (
    <Section title={`Contents, last ${days} days`}>
      {error && <Failed error={error} />}
      <ol className={styles.versions}>
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
      </ol>
      {hasNextPage && (
        <Button variant="subtle" size="compact-xs" onClick={more}>
          Show older changes
        </Button>
      )}
    </Section>
  );
}
