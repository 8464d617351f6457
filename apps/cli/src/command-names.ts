/** The command that does what a tool does, for messages that name tools. */
export const commandNames: Record<string, string> = {
  list_people: 'people list',
  add_person: 'people add',
  set_person_role: 'people role',
  remove_person: 'people remove',
  create_agent: 'agents create',
  list_agents: 'agents list',
  create_key: 'keys create',
  list_keys: 'keys list',
  revoke_key: 'keys revoke',
  list_folders: 'folders list',
  share_folder: 'folders share',
  unshare_folder: 'folders unshare',
  list_trash: 'trash list',
  restore_item: 'trash restore',
  purge_item: 'trash purge',
  list_activity: 'activity',
};
