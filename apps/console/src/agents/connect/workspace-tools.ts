import type { Tools } from '@gatehouse/core';
import type { ToolName } from '../../calls/call.ts';

/** What agents call. */
export type AgentToolName = { [Name in ToolName]: Tools[Name]['audience'] extends 'agent' ? Name : never }[ToolName];

type Group = 'Find' | 'Documents' | 'Files and skills' | 'Folders and versions' | 'Tasks' | 'Services';

const reads = (group: Group) => ({ group, access: 'read' as const });
const writes = (group: Group) => ({ group, access: 'write' as const });

/** Every tool of the workspace, in the order in which they are offered: one that is missing here, or has another access, does not compile. */
const places: { [Name in AgentToolName]: { group: Group; access: Tools[Name]['access'] } } = {
  whoami: reads('Find'),
  search: reads('Find'),
  find_text: reads('Find'),
  grep: reads('Find'),
  list_docs: reads('Documents'),
  read_doc: reads('Documents'),
  read_lines: reads('Documents'),
  create_doc: writes('Documents'),
  update_doc: writes('Documents'),
  edit_doc: writes('Documents'),
  append_doc: writes('Documents'),
  apply_edits: writes('Documents'),
  delete_doc: writes('Documents'),
  list_files: reads('Files and skills'),
  read_file: reads('Files and skills'),
  write_file: writes('Files and skills'),
  edit_file: writes('Files and skills'),
  delete_file: writes('Files and skills'),
  list_skills: reads('Files and skills'),
  write_skill: writes('Files and skills'),
  edit_skill: writes('Files and skills'),
  list_folders: reads('Folders and versions'),
  create_folder: writes('Folders and versions'),
  move_item: writes('Folders and versions'),
  set_tags: writes('Folders and versions'),
  list_versions: reads('Folders and versions'),
  restore_version: writes('Folders and versions'),
  list_tasks: reads('Tasks'),
  create_task: writes('Tasks'),
  update_task: writes('Tasks'),
  list_members: reads('Tasks'),
  list_connected_services: reads('Services'),
  list_service_tools: reads('Services'),
  execute_service_tool: reads('Services'),
  execute_service_read_tool: reads('Services'),
};

const names = Object.keys(places) as AgentToolName[];

/** What a key of this access can call of the workspace, by group. Those through which services are reached are chosen with the services. */
export function workspaceTools(access: 'read' | 'write'): [group: string, names: AgentToolName[]][] {
  const offered = names.filter((name) => places[name].group !== 'Services' && (access === 'write' || places[name].access === 'read'));
  return [...Map.groupBy(offered, (name) => places[name].group)];
}

/** Every tool of the workspace that agents call. */
export const agentToolNames: readonly AgentToolName[] = names;

/** Through these the tools of services are found and run. */
export const serviceGates: readonly AgentToolName[] = names.filter((name) => places[name].group === 'Services');
