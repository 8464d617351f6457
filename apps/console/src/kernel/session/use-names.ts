import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { allPagesQuery } from '../calls/pages.ts';
import { useMembership } from '../membership/membership.ts';

/** Names for identifiers in the log. */
export interface Names {
  person: (id: string | null) => string | undefined;
  agent: (id: string | null) => string | undefined;
  key: (id: string | null) => string | undefined;
  /** Identifiers and names of all choices of a kind. */
  choices: Partial<Record<string, [id: string, name: string][]>>;
}

export function useNames(): Names {
  const { orgId } = useMembership();
  const people = useQuery(allPagesQuery(orgId, 'list_people', {})).data;
  const agents = useQuery(allPagesQuery(orgId, 'list_agents', { includeRemoved: true })).data;
  const keys = useQuery(allPagesQuery(orgId, 'list_keys', {})).data;
  return useMemo(() => {
    const ofPeople = new Map(people?.flatMap((page) => page.people).map(({ id, name }) => [id, name]));
    const ofAgents = new Map(agents?.flatMap((page) => page.agents).map(({ id, name }) => [id, name]));
    const ofKeys = new Map(keys?.flatMap((page) => page.keys).map(({ keyId, name, keyPrefix }) => [keyId, name ?? keyPrefix ?? 'sign-in']));
    const look = (map: Map<string, string>) => (id: string | null) => (id === null ? undefined : map.get(id));
    const choices = { personId: [...ofPeople], agentId: [...ofAgents], keyId: [...ofKeys] };
    return { person: look(ofPeople), agent: look(ofAgents), key: look(ofKeys), choices };
  }, [people, agents, keys]);
}
