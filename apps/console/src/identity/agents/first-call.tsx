import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useMembership } from '../../kernel/membership/membership.ts';
import { Entrance } from '../../kernel/signs/entrance.tsx';
import { StateDot } from '../../kernel/signs/state-dot.tsx';
import { codeInText } from '../../kernel/words/code-words.ts';
import { duration } from '../../kernel/words/time-words.ts';
import styles from './first-call.module.css';
import { useFirstCall } from './use-first-call.ts';

/** Waits for the first call of a key, and shows it. */
export function FirstCall({ keyId, onCalled }: { keyId: string; onCalled?: (() => void) | undefined }) {
  const { orgId } = useMembership();
  const row = useFirstCall(keyId);
  const isCalled = row !== undefined;
  useEffect(() => {
    if (isCalled) onCalled?.();
  }, [isCalled, onCalled]);
  const state = row === undefined ? 'waiting' : row.outcome === 'ok' ? 'ok' : 'refused';
  return (
    <p className={styles.first} role="status" data-state={state}>
      <StateDot state={row ? (state === 'ok' ? 'on' : 'waiting') : 'waiting'} />
      {row ? (
        <span>
          <b>{row.serviceTool ?? row.tool}</b> over <Entrance entrance={row.entrance} /> {row.sdk && `from ${row.sdk}`}{' '}
          {state === 'ok' ? `in ${duration(row.durationMicros)}` : <>failed: {codeInText(row.reason ?? row.outcome)}. The key works: </>}
          {state === 'refused' && (
            <Link to="/$orgId/activity" params={{ orgId }} search={{ keyId }}>
              see what went wrong
            </Link>
          )}
        </span>
      ) : (
        'Waiting for the first call…'
      )}
    </p>
  );
}
