import { Link } from '@tanstack/react-router';
import type { OutputOf } from '../calls/call.ts';
import { useMembership } from '../session/membership.ts';
import { StateDot } from '../signs/state-dot.tsx';
import styles from './explanation.module.css';

type Explained = OutputOf<'explain_access'>;

const checks: Record<NonNullable<Explained['refusal']>['check'], string> = {
  person: 'who the key acts for',
  key: 'whether the key works',
  tool: 'whether there is such a tool',
  access: 'the access of the key',
  key_limits: 'the limits of the key',
  role: 'the role of the person',
  item: 'what the person sees',
  protected: 'whether the item may be changed',
  connection: 'which services it reaches',
  service_tool: 'which tools of the service it reaches',
  held: 'whether the tool is approved',
  mode: 'whether the tool changes data',
  paused: 'whether the service is paused',
  account: 'whether an account is connected at the service',
};

/** The check that answers, what the call would be told, and the smallest change that would let it through. */
export function Explanation({ of: { allowed, refusal, change } }: { of: Explained }) {
  const { orgId } = useMembership();
  return (
    <div className={styles.explanation} role="status" data-allowed={allowed}>
      <p>
        <StateDot state={allowed ? 'on' : 'waiting'} />
        {refusal ? (
          <b>
            No: refused by {checks[refusal.check]} <code>{refusal.reason ?? refusal.code}</code>
          </b>
        ) : (
          <b>Yes: no check refuses it now.</b>
        )}
      </p>
      {refusal && <p>A call is told: {refusal.message}.</p>}
      {change && (
        <p>
          What would let it through: {change.description}.{' '}
          {change.operation === 'create_key' && typeof change.arguments.agentId === 'string' && (
            <Link to="/$orgId/agents/connect" params={{ orgId }} search={{ agentId: change.arguments.agentId }}>
              Make a new key
            </Link>
          )}
          {change.operation === 'begin_service_account' && typeof change.arguments.connectionId === 'string' && (
            <Link
              to="/$orgId/services/$connectionId"
              params={{ orgId, connectionId: change.arguments.connectionId }}
              search={{ tab: 'account' }}
            >
              Connect the account
            </Link>
          )}
        </p>
      )}
    </div>
  );
}
