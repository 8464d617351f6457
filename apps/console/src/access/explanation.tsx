import { Link } from '@tanstack/react-router';
import type { OutputOf } from '../calls/call.ts';
import { useMembership } from '../session/membership.ts';
import { StateDot } from '../signs/state-dot.tsx';
import styles from './explanation.module.css';

type Explained = OutputOf<'explain_access'>;

const checks: Record<NonNullable<Explained['refusal']>['check'], string> = {
  person: 'the person the key acts for',
  key: 'the state of the key',
  tool: 'the list of tools',
  access: "the key's access",
  key_limits: "the key's limits",
  role: "the person's role",
  item: 'sharing',
  protected: 'protection of the item',
  connection: 'the services it can use',
  service_tool: 'the service tools it can use',
  held: 'approval of the tool',
  mode: 'the mode of the tool',
  paused: 'the pause of the service',
  account: 'the account at the service',
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
            Denied by {checks[refusal.check]} <code>{refusal.reason ?? refusal.code}</code>
          </b>
        ) : (
          <b>Allowed. No check denies it.</b>
        )}
      </p>
      {refusal && <p className={styles.quoted}>The agent would see: “{refusal.message}”</p>}
      {change && (
        <p>
          To allow it: {change.description}.{' '}
          {change.operation === 'create_key' && typeof change.arguments.agentId === 'string' && (
            <Link to="/$orgId/agents/connect" params={{ orgId }} search={{ agentId: change.arguments.agentId }}>
              Create key
            </Link>
          )}
          {change.operation === 'begin_service_account' && typeof change.arguments.connectionId === 'string' && (
            <Link
              to="/$orgId/services/$connectionId"
              params={{ orgId, connectionId: change.arguments.connectionId }}
              search={{ tab: 'account' }}
            >
              Connect account
            </Link>
          )}
        </p>
      )}
    </div>
  );
}
