import { Link } from '@tanstack/react-router';
import type { OutputOf } from '../../kernel/calls/call.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { StateDot } from '../../kernel/signs/state-dot.tsx';
import { denials, explanation as strings } from '../strings.ts';
import styles from './explanation.module.css';
import { type AccessCheck, sayRemedy } from './remedy.ts';

type Explained = OutputOf<'explain_access'>;

const byCheck: Record<AccessCheck, string> = denials;

/** Which check denies the call, and the smallest change that would let it through. */
export function Explanation({ of: { allowed, refusal, change } }: { of: Explained }) {
  const { orgId } = useMembership();
  return (
    <div className={styles.explanation} role="status" data-allowed={allowed}>
      <p>
        <StateDot state={allowed ? 'on' : 'waiting'} />
        {refusal ? <b>{byCheck[refusal.check]}</b> : <b>{strings.allowed}</b>}
      </p>
      {refusal && change && (
        <p>
          {sayRemedy(refusal.check, change)}{' '}
          {change.operation === 'create_key' && typeof change.arguments.agentId === 'string' && (
            <Link to="/$orgId/agents/connect" params={{ orgId }} search={{ agentId: change.arguments.agentId }}>
              {strings.createKey}
            </Link>
          )}
          {change.operation === 'begin_service_account' && typeof change.arguments.connectionId === 'string' && (
            <Link
              to="/$orgId/services/$connectionId"
              params={{ orgId, connectionId: change.arguments.connectionId }}
              search={{ tab: 'account' }}
            >
              {strings.connectAccount}
            </Link>
          )}
        </p>
      )}
    </div>
  );
}
