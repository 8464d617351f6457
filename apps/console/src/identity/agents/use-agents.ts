import { useMemo } from 'react';
import type { OutputOf } from '../../kernel/calls/call.ts';
import { useRows } from '../../kernel/calls/pages.ts';
import { useMembership } from '../../kernel/membership/membership.ts';

export type Key = OutputOf<'list_keys'>['keys'][number];
export type AgentRow = OutputOf<'list_agents'>['agents'][number];

/** The agents that the person may see, as far as they were asked for. */
export function useAgents() {
  const { orgId } = useMembership();
  return useRows(orgId, 'list_agents', {}, 'agents');
}

/** The keys of an agent, newest first: those that work, and those that no longer do. */
export function useKeysOf(agentId: string) {
  const { orgId } = useMembership();
  const { rows, error, more, hasNextPage } = useRows(orgId, 'list_keys', { agentId }, 'keys');
  const keys = useMemo(() => rows?.toSorted((left, right) => right.createdAt - left.createdAt), [rows]);
  return { keys, error, more, hasNextPage };
}

/** Whether a key works now. */
export function isGood({ revokedAt, expiresAt }: Key, now: number): boolean {
  return revokedAt === null && (expiresAt === null || expiresAt > now);
}

/** What a key is called where it is meant: by its beginning, or as the sign-in of a client, which has no key. */
export function calledKey({ keyPrefix }: Pick<Key, 'keyPrefix'>): string {
  return keyPrefix === null ? 'sign-in' : `${keyPrefix}…`;
}
