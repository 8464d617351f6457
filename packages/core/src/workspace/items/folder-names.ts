import type { Folder, Op } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { refusal } from '../../kernel/errors/errors.ts';

/**
 * Refuses a name that another folder has. At the top, only folders that the caller sees count (D25.2). Elsewhere, only those with the
 * same parent count (D73.1).
 */
export function* refuseTakenFolderName(context: ToolContext, parentId: string | null, name: string, itself?: string): Op<void> {
  const existing = yield* folderNamed(context, parentId, name, itself);
  if (existing) throw refusal('duplicate_name', `there is already a folder "${name}": ${existing.id}; use it, or choose another name`);
}

/** Finds a folder by name, at the top or in a parent. Ignores the folder `besides`, which is being renamed or moved. */
export function* folderNamed(
  { store, viewer }: ToolContext,
  parentId: string | null,
  name: string,
  besides?: string,
): Op<Folder | undefined> {
  if (parentId === null) return yield* store.folders.visibleByName(viewer, name, besides);
  return yield* store.folders.siblingByName(viewer.orgId, parentId, name, besides);
}
