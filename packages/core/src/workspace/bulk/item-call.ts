import type { BulkAction } from '@gatehouse/domain';
import type { BulkChange } from '@gatehouse/storage';
import { kindOf } from '../../kernel/context/no-such-item.ts';

/** A call that changes one item. */
export interface ItemCall {
  tool: string;
  input: Record<string, unknown>;
}

/** Returns the tool call that changes one item of a bulk change, so that bulk changes follow the rules of the tools. */
export function itemCall({ action, settings }: Pick<BulkChange, 'action' | 'settings'>, itemId: string): ItemCall {
  const tool = toolsOf[action][kindOf(itemId) === 'doc' ? 0 : 1];
  return { tool, input: { ...settings, [argumentOf(tool, itemId)]: itemId, ...(action === 'accept' && { accept: true }) } };
}

/** Tool for documents, and tool for all other items. */
export const toolsOf = {
  delete: ['delete_doc', 'delete_file'],
  move: ['move_item', 'move_item'],
  restore: ['restore_item', 'restore_item'],
  purge: ['purge_item', 'purge_item'],
  set_tags: ['set_tags', 'set_tags'],
  update_tasks: ['update_task', 'update_task'],
  accept: ['review_item', 'review_item'],
} as const satisfies Record<BulkAction, readonly [string, string]>;

function argumentOf(tool: string, itemId: string): string {
  if (tool === 'update_task') return 'taskId';
  if (tool === 'restore_item' || tool === 'purge_item' || tool === 'review_item') return 'itemId';
  return kindOf(itemId) === 'doc' ? 'docId' : 'fileId';
}
