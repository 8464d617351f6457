import { actsForAll } from '@gatehouse/domain';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useMembership } from '../../kernel/membership/membership.ts';
import { useFirstCall } from '../agents/use-first-call.ts';
import styles from './connect-page.module.css';

const shownBefore = 'gatehouse next steps were shown';

/** Suggestions after the first successful call of the first agent. Shown once per browser. */
export function NextSteps({ keyId, agentId }: { keyId: string; agentId: string }) {
  const membership = useMembership();
  const { orgId } = membership;
  const isWorking = useFirstCall(keyId)?.outcome === 'ok';
  const [isNew] = useState(() => localStorage.getItem(shownBefore) === null);
  useEffect(() => {
    if (isWorking) localStorage.setItem(shownBefore, 'yes');
  }, [isWorking]);
  if (!isWorking || !isNew) return null;
  return (
    <p className={styles.next}>
      <b>It works.</b> Next steps:{' '}
      <Link to="/$orgId/activity" params={{ orgId }} search={{ agentId }}>
        View activity
      </Link>
      {actsForAll(membership) && (
        <>
          {' · '}
          <Link to="/$orgId/people" params={{ orgId }}>
            Invite someone
          </Link>
        </>
      )}
      {' · '}
      <Link to="/$orgId/agents" params={{ orgId }} search={{ agent: agentId }}>
        View keys
      </Link>
    </p>
  );
}
