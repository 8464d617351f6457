import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Bot, Plug, Settings, UserRound } from 'lucide-react';
import { useMemo } from 'react';
import { allPagesQuery } from '../calls/pages.ts';
import { toolQuery } from '../calls/queries.ts';
import { useMembership } from '../session/membership.ts';
import type { Findable } from './findables.ts';
import { settingAnchor, settingPlaces } from './setting-places.ts';

/** What is called something here: agents, services, people and settings. Pages are found by the keys that lead to them. Asked for when somebody searches. */
export function useFindables(isSearching: boolean): readonly Findable[] {
  const { orgId, role } = useMembership();
  const navigate = useNavigate();
  const agents = useQuery({ ...allPagesQuery(orgId, 'list_agents', { includeRemoved: true }), enabled: isSearching }).data;
  const connections = useQuery({ ...toolQuery(orgId, 'list_connections', {}), enabled: isSearching }).data?.connections;
  const people = useQuery({ ...allPagesQuery(orgId, 'list_people', {}), enabled: isSearching }).data;
  return useMemo(
    () => [
      ...(agents ?? [])
        .flatMap((page) => page.agents)
        .filter(({ removedAt }) => removedAt === null)
        .map(
          ({ id, name, ownerName }): Findable => ({
            id: `agent ${id}`,
            title: name,
            kind: `Agent of ${ownerName}`,
            icon: <Bot size={14} strokeWidth={1.75} aria-hidden="true" />,
            open: () => void navigate({ to: '/$orgId/agents', params: { orgId }, search: { agent: id } }),
          }),
        ),
      ...(connections ?? []).map(
        ({ connectionId, name, service }): Findable => ({
          id: `connection ${connectionId}`,
          title: name,
          kind: `Service, ${service}`,
          icon: <Plug size={14} strokeWidth={1.75} aria-hidden="true" />,
          open: () => void navigate({ to: '/$orgId/services/$connectionId', params: { orgId, connectionId } }),
        }),
      ),
      ...(people ?? [])
        .flatMap((page) => page.people)
        .map(
          ({ id, name, email }): Findable => ({
            id: `person ${id}`,
            title: name,
            kind: email,
            icon: <UserRound size={14} strokeWidth={1.75} aria-hidden="true" />,
            open: () => void navigate({ to: '/$orgId/people', params: { orgId }, search: { person: id } }),
          }),
        ),
      ...settingPlaces
        .filter(({ roles }) => roles === undefined || roles.includes(role))
        .map(
          ({ title, page }): Findable => ({
            id: `setting ${page} ${title}`,
            title,
            kind: page === '/$orgId/settings' ? 'Settings' : 'Account',
            icon: <Settings size={14} strokeWidth={1.75} aria-hidden="true" />,
            open: () => void navigate({ to: page, params: { orgId }, hash: settingAnchor(title) }),
          }),
        ),
    ],
    [agents, connections, people, role, orgId, navigate],
  );
}
