import { changesOrganization } from '@gatehouse/domain';
import type { Change, ChangedItem, LoggedCall } from './change-stream.ts';

/** Lists in which documents, files and skills stand. */
const listsOfItems = ['browse_folder', 'list_folders', 'list_trash'];
const ofItems = [...listsOfItems, 'read_item', 'list_item_versions', 'list_changes', 'compare_take_back_item'];
const ofSkills = [...ofItems, 'browse_skills', 'list_skill_loads', 'read_skill_files'];

/** What must be asked again after a change of something, by what was changed. */
const affectedByType: Record<string, string[]> = {
  agent: ['list_agents', 'list_keys'],
  key: ['list_agents', 'list_keys'],
  person: ['list_people', 'list_invitations', 'list_agents', 'list_folder_viewers'],
  invitation: ['list_invitations'],
  webhook: ['list_webhooks'],
  organization: ['whoami'],
  connection: ['list_connections', 'read_connection', 'list_connection_tools', 'list_service_tools', 'list_service_accounts'],
  doc: ofItems,
  file: ofItems,
  skill: ofSkills,
  folder: [...ofSkills, 'list_folder_viewers'],
  task: ['list_changes', 'compare_take_back_item'],
};

/** The same after calls that change many things, and name none of them in the log. */
const affectedByTool: Record<string, string[]> = {
  // In another tab: how far it is. What has become of each entry is asked for at the end.
  apply_take_back: [...ofSkills, 'list_take_backs', 'preview_take_back'],
  edit_take_back: ['preview_take_back', 'list_take_back_items', 'compare_take_back_item'],
  // As versions before called it, whose calls arrive while both run.
  put_back: [...ofSkills, 'list_take_backs'],
  take_back: [...ofSkills, 'list_take_backs'],
  empty_trash: ['list_trash'],
  change_items: ['list_bulk_changes'],
  stop_bulk_change: ['list_bulk_changes'],
  undo_bulk_change: ['list_bulk_changes'],
};

/** Pages hold fewer rows that came live, and have gaps in what they asked for before. */
const maxAtOnce = 500;

/** Calls that only read change nothing that is shown, and asking again after each would never end. */
export function isChange({ outcome, tool }: LoggedCall): boolean {
  return outcome === 'ok' && changesOrganization(tool);
}

export interface Affected {
  /** The tools whose answers may be others. */
  tools: ReadonlySet<string>;
  /** Of answers about one item, those about these; undefined: all of them. */
  items: ReadonlySet<string> | undefined;
}

/** What a person's own change of some items makes old. */
export const affectedByOwnChange: Affected = { tools: new Set([...ofSkills, 'list_folder_viewers']), items: undefined };

/** The answers that may be others after what has happened: all of them where it was not told in full. */
export function affectedBy(change: Change): 'all' | Affected {
  switch (change.kind) {
    case 'rows':
      return affectedByCalls(change.rows);
    case 'items':
      return affectedByItems(change.items);
    case 'skipped':
    case 'opened':
      return 'all';
    default:
      return change satisfies never;
  }
}

/** All of them after many that were missed. */
function affectedByCalls(calls: readonly LoggedCall[]): 'all' | Affected {
  if (calls.length > maxAtOnce) return 'all';
  const changes = calls.filter(isChange);
  const tools = new Set(changes.flatMap(({ itemType, tool }) => affectedByTool[tool] ?? affectedByType[itemType ?? ''] ?? []));
  const hasMany = changes.some(({ itemType, tool }) => itemType === 'folder' || tool in affectedByTool);
  return { tools, items: hasMany ? undefined : new Set(changes.flatMap(({ itemId }) => itemId ?? [])) };
}

function affectedByItems(items: readonly ChangedItem[]): Affected {
  const hasMany = items.some(({ type }) => type === 'folder');
  return {
    tools: new Set(items.flatMap(({ type }) => affectedByType[type] ?? [])),
    items: hasMany ? undefined : new Set(items.map(({ id }) => id)),
  };
}

/** Whether an answer is one of them, by its name in the cache: the tool, and last what it was asked. */
export function isAffected([, tool, ...asked]: readonly unknown[], { tools, items }: Affected): boolean {
  if (!tools.has(String(tool))) return false;
  const subject = subjectOf(tool, asked.at(-1) ?? {});
  return subject === undefined || items === undefined || items.has(subject);
}

/** What an answer is about, where that is one thing: other lists that name a folder are about what is in it. */
function subjectOf(tool: unknown, input: { itemId?: string; folderId?: string; taskId?: string }): string | undefined {
  return tool === 'list_changes' ? (input.itemId ?? input.folderId ?? input.taskId) : input.itemId;
}
