import { writableFolders } from '@gatehouse/domain';
import type { Folder, Op } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { type GatewayError, refusal } from '../../kernel/errors/errors.ts';

/** Refuses to change what is in a folder, or outside of folders (null), if the key is limited to folders and may only read there (D49.5). */
export function* refuseReadOnly(context: ToolContext, folderId: string | null): Op<void> {
  const writable = writableFolders(context.viewer.limits);
  if (!writable || (folderId !== null && writable.includes(folderId))) return;
  throw yield* limited(context, writable, folderId === null ? 'cannot change what is outside of folders' : 'can only read in this folder');
}

/** Folder of a new item for which none was given: a key that is limited to folders has no place outside of them (D49.5). */
export function* onlyWritableFolder(context: ToolContext): Op<string | undefined> {
  const writable = writableFolders(context.viewer.limits);
  if (!writable || writable.length === 1) return writable?.[0];
  throw yield* limited(context, writable, 'creates nothing outside of folders');
}

function* limited({ store, viewer }: ToolContext, writable: readonly string[], what: string): Op<GatewayError> {
  const folders: Folder[] = [];
  for (const id of writable) {
    const folder = yield* store.folders.visible(viewer, id);
    if (folder) folders.push(folder);
  }
  if (folders.length === 0) return refusal('protected_item', `this key ${what}, and its limits let it write nowhere`);
  const names = folders.map(({ id, name }) => `${id} (${JSON.stringify(name)})`).join(', ');
  return refusal('protected_item', `this key ${what}; give one of the folders it may write in as "folderId": ${names}`);
}
