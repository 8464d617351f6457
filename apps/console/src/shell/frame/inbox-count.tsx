import { VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { toolQuery } from '../../kernel/calls/queries.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { numberSoFar } from '../../kernel/words/count-words.ts';
import styles from './frame.module.css';

/** Number of unread entries of the inbox. // D86.6 */
export function InboxCount() {
  const { orgId } = useMembership();
  const { data } = useQuery(toolQuery(orgId, 'count_inbox', {}));
  if (!data || data.unread === 0) return null;
  return (
    <span className={styles.number}>
      {numberSoFar(data.unread, data.hasMore)} <VisuallyHidden>unread</VisuallyHidden>
    </span>
  );
}
