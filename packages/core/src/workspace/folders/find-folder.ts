import { mayActFor } from '@gatehouse/domain';
import type { Folder, Op } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { GatewayError, refusal } from '../../kernel/errors/errors.ts';
import { findFolder } from '../items/find-item.ts';
import { refuseReadOnly } from '../items/read-only-places.ts';

/** Finds a folder that the caller may see, and names it in the activity row. */
export function* findNotedFolder(context: ToolContext, folderId: string): Op<Folder> {
  const folder = yield* findFolder(context, folderId);
  context.call.notes.itemType = 'folder';
  context.call.notes.itemId = folder.id;
  return folder;
}

/**
 * Finds a folder that the caller may share, rename, move or delete: as its owner, as the owner of its top folder, or as an owner or admin
 * (D73.1).
 */
export function* findOwnFolder(
  context: ToolContext,
  folderId: string,
  verb: 'share' | 'review' | 'rename' | 'delete' | 'move',
): Op<Folder> {
  const folder = yield* findNotedFolder(context, folderId);
  if (folder.parentId !== null) yield* refuseReadOnly(context, folder.id);
  const { ownerId } = yield* context.store.folders.root(folder);
  if (mayActFor(context.caller, folder.ownerId) || mayActFor(context.caller, ownerId)) return folder;
  throw new GatewayError(
    'forbidden',
    `only the owner of this folder or of its top folder, or an owner or admin of the organization, can ${verb} it`,
  );
}

/** Finds a top folder that the caller may share or set the review of. Other folders have neither by themselves (D73.1, D78). */
export function* findOwnTopFolder(context: ToolContext, folderId: string, verb: 'share' | 'review' = 'share'): Op<Folder> {
  const folder = yield* findOwnFolder(context, folderId, verb);
  if (folder.parentId === null) return folder;
  const root = yield* context.store.folders.root(folder);
  const top = `${root.id} (${JSON.stringify(root.name)})`;
  if (verb === 'review') throw refusal('invalid_argument', `review is set for a top folder and everything in it: give ${top} instead`);
  throw refusal('invalid_argument', `everyone who sees the top folder sees this folder: share ${top} instead`);
}
