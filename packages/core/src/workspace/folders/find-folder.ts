import { mayActFor } from '@gatehouse/domain';
import type { Folder, Op } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { GatewayError } from '../../kernel/errors/errors.ts';
import { findFolder } from '../items/find-item.ts';

/** A folder that the caller may see; the activity row will name it. */
export function* findNotedFolder(context: ToolContext, folderId: string): Op<Folder> {
  const folder = yield* findFolder(context, folderId);
  context.notes.itemType = 'folder';
  context.notes.itemId = folder.id;
  return folder;
}

/** Finds a folder to change it. Allowed for its owner, and for owners and admins of the organization. */
export function* findOwnFolder(context: ToolContext, folderId: string, verb: 'share' | 'rename' | 'delete'): Op<Folder> {
  const folder = yield* findNotedFolder(context, folderId);
  if (mayActFor(context.caller, folder.ownerId)) return folder;
  throw new GatewayError('forbidden', `only its owner, or an owner or admin of the organization, can ${verb} this folder`);
}
