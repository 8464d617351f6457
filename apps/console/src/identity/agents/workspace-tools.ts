import { type AgentToolName, agentToolNames, agentToolTable, allows } from '@gatehouse/domain';

const groupNames = {
  find: 'Find',
  documents: 'Documents',
  files: 'Files and skills',
  folders: 'Folders and versions',
  tasks: 'Tasks',
};

/** What a key of this access can call of the workspace, by group. Those through which services are reached are chosen with the services. */
export function workspaceTools(access: 'read' | 'write'): [group: string, names: AgentToolName[]][] {
  const offered = agentToolNames.flatMap((name) => {
    const { group, access: needed } = agentToolTable[name];
    return group !== 'services' && allows(access, needed) ? { name, group: groupNames[group] } : [];
  });
  return [...Map.groupBy(offered, ({ group }) => group)].map(([group, tools]) => [group, tools.map(({ name }) => name)]);
}
