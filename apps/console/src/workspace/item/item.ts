import { itemTypeOf } from '@gatehouse/domain';
import type { InputOf, OutputOf } from '../../kernel/calls/call.ts';
import { toolQuery } from '../../kernel/calls/queries.ts';
import type { Crumb } from '../../kernel/layout/page.tsx';

/** A document, file or skill in its newest version, with its text if it has one. */
export type Item = OutputOf<'read_item'>;
export type ItemType = Item['type'];

export const itemQuery = (orgId: string, itemId: string) => toolQuery(orgId, 'read_item', { itemId });

/** True for items that nobody can change: agent memory, and content of folders that are shared with the person to read. */
export function isFixed({ isAgentMemory, canWrite }: Pick<Item, 'isAgentMemory' | 'canWrite'>): boolean {
  return isAgentMemory || !canWrite;
}

/** Identifier argument of tools for all kinds of items. */
export function named({ id, type }: Pick<Item, 'id' | 'type'>): Pick<InputOf<'move_item'>, 'docId' | 'fileId'> {
  return type === 'doc' ? { docId: id } : { fileId: id };
}

/** Type of an item before it has loaded. A mistyped address is treated like that of a document. */
export const typeAt = (itemId: string): ItemType => itemTypeOf(itemId) ?? 'doc';

interface Placed {
  type?: Item['type'];
  folderId?: string | null | undefined;
  folderName?: string | undefined;
}

/** Breadcrumbs of an item. Those of a skill lead back to all skills, where it waits among the others for a review. */
export function crumbsOf(orgId: string, { type, folderId = null, folderName }: Placed): Crumb[] {
  const documents = `/${orgId}/documents`;
  const first = type === 'skill' ? { title: 'Skills', to: `/${orgId}/skills` } : { title: 'Documents', to: documents };
  return folderId === null ? [first] : [first, { title: folderName ?? 'Folder', to: `${documents}/folder/${folderId}` }];
}

/** Views of an item in its newest version. Each view is shown in an ItemFrame, with its own actions. */
export interface ItemViewProps {
  item: Item;
}
