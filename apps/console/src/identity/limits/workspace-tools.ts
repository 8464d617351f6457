import { type AgentToolName, agentToolNames, agentToolTable, changesOrganization } from '@gatehouse/domain';

const groupNames = {
  find: 'Find',
  documents: 'Documents',
  files: 'Files and skills',
  folders: 'Folders and versions',
  tasks: 'Tasks',
  comments: 'Comments',
};

/** Workspace tools that a key of this access can call, by group. The tools for services are chosen with the services. */
export function workspaceTools(access: 'read' | 'write'): [group: string, names: AgentToolName[]][] {
  const offered = agentToolNames.flatMap((name) => {
    const { group } = agentToolTable[name];
    const isAllowed = access === 'write' || !changesOrganization(name);
    return group !== 'services' && isAllowed ? { name, group: groupNames[group] } : [];
  });
  return [...Map.groupBy(offered, ({ group }) => group)].map(([group, tools]) => [group, tools.map(({ name }) => name)]);
}
