import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { OutputOf } from '../calls/call.ts';
import { toolQuery } from '../calls/queries.ts';
import { useMembership } from '../session/membership.ts';

export type Key = OutputOf<'list_keys'>['keys'][number];

export interface AgentRow {
  id: string;
  name: string;
  personId: string;
  /** The name of its person, when that is known. */
  person: string | undefined;
  /** Newest first, with those that work no more. */
  keys: Key[];
  lastUsedAt: number | null;
}

/** The agents that the person may see, with their keys and people. */
export function useAgents() {
  const { orgId } = useMembership();
  const agents = useQuery(toolQuery(orgId, 'list_agents', {}));
  const keys = useQuery(toolQuery(orgId, 'list_keys', {}));
  const people = useQuery(toolQuery(orgId, 'list_people', {}));
  const rows = useMemo(() => {
    if (!agents.data || !keys.data) return undefined;
    const names = new Map(people.data?.people.map(({ id, name }) => [id, name]));
    const byAgent = Map.groupBy(keys.data.keys, ({ agentId }) => agentId);
    return agents.data.agents.map(({ id, name, personId }): AgentRow => {
      const own = (byAgent.get(id) ?? []).toSorted((left, right) => right.createdAt - left.createdAt);
      const used = own.flatMap(({ lastUsedAt }) => lastUsedAt ?? []);
      return { id, name, personId, person: names.get(personId), keys: own, lastUsedAt: used.length === 0 ? null : Math.max(...used) };
    });
  }, [agents.data, keys.data, people.data]);
  const error = agents.error ?? keys.error;
  const refetch = () => {
    void agents.refetch();
    void keys.refetch();
  };
  return { rows, error, refetch };
}

/** Whether a key works now. */
export function isGood({ revokedAt, expiresAt }: Key, now: number): boolean {
  return revokedAt === null && (expiresAt === null || expiresAt > now);
}
