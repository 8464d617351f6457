import type { Folder, Op, Task, VisibleItem } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { kindOf } from '../../kernel/context/no-such-item.ts';

/** The subject of a take-back's entry. */
export interface SubjectItem {
  type: 'doc' | 'file' | 'skill' | 'task' | 'folder';
  name: string;
  /** An item with versions, in the trash or not. */
  item: VisibleItem | undefined;
  task: Task | undefined;
  /** Deleted or not. */
  folder: Folder | undefined;
}

/** Finds a subject as the caller sees it now, even in the trash. */
export function* findSubject({ store, viewer }: ToolContext, id: string): Op<SubjectItem | undefined> {
  const kind = kindOf(id);
  if (kind === 'task') {
    const task = yield* store.tasks.find(viewer.orgId, id);
    return task && { type: 'task', name: task.title, item: undefined, task, folder: undefined };
  }
  if (kind === 'folder') {
    const folder = (yield* store.folders.visible(viewer, id)) ?? (yield* store.folders.deleted(viewer, id));
    return folder && { type: 'folder', name: folder.name, item: undefined, task: undefined, folder };
  }
  const item = (yield* store.items.visible(viewer, 'any', id)) ?? (yield* store.trash.find(viewer, id));
  return item && { type: item.type, name: item.name, item, task: undefined, folder: undefined };
}

/** The folder that it is shown in: a folder is shown in itself. */
export function folderOf({ item, folder }: SubjectItem): string | null {
  return folder?.id ?? item?.folderId ?? null;
}

/**
 * Finds an item for changing it in this transaction. If the person can only read it, returns it anyway: the decision then leaves it as it
 * is (D25.5).
 */
export function* findItemToTakeBack(context: ToolContext, id: string): Op<VisibleItem | undefined> {
  const { store, viewer } = context;
  const changeable = (yield* store.items.visibleForChange(viewer, 'any', id)) ?? (yield* store.trash.findForChange(viewer, id));
  return changeable ?? (yield* findSubject(context, id))?.item;
}
