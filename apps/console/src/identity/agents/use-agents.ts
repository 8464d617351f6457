import { useMemo } from 'react';
import type { InputOf, OutputOf } from '../../kernel/calls/call.ts';
import { useRows } from '../../kernel/calls/pages.ts';
import { useMembership } from '../../kernel/membership/membership.ts';

export type Key = OutputOf<'list_keys'>['keys'][number];
/** A tool of a service for the list of a key. */
export type DirectTool = NonNullable<InputOf<'edit_key'>['directTools']>[number];
export type AgentRow = OutputOf<'list_agents'>['agents'][number];

/** Loaded agents that the person can see. */
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

/** True if a key is valid now. */
export function isGood({ revokedAt, expiresAt }: Key, now: number): boolean {
  return revokedAt === null && (expiresAt === null || expiresAt > now);
}

/** Short name of a key: its prefix, or the sign-in of a client, which has no key. */
export function calledKey({ keyPrefix }: Pick<Key, 'keyPrefix'>): string {
  return keyPrefix === null ? 'sign-in' : `${keyPrefix}…`;
}
