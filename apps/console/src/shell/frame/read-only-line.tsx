import { actsForAll } from '@gatehouse/domain';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { toolQuery } from '../../kernel/calls/queries.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import styles from './frame.module.css';

/** Says on every page that agents are held to reading. // D85 */
export function ReadOnlyLine() {
  const membership = useMembership();
  const { orgId } = membership;
  const { data } = useQuery(toolQuery(orgId, 'whoami', {}));
  if (!data?.agentsReadOnly) return null;
  return (
    <p className={styles.readOnly} role="status">
      Agents can only read at the moment.{' '}
      {actsForAll(membership) ? (
        <Link to="/$orgId/settings" params={{ orgId }}>
          Settings
        </Link>
      ) : (
        'An owner or admin can let them write again.'
      )}
    </p>
  );
}
