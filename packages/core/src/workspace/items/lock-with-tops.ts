import type { Folder, Op } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';

/** Maximum rounds of locking. A folder can move to another top folder while a round waits for a lock. */
const maxLooks = 3;

/**
 * Locks the top folders of these folders, in the order of their identifiers, and then the folders. Until the transaction ends, nobody can
 * move or share anything in these trees, or put anything into them. Returns the visible folders, including deleted ones.
 */
export function* lockWithTops({ store, viewer }: ToolContext, folderIds: readonly string[]): Op<Folder[]> {
  const locked = new Set<string>();
  for (let look = 1; ; look++) {
    const folders = yield* store.many.folders(viewer, folderIds);
    const tops = folders.map(({ rootId }) => rootId);
    const missing = [...new Set([...tops.toSorted(), ...folderIds.toSorted()])].filter((id) => !locked.has(id));
    if (missing.length === 0 || look > maxLooks) return folders;
    for (const id of missing) {
      yield* store.folders.lock(viewer.orgId, id);
      locked.add(id);
    }
  }
}
