/** The tools that only read. All others change something; a test compares this list with the definitions of the tools. */
const readingTools: ReadonlySet<string> = new Set([
  'activity_histogram',
  'browse_folder',
  'browse_tasks',
  'check_service',
  'compare_versions',
  'connect_options',
  'execute_service_read_tool',
  'explain_access',
  'export_activity',
  'export_item',
  'export_organization',
  'find_text',
  'grep',
  'list_activity',
  'list_agents',
  'list_all_connect_attempts',
  'list_belongings',
  'list_company_identities',
  'list_connect_attempts',
  'list_connected_services',
  'list_connection_tools',
  'list_connections',
  'list_docs',
  'list_files',
  'list_folder_viewers',
  'list_folders',
  'list_invitations',
  'list_item_versions',
  'list_keys',
  'list_members',
  'list_news',
  'list_organizations',
  'list_passkeys',
  'list_people',
  'list_put_back_items',
  'list_put_backs',
  'list_service_accounts',
  'list_service_tools',
  'list_sessions',
  'list_skills',
  'list_tasks',
  'list_trash',
  'list_versions',
  'my_account',
  'organization_settings',
  'read_client_request',
  'read_connection',
  'read_doc',
  'read_file',
  'read_item',
  'read_lines',
  'read_link',
  'read_task',
  'search',
  'sign_in_options',
  'whoami',
]);

/** The tools that return what is in an item. */
const contentTools: ReadonlySet<string> = new Set(['export_item', 'find_text', 'grep', 'read_doc', 'read_file', 'read_item', 'read_lines']);

/** Whether a tool changes nothing, neither here nor at a service. */
export function onlyReads(tool: string): boolean {
  return readingTools.has(tool);
}

/** Whether a successful call of a tool changes something in the organization. A service's tool changes what is at the service. */
export function changesOrganization(tool: string): boolean {
  return !readingTools.has(tool) && tool !== 'execute_service_tool';
}

/** Whether a successful call of a tool shows its caller what is in an item. */
export function readsContent(tool: string): boolean {
  return contentTools.has(tool);
}
