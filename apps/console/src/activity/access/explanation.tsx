import { Link } from '@tanstack/react-router';
import type { OutputOf } from '../../kernel/calls/call.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { StateDot } from '../../kernel/signs/state-dot.tsx';
import styles from './explanation.module.css';
import { type AccessCheck, sayRemedy } from './remedy.ts';

/** Check that denies a call, in words. */
export const denials = {
  person: 'The person whom the key works for has left the organization.',
  key: 'This key was revoked, replaced, or has expired.',
  tool: 'No tool of this name is available to this key or role.',
  access: 'This tool changes data, and the key has read access only.',
  key_limits: "The key's limits don't include this tool.",
  role: "The person's role doesn't allow this.",
  item: "The item isn't shared with this person.",
  read_only: 'The folder is shared with this person to read.',
  protected: 'This document is protected.',
  connection: "This key or person can't use the service.",
  service_tool: "This key or person can't use this tool of the service.",
  held: 'The service changed this tool, and no one has approved it yet.',
  mode: "This tool can change data, so it can't be called as read-only.",
  paused: 'The service is paused.',
  account: "The person's account at the service isn't connected.",
};

type Explained = OutputOf<'explain_access'>;

const byCheck: Record<AccessCheck, string> = denials;

/** The check that denies a call, and the smallest change that would allow it. */
export function Explanation({ of: { allowed, refusal, change, directTool } }: { of: Explained }) {
  const { orgId } = useMembership();
  return (
    <div className={styles.explanation} role="status" data-allowed={allowed}>
      <p>
        <StateDot state={allowed ? 'on' : 'waiting'} />
        {refusal ? <b>{byCheck[refusal.check]}</b> : <b>Allowed. No check denies it.</b>}
      </p>
      {directTool && (
        <p>
          {directTool.listed
            ? 'The key lists it as a direct tool.'
            : `It is a direct tool of the key, but not listed: ${directTool.message}.`}
        </p>
      )}
      {refusal && change && (
        <p>
          {sayRemedy(refusal.check, change)}{' '}
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
