import type { Folder, FoundItem, Op, Task } from '@gatehouse/storage';
import type { ToolContext } from '../../../kernel/context/context.ts';
import { kindOf } from '../../../kernel/context/no-such-item.ts';

/** The subject of a take-back's entry. */
export interface Subject {
  type: 'doc' | 'file' | 'skill' | 'task' | 'folder';
  name: string;
  /** An item with versions, in the trash or not. */
  item: FoundItem | undefined;
  task: Task | undefined;
  /** Deleted or not. */
  folder: Folder | undefined;
}

/** Finds many subjects as the caller sees them now, even in the trash. */
export function* findSubjects({ store, viewer }: ToolContext, ids: readonly string[]): Op<Map<string, Subject>> {
  const none = { item: undefined, task: undefined, folder: undefined };
  const byKind = Map.groupBy(ids, (id) => {
    const kind = kindOf(id);
    return kind === 'task' || kind === 'folder' ? kind : 'item';
  });
  const [items = [], tasks = [], folders = []] = [byKind.get('item'), byKind.get('task'), byKind.get('folder')];
  const found = new Map<string, Subject>();
  if (items.length > 0)
    for (const item of yield* store.many.items(viewer, items)) found.set(item.id, { ...none, type: item.type, name: item.name, item });
  if (tasks.length > 0)
    for (const task of yield* store.many.tasks(viewer.orgId, tasks)) found.set(task.id, { ...none, type: 'task', name: task.title, task });
  if (folders.length > 0)
    for (const folder of yield* store.many.folders(viewer, folders))
      found.set(folder.id, { ...none, type: 'folder', name: folder.name, folder });
  return found;
}

/** Finds one subject as the caller sees it now, even in the trash. */
export function* findSubject(context: ToolContext, id: string): Op<Subject | undefined> {
  return (yield* findSubjects(context, [id])).get(id);
}

/** Folder in which a subject is listed. A folder is listed in itself. */
export function folderOf({ item, folder }: Subject): string | null {
  return folder?.id ?? item?.folderId ?? null;
}
