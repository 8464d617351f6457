import { actsForAll } from '@gatehouse/domain';
import { Link } from '@tanstack/react-router';
import { useMembership } from '../../kernel/membership/membership.ts';
import styles from './frame.module.css';

/** Says on every page that agents are read-only. // D85 */
export function ReadOnlyLine() {
  const membership = useMembership();
  const { orgId, agentsReadOnly } = membership;
  if (!agentsReadOnly) return null;
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
