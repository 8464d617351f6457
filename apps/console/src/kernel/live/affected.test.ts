import { describe, expect, it } from 'vitest';
import { affectedBy, isAffected } from './affected.ts';
import type { Change, LoggedCall } from './change-stream.ts';

const call = (change: Partial<LoggedCall>) =>
  ({ outcome: 'ok', itemType: 'key', itemId: 'key_1', tool: 'create_key', ...change }) as LoggedCall;

/** Keys of cached answers that are requested again. */
function affected(calls: LoggedCall[], ...keys: unknown[][]): unknown[][] {
  return affectedOf({ kind: 'rows', rows: calls }, ...keys);
}

function affectedOf(change: Change, ...keys: unknown[][]): unknown[][] {
  const by = affectedBy(change);
  return by === 'all' ? keys : keys.filter((key) => isAffected(['org', ...key], by));
}

describe('affectedBy', () => {
  it('returns each answer that successful changes make stale', () => {
    const calls = [call({}), call({ itemType: 'doc', itemId: 'doc_1', tool: 'delete_doc' })];
    const keys = [
      ['list_agents', {}],
      ['list_trash', 'pages', {}],
      ['list_people', {}],
    ];
    expect(affected(calls, ...keys)).toEqual(keys.slice(0, 2));
  });

  it('returns the list of all skills after one is changed, reviewed or taken back', () => {
    const keys = [
      ['browse_skills', 'pages', {}],
      ['browse_skills', { waiting: true }],
    ];
    const skill = { itemType: 'skill', itemId: 'skill_1' } as const;
    for (const tool of ['write_skill', 'review_skill']) expect(affected([call({ ...skill, tool })], ...keys)).toEqual(keys);
    expect(affected([call({ itemType: null, itemId: null, tool: 'apply_take_back' })], ...keys)).toEqual(keys);
    expect(affected([call({ itemType: 'doc', itemId: 'doc_1', tool: 'edit_doc' })], ...keys)).toEqual([]);
  });

  it('returns answers about a service after a change or test of it, but not after its tools ran', () => {
    const keys = [
      ['read_connection', { connectionId: 'conn_1' }],
      ['list_connection_tools', 'pages', { connectionId: 'conn_1' }],
    ];
    const of = { itemType: 'connection', itemId: 'conn_1' };
    expect(affected([call({ ...of, tool: 'test_connection' })], ...keys)).toEqual(keys);
    expect(affected([call({ ...of, tool: 'execute_service_tool' })], ...keys)).toEqual([]);
  });

  it('returns answers about one item only after a change of that item, and all of them after a bulk change', () => {
    const keys = [
      ['read_item', { itemId: 'doc_1' }],
      ['list_item_versions', 'pages', { itemId: 'doc_2' }],
    ];
    expect(affected([call({ itemType: 'doc', itemId: 'doc_1', tool: 'edit_doc' })], ...keys)).toEqual([keys[0]]);
    expect(affected([call({ itemType: 'folder', itemId: 'folder_1', tool: 'unshare_folder' })], ...keys)).toEqual(keys);
    expect(affected([call({ itemType: null, itemId: null, tool: 'apply_take_back' })], ...keys)).toEqual(keys);
  });

  it('returns the review of a skill after a change of that skill', () => {
    const keys = [
      ['list_skill_loads', { itemId: 'skill_1' }],
      ['list_skill_loads', { itemId: 'skill_2' }],
    ];
    expect(affected([call({ itemType: 'skill', itemId: 'skill_1', tool: 'review_skill' })], ...keys)).toEqual([keys[0]]);
  });

  it('returns nothing for reads, refusals and tools without a page', () => {
    const calls = [
      call({ tool: 'list_keys' }),
      call({ tool: 'browse_folder', itemType: 'folder' }),
      call({ outcome: 'forbidden' }),
      call({ itemType: null }),
      call({ itemType: 'connection', tool: 'execute_service_tool' }),
    ];
    expect(affectedBy({ kind: 'rows', rows: calls })).toEqual({ tools: new Set(), items: new Set(['key_1']) });
  });

  it('returns all answers for more calls than pages hold', () => {
    const rows = Array.from({ length: 501 }, () => call({ tool: 'read_doc' }));
    expect(affectedBy({ kind: 'rows', rows })).toBe('all');
    expect(affectedBy({ kind: 'skipped', count: 1 })).toBe('all');
    expect(affectedBy({ kind: 'opened' })).toBe('all');
  });

  it('returns answers about items that others have changed, and all lists after a change of a folder', () => {
    const keys = [
      ['read_item', { itemId: 'doc_1' }],
      ['read_item', { itemId: 'doc_2' }],
      ['list_folders', 'pages', {}],
      ['list_agents', {}],
    ];
    const doc = { id: 'doc_1', type: 'doc' as const, versionCount: 3 };
    expect(affectedOf({ kind: 'items', items: [doc] }, ...keys)).toEqual([keys[0], keys[2]]);
    const folder = { id: 'folder_1', type: 'folder' as const, versionCount: null };
    expect(affectedOf({ kind: 'items', items: [doc, folder] }, ...keys)).toEqual(keys.slice(0, 3));
    expect(affectedOf({ kind: 'items', items: [{ ...folder, type: 'task' }] }, ...keys)).toEqual([]);
  });

  it('returns the comparison of a changed item, and a take-back that another tab has edited or applied', () => {
    const keys = [
      ['compare_take_back_item', { takeBackId: 'putback_1', itemId: 'doc_1' }],
      ['compare_take_back_item', { takeBackId: 'putback_1', itemId: 'doc_2' }],
      ['list_take_back_items', 'pages', { takeBackId: 'putback_1', folderId: 'none' }],
      ['preview_take_back', 'pages', { takeBackId: 'putback_1' }],
    ];
    expect(affected([call({ itemType: 'doc', itemId: 'doc_1', tool: 'edit_doc' })], ...keys)).toEqual([keys[0]]);
    expect(affected([call({ itemType: null, itemId: null, tool: 'edit_take_back' })], ...keys)).toEqual(keys);
    expect(affected([call({ itemType: null, itemId: null, tool: 'apply_take_back' })], ...keys)).toEqual([...keys.slice(0, 2), keys[3]]);
  });

  it('returns the inbox and its count after changes that can add entries, and after entries are marked as read', () => {
    const keys = [
      ['list_inbox', 'pages', { readSince: 0 }],
      ['count_inbox', {}],
    ];
    for (const [itemType, tool] of [
      ['doc', 'edit_doc'],
      ['skill', 'write_skill'],
      ['task', 'create_task'],
      ['connection', 'test_connection'],
      ['doc', 'add_comment'],
      ['folder', 'unshare_folder'],
      [null, 'mark_inbox_read'],
    ] as const)
      expect(affected([call({ itemType, itemId: itemType && `${itemType}_1`, tool })], ...keys)).toEqual(keys);
    expect(affected([call({ itemType: 'agent', itemId: 'agent_1', tool: 'rename_agent' })], ...keys)).toEqual([]);
  });

  it('returns only the history of the changed item', () => {
    const keys = [
      ['list_changes', 'pages', { taskId: 'task_1' }],
      ['list_changes', 'pages', { taskId: 'task_2' }],
      ['list_changes', 'pages', { itemId: 'doc_1' }],
    ];
    expect(affected([call({ itemType: 'task', itemId: 'task_1', tool: 'update_task' })], ...keys)).toEqual([keys[0]]);
    expect(affected([call({ itemType: 'doc', itemId: 'doc_1', tool: 'move_item' })], ...keys)).toEqual([keys[2]]);
  });
});
