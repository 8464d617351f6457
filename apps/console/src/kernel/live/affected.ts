import { changesOrganization, takesSeveral } from '@gatehouse/domain';
import type { Change, ChangedItem, LoggedCall } from './change-stream.ts';

const ofInbox = ['list_inbox', 'count_inbox'];
/** Lists that contain documents, files and skills. */
const listsOfItems = ['browse_folder', 'list_folders', 'list_trash'];
const ofItems = [
  ...listsOfItems,
  ...ofInbox,
  'list_reviews',
  'read_item',
  'read_review',
  'list_item_versions',
  'list_changes',
  'list_comments',
  'compare_take_back_item',
];
const ofSkills = [...ofItems, 'browse_skills', 'list_skill_loads', 'read_skill_files'];

const ofConnections = [
  'list_connections',
  'read_connection',
  'list_connection_tools',
  'list_service_tools',
  'list_service_accounts',
  'list_direct_tools',
  ...ofInbox,
];

/** Tools whose answers are stale after a change, by the type that changed. */
const affectedByType: Record<string, string[]> = {
  agent: ['list_agents', 'list_keys'],
  key: ['list_agents', 'list_keys', 'list_direct_tools'],
  person: ['list_people', 'list_invitations', 'list_agents', 'list_folder_viewers'],
  group: ['list_groups', 'list_group_people', ...ofSkills, 'list_folder_viewers', ...ofConnections],
  invitation: ['list_invitations'],
  webhook: ['list_webhooks'],
  organization: ['my_account', 'whoami', 'list_reviews'],
  connection: ofConnections,
  doc: ofItems,
  file: ofItems,
  skill: ofSkills,
  folder: [...ofSkills, 'list_folder_viewers'],
  task: ['list_changes', 'list_comments', 'compare_take_back_item', ...ofInbox],
};

/** Same after calls that change many things without naming them in the log. */
const affectedByTool: Record<string, string[]> = {
  // Progress in another tab. The result of each entry is fetched at the end.
  apply_take_back: [...ofSkills, 'list_take_backs', 'preview_take_back'],
  edit_take_back: ['preview_take_back', 'list_take_back_items', 'compare_take_back_item'],
  // Name of the tool in earlier versions, whose calls can arrive while both run.
  put_back: [...ofSkills, 'list_take_backs'],
  take_back: [...ofSkills, 'list_take_backs'],
  empty_trash: ['list_trash'],
  mark_inbox_read: ofInbox,
  change_items: ['list_bulk_changes'],
  stop_bulk_change: ['list_bulk_changes'],
  undo_bulk_change: ['list_bulk_changes'],
};

/** Live rows that pages keep, beyond which they have gaps. */
const maxAtOnce = 500;

/** Calls that only read change nothing that is shown, and asking again after each would never end. */
export function isChange({ outcome, tool }: LoggedCall): boolean {
  return outcome === 'ok' && changesOrganization(tool);
}

export interface Affected {
  /** Tools whose answers may have changed. */
  tools: ReadonlySet<string>;
  /** Limits answers about one item to these items. Undefined means all. */
  items: ReadonlySet<string> | undefined;
}

/** Answers that are stale after a person's own change of some items. */
export const affectedByOwnChange: Affected = { tools: new Set([...ofSkills, 'list_folder_viewers']), items: undefined };

/** Answers that can be stale after a change: all if the change was not reported in full. */
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

/** All answers after many missed calls. */
function affectedByCalls(calls: readonly LoggedCall[]): 'all' | Affected {
  if (calls.length > maxAtOnce) return 'all';
  const changes = calls.filter(isChange);
  const isOfSeveral = ({ itemType, tool }: LoggedCall) => itemType === null && takesSeveral(tool);
  const toolsOf = (row: LoggedCall) =>
    isOfSeveral(row) ? ofSkills : (affectedByTool[row.tool] ?? affectedByType[row.itemType ?? ''] ?? []);
  const tools = new Set(changes.flatMap(toolsOf));
  const hasMany = changes.some(
    (row) => row.itemType === 'folder' || row.itemType === 'group' || row.tool in affectedByTool || isOfSeveral(row),
  );
  return { tools, items: hasMany ? undefined : new Set(changes.flatMap(({ itemId }) => itemId ?? [])) };
}

function affectedByItems(items: readonly ChangedItem[]): Affected {
  const hasMany = items.some(({ type }) => type === 'folder');
  return {
    tools: new Set(items.flatMap(({ type }) => affectedByType[type] ?? [])),
    items: hasMany ? undefined : new Set(items.map(({ id }) => id)),
  };
}

/** True if an answer is among them, by its cache key: the tool and its arguments. */
export function isAffected([, tool, ...asked]: readonly unknown[], { tools, items }: Affected): boolean {
  if (!tools.has(String(tool))) return false;
  const subject = subjectOf(tool, asked.at(-1) ?? {});
  return subject === undefined || items === undefined || items.has(subject);
}

/** Subject of an answer about one thing. Lists that name a folder are about its content. */
function subjectOf(
  tool: unknown,
  { itemId, folderId, taskId }: { itemId?: string; folderId?: string; taskId?: string },
): string | undefined {
  if (tool === 'list_comments') return itemId ?? taskId;
  return tool === 'list_changes' ? (itemId ?? folderId ?? taskId) : itemId;
}
