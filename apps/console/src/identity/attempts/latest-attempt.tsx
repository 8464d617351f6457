import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { toolQuery } from '../../kernel/calls/queries.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { Attempt } from './attempt.tsx';
import styles from './attempts.module.css';

const everyMs = 3000;

/** Progress of the client that is being connected: the newest attempt since this was shown. */
export function LatestAttempt() {
  const { orgId } = useMembership();
  const [shownAt] = useState(() => Date.now());
  const { data } = useQuery({ ...toolQuery(orgId, 'list_connect_attempts', { limit: 1 }), refetchInterval: everyMs });
  const latest = data?.attempts.find(({ lastAt }) => lastAt >= shownAt);
  return (
    <div role="status">
      {latest ? <Attempt of={latest} /> : <p className={styles.waiting}>Waiting for the client to sign in…</p>}
      <p className={styles.waiting}>
        <Link to="/$orgId/agents/attempts" params={{ orgId }}>
          Connect doctor
        </Link>{' '}
        lists every attempt from the last day.
      </p>
    </div>
  );
}
