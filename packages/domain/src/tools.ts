/** Effect of a successful call. `shows content`: its caller sees content of an item. `at a service`: it may change data there. */
export type ToolEffect = 'reads' | 'shows content' | 'changes' | 'at a service';

/** Groups of agents' tools in a form. */
export type ToolGroup = 'find' | 'documents' | 'files' | 'folders' | 'tasks' | 'comments' | 'services';

export interface AgentTool {
  group: ToolGroup;
  effect: ToolEffect;
}

const reads = (group: ToolGroup): AgentTool => ({ group, effect: 'reads' });
const shows = (group: ToolGroup): AgentTool => ({ group, effect: 'shows content' });
const changes = (group: ToolGroup): AgentTool => ({ group, effect: 'changes' });

/** Tools of agents, in the order of every list: the most used ones first. A test compares the effects with the definitions. */
export const agentToolTable = {
  whoami: reads('find'),
  search: reads('find'),
  list_docs: reads('documents'),
  read_doc: shows('documents'),
  create_doc: changes('documents'),
  update_doc: changes('documents'),
  edit_doc: changes('documents'),
  append_doc: changes('documents'),
  apply_edits: changes('documents'),
  delete_doc: changes('documents'),
  find_text: shows('find'),
  grep: shows('find'),
  fetch: shows('find'),
  read_lines: shows('documents'),
  list_files: reads('files'),
  read_file: shows('files'),
  write_file: changes('files'),
  edit_file: changes('files'),
  delete_file: changes('files'),
  list_skills: reads('files'),
  write_skill: changes('files'),
  edit_skill: changes('files'),
  read_skill_files: shows('files'),
  list_folders: reads('folders'),
  create_folder: changes('folders'),
  move_item: changes('folders'),
  set_tags: changes('folders'),
  list_versions: reads('folders'),
  list_changes: reads('folders'),
  restore_version: changes('folders'),
  take_back: changes('folders'),
  list_tasks: reads('tasks'),
  create_task: changes('tasks'),
  update_task: changes('tasks'),
  list_members: reads('tasks'),
  list_comments: reads('comments'),
  add_comment: changes('comments'),
  resolve_comment: changes('comments'),
  list_connected_services: reads('services'),
  list_service_tools: reads('services'),
  execute_service_tool: { group: 'services', effect: 'at a service' },
  execute_service_read_tool: reads('services'),
} as const satisfies Record<string, AgentTool>;

export type AgentToolName = keyof typeof agentToolTable;

/** Names in the order of every list. */
export const agentToolNames = Object.keys(agentToolTable) as readonly AgentToolName[];

/** Operations of people that only read. All others change something; a test compares the list with the definitions. */
const readingOperations: Readonly<Record<string, 'reads' | 'shows content'>> = {
  activity_histogram: 'reads',
  browse_folder: 'reads',
  browse_skills: 'reads',
  browse_tasks: 'reads',
  check_service: 'reads',
  compare_take_back_item: 'reads',
  compare_versions: 'reads',
  connect_options: 'reads',
  count_inbox: 'reads',
  explain_access: 'reads',
  find_linked: 'reads',
  read_items: 'reads',
  export_activity: 'reads',
  export_item: 'shows content',
  export_organization: 'reads',
  list_activity: 'reads',
  list_agents: 'reads',
  list_all_connect_attempts: 'reads',
  list_belongings: 'reads',
  list_bulk_changes: 'reads',
  list_call_versions: 'reads',
  list_company_identities: 'reads',
  list_connect_attempts: 'reads',
  list_connection_tools: 'reads',
  list_connections: 'reads',
  list_direct_tools: 'reads',
  list_folder_viewers: 'reads',
  list_group_people: 'reads',
  list_groups: 'reads',
  list_inbox: 'reads',
  list_invitations: 'reads',
  list_item_versions: 'reads',
  list_keys: 'reads',
  list_news: 'reads',
  list_organizations: 'reads',
  list_passkeys: 'reads',
  list_people: 'reads',
  list_reviews: 'reads',
  list_service_accounts: 'reads',
  list_sessions: 'reads',
  list_take_back_items: 'reads',
  list_take_backs: 'reads',
  list_skill_loads: 'reads',
  list_trash: 'reads',
  list_webhooks: 'reads',
  my_account: 'reads',
  organization_settings: 'reads',
  preview_take_back: 'reads',
  read_bulk_change: 'reads',
  read_client_request: 'reads',
  read_connection: 'reads',
  read_item: 'shows content',
  read_link: 'reads',
  read_review: 'shows content',
  read_task: 'reads',
  sign_in_options: 'reads',
};

const effects: ReadonlyMap<string, ToolEffect> = new Map([
  ...Object.entries(readingOperations),
  ...Object.entries<AgentTool>(agentToolTable).map(([name, { effect }]) => [name, effect] as const),
]);

function effectOf(tool: string): ToolEffect {
  return effects.get(tool) ?? 'changes';
}

/** Tools that find and run tools of services. */
export const serviceGates: readonly AgentToolName[] = agentToolNames.filter((name) => agentToolTable[name].group === 'services');

/** True if a tool changes nothing, here or at a service. */
export function onlyReads(tool: string): boolean {
  return effectOf(tool) === 'reads' || readsContent(tool);
}

/** Tools that change nothing, here or at a service. */
export const toolsThatOnlyRead: readonly string[] = [...effects.keys()].filter(onlyReads);

/**
 * True if a call of this tool can be repeated under an idempotency key. That applies to agents' tools that may change something, here or at
 * a service. // D70
 */
export function takesIdempotencyKey(tool: string): boolean {
  return Object.hasOwn(agentToolTable, tool) && !onlyReads(tool);
}

/** True if a successful call of this tool changes something in the organization. A service's tool changes data at the service instead. */
export function changesOrganization(tool: string): boolean {
  return effectOf(tool) === 'changes';
}

const severalItems: ReadonlySet<string> = new Set<AgentToolName>(['delete_doc', 'delete_file', 'move_item', 'set_tags']);

/** True if a call of this tool can change several items at once. Its log row then names no item. */
export function takesSeveral(tool: string): boolean {
  return severalItems.has(tool);
}

/** True if a successful call of this tool shows its caller the content of an item. */
export function readsContent(tool: string): boolean {
  return effectOf(tool) === 'shows content';
}
