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

interface Placed {
  folderId?: string | null | undefined;
  folderName?: string | undefined;
}

/** Breadcrumbs of an item. */
export function crumbsOf(orgId: string, { folderId = null, folderName }: Placed): Crumb[] {
  const documents = { title: 'Documents', to: `/${orgId}/documents` };
  return folderId === null ? [documents] : [documents, { title: folderName ?? 'Folder', to: `${documents.to}/folder/${folderId}` }];
}

/** Views of an item in its newest version. Each view is shown in an ItemFrame, with its own actions. */
export interface ItemViewProps {
  item: Item;
}
