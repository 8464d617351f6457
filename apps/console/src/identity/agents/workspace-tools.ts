import type { Tools } from '@gatehouse/core';
import type { ToolName } from '../../kernel/calls/call.ts';
import { workspaceTools as strings } from '../strings.ts';

/** What agents call. */
export type AgentToolName = { [Name in ToolName]: Tools[Name]['audience'] extends 'agent' ? Name : never }[ToolName];

type Group = keyof typeof strings;

const reads = (group: Group) => ({ group, access: 'read' as const });
const writes = (group: Group) => ({ group, access: 'write' as const });

/** Every tool of the workspace, in the order in which they are offered: one that is missing here, or has another access, does not compile. */
const places: { [Name in AgentToolName]: { group: Group; access: Tools[Name]['access'] } } = {
  whoami: reads('find'),
  search: reads('find'),
  find_text: reads('find'),
  grep: reads('find'),
  list_docs: reads('documents'),
  read_doc: reads('documents'),
  read_lines: reads('documents'),
  create_doc: writes('documents'),
  update_doc: writes('documents'),
  edit_doc: writes('documents'),
  append_doc: writes('documents'),
  apply_edits: writes('documents'),
  delete_doc: writes('documents'),
  list_files: reads('files'),
  read_file: reads('files'),
  write_file: writes('files'),
  edit_file: writes('files'),
  delete_file: writes('files'),
  list_skills: reads('files'),
  write_skill: writes('files'),
  edit_skill: writes('files'),
  list_folders: reads('folders'),
  create_folder: writes('folders'),
  move_item: writes('folders'),
  set_tags: writes('folders'),
  list_versions: reads('folders'),
  restore_version: writes('folders'),
  list_tasks: reads('tasks'),
  create_task: writes('tasks'),
  update_task: writes('tasks'),
  list_members: reads('tasks'),
  list_connected_services: reads('services'),
  list_service_tools: reads('services'),
  execute_service_tool: reads('services'),
  execute_service_read_tool: reads('services'),
};

const names = Object.keys(places) as AgentToolName[];

/** What a key of this access can call of the workspace, by group. Those through which services are reached are chosen with the services. */
export function workspaceTools(access: 'read' | 'write'): [group: string, names: AgentToolName[]][] {
  const offered = names.filter((name) => places[name].group !== 'services' && (access === 'write' || places[name].access === 'read'));
  return [...Map.groupBy(offered, (name) => strings[places[name].group])];
}

/** Every tool of the workspace that agents call. */
export const agentToolNames: readonly AgentToolName[] = names;

/** Through these the tools of services are found and run. */
export const serviceGates: readonly AgentToolName[] = names.filter((name) => places[name].group === 'services');
