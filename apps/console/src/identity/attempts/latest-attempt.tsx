import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { toolQuery } from '../../kernel/calls/queries.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { latestAttempt as strings } from '../strings.ts';
import { Attempt } from './attempt.tsx';
import styles from './attempts.module.css';

const everyMs = 3000;

/** How far the client has come that is being connected: the newest attempt since this was shown. */
export function LatestAttempt() {
  const { orgId } = useMembership();
  const [shownAt] = useState(() => Date.now());
  const { data } = useQuery({ ...toolQuery(orgId, 'list_connect_attempts', { limit: 1 }), refetchInterval: everyMs });
  const latest = data?.attempts.find(({ lastAt }) => lastAt >= shownAt);
  return (
    <div role="status">
      {latest ? <Attempt of={latest} /> : <p className={styles.waiting}>{strings.waitingForClientToSign}</p>}
      <p className={styles.waiting}>
        <Link to="/$orgId/agents/attempts" params={{ orgId }}>
          {strings.connectDoctor}
        </Link>{' '}
        {strings.listsEveryAttemptFromLast}
      </p>
    </div>
  );
}
