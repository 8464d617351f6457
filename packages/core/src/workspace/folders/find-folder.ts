import { mayActFor } from '@gatehouse/domain';
import type { Folder, Op } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { GatewayError, refusal } from '../../kernel/errors/errors.ts';
import { findFolder } from '../items/find-item.ts';
import { refuseReadOnly } from '../items/read-only-places.ts';

/** Finds a folder that the caller may see, and names it in the activity row. */
export function* findNotedFolder(context: ToolContext, folderId: string): Op<Folder> {
  const folder = yield* findFolder(context, folderId);
  context.notes.itemType = 'folder';
  context.notes.itemId = folder.id;
  return folder;
}

/**
 * Finds a folder that the caller may share, rename, move or delete: as its owner, as the owner of its top folder, or as an owner or admin
 * (D73.1).
 */
export function* findOwnFolder(context: ToolContext, folderId: string, verb: 'share' | 'rename' | 'delete' | 'move'): Op<Folder> {
  const folder = yield* findNotedFolder(context, folderId);
  if (folder.parentId !== null) yield* refuseReadOnly(context, folder.id);
  const { ownerId } = yield* context.store.folders.root(folder);
  if (mayActFor(context.caller, folder.ownerId) || mayActFor(context.caller, ownerId)) return folder;
  throw new GatewayError(
    'forbidden',
    `only the owner of this folder or of its top folder, or an owner or admin of the organization, can ${verb} it`,
  );
}

/** Finds a top folder that the caller may share. Other folders cannot be shared (D73.1). */
export function* findOwnTopFolder(context: ToolContext, folderId: string): Op<Folder> {
  const folder = yield* findOwnFolder(context, folderId, 'share');
  if (folder.parentId === null) return folder;
  const root = yield* context.store.folders.root(folder);
  throw refusal('invalid_argument', `everyone who sees the top folder "${root.name}" sees this folder: share ${root.id} instead`);
}
