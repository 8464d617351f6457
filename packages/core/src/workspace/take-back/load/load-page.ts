import type { Entry, EntryHistory } from '@gatehouse/domain/take-back';
import type { Folder, FoundItem, Op, TakeBack, TakeBackItem, Task, VisibleItem } from '@gatehouse/storage';
import type { ToolContext } from '../../../kernel/context/context.ts';
import { kindOf } from '../../../kernel/context/no-such-item.ts';
import { loadHistories, versionsOfRun } from './changes-of-run.ts';
import { type LoadedBody, loadBodies } from './load-bodies.ts';
import { type FolderToLoad, loadFolders } from './load-folders.ts';

/** An entry of a take-back as plain data. */
export interface LoadedEntry {
  entry: TakeBackItem;
  /** Undefined if the requester can no longer see it. */
  subject: Subject | undefined;
  /** Undefined without a subject, and if the entry is already done. */
  data: Entry | undefined;
  body: LoadedBody | undefined;
}

/** An open entry for a document, file or skill. */
interface ItemToLoad {
  entry: TakeBackItem;
  item: FoundItem;
  common: EntryHistory;
}

/** Loads entries with a few statements, however many there are. The caller limits the number of entries. */
export function* loadPage(context: ToolContext, takeBack: TakeBack, page: readonly TakeBackItem[]): Op<LoadedEntry[]> {
  const subjects = yield* findSubjects(
    context,
    page.map(({ itemId }) => itemId),
  );
  const open = page.filter(({ itemId, outcome }) => outcome === null && subjects.has(itemId));
  const histories = yield* loadHistories(context, takeBack, open);
  const [items, folders, tasks]: [ItemToLoad[], FolderToLoad[], [string, Entry][]] = [[], [], []];
  for (const entry of open) {
    const { itemId, plan } = entry;
    const { item, folder, task } = subjects.get(itemId) ?? {};
    const hasHistory = plan.undoes !== undefined || plan.hasRows === true || (item !== undefined && plan.first !== undefined);
    const isLeftOut = plan.isLeftOut === true;
    const common = { id: itemId, rows: histories.get(itemId) ?? [], isLeftOut, hasHistory };
    if (item) items.push({ entry, item, common });
    if (folder) folders.push({ entry, folder, common });
    if (task) tasks.push([itemId, { kind: 'task', ...common, status: task.status }]);
  }
  const loaded = yield* loadItems(context, takeBack, items);
  const loadedFolders = folders.length === 0 ? [] : yield* loadFolders(context, takeBack, folders);
  const data = new Map<string, Entry>([...loaded.items, ...loadedFolders, ...tasks]);
  return page.map((entry) => {
    const { itemId } = entry;
    return { entry, subject: subjects.get(itemId), data: data.get(itemId), body: loaded.bodies.get(itemId) };
  });
}

/** Loads documents, files and skills, with the changes to their bodies by the run and by others. */
function* loadItems(context: ToolContext, takeBack: TakeBack, open: readonly ItemToLoad[]) {
  const versions = yield* versionsOfRun(context, takeBack, open);
  const changed = open.flatMap(({ entry, item, common }) => {
    const made = versions.get(item.id);
    return made && !common.isLeftOut ? [{ item, plan: entry.plan, versions: made }] : [];
  });
  const bodies = yield* loadBodies(context, changed);
  const items = open.flatMap(({ item, common }): [string, Entry][] => {
    const made = versions.get(item.id);
    const body = bodies.get(item.id)?.body ?? { kind: 'untouched' };
    return made ? [[item.id, { kind: 'item', ...common, ...present(item), versions: made, body }]] : [];
  });
  return { items, bodies };
}

function present({ type, name, folderId, isSystem, isAgentMemory, deletedAt }: VisibleItem) {
  return { type, name, folderId, isSystem, isAgentMemory, isDeleted: deletedAt !== null };
}

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
