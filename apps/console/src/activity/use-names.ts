import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { toolQuery } from '../calls/queries.ts';
import { useMembership } from '../session/membership.ts';

/** What identifiers of the log stand for. */
export interface Names {
  person: (id: string | null) => string | undefined;
  agent: (id: string | null) => string | undefined;
  key: (id: string | null) => string | undefined;
}

export function useNames(): Names {
  const { orgId } = useMembership();
  const people = useQuery(toolQuery(orgId, 'list_people', {})).data?.people;
  const agents = useQuery(toolQuery(orgId, 'list_agents', {})).data?.agents;
  const keys = useQuery(toolQuery(orgId, 'list_keys', {})).data?.keys;
  return useMemo(() => {
    const ofPeople = new Map(people?.map(({ id, name }) => [id, name]));
    const ofAgents = new Map(agents?.map(({ id, name }) => [id, name]));
    const ofKeys = new Map(keys?.map(({ keyId, name, keyPrefix }) => [keyId, name ?? keyPrefix]));
    const look = (map: Map<string, string>) => (id: string | null) => (id === null ? undefined : map.get(id));
    return { person: look(ofPeople), agent: look(ofAgents), key: look(ofKeys) };
  }, [people, agents, keys]);
}
