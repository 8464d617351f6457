import { useQuery } from '@tanstack/react-query';
import { toolQuery } from '../../kernel/calls/queries.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { exactTime } from '../../kernel/words/time-words.ts';
import styles from './home.module.css';

/** Line with the end of access through linked groups. // D77.2 */
export function LinkedGroupsLine() {
  const { orgId } = useMembership();
  const groups = useQuery(toolQuery(orgId, 'whoami', {})).data?.groups ?? [];
  const linked = groups.flatMap(({ name, endsAt }) => (endsAt === null ? [] : [{ name, endsAt }]));
  const [first] = linked;
  if (!first) return null;
  const names = linked.map(({ name }) => name).join(', ');
  return (
    <p className={styles.linkedGroups}>
      Your access through {names} ends {exactTime(first.endsAt)}. Sign in with the company again to keep it longer.
    </p>
  );
}
