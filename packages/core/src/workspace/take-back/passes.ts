import { idsOfPath, maxFolderDepth } from '@gatehouse/domain';
import type { Op, TakeBack, TakeBackItem, TakeBackPlan } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { kindOf } from '../../kernel/context/no-such-item.ts';
import { type DecidedEntry, decidePage } from './decide-page.ts';
import { findSubjects } from './load/load-page.ts';
import { writeEntry, writeName } from './write/write-entry.ts';

/** Maximum items and bytes in one call, because other calls wait for it (D56). */
const maxItems = 4;
const maxBytes = 1024 * 1024;
/** Maximum entries that one call decides about. In the `trash` pass, few entries may move. */
const maxLooks = 20;
/** Entries per read, and maximum reads: in most passes, most entries need no decision. */
const pageSize = 50;
const maxPages = 8;

type Pass = NonNullable<TakeBack['progress']['pass']>;

const passAfter: Record<Pass, Pass | undefined> = {
  trash: 'restored',
  restored: 'rest',
  rest: 'back',
  back: 'folders',
  folders: 'names',
  names: undefined,
};
/** Identifiers begin with the kind of their subject, so these passes can read folders only. */
const folderIds = 'folder_';
const beginOf: Record<Pass, string> = { trash: '', restored: folderIds, rest: '', back: '', folders: folderIds, names: '' };

/**
 * Works in passes. First, items go to the trash, so that their names become free. Then folders that the run deleted are restored, before
 * their items. Next come present items, then items from the trash, then other folders, which are deleted if they are empty. Names that
 * others had come last.
 */
export function* takeMoreBack(context: ToolContext, { progress, ...takeBack }: TakeBack): Op<TakeBack> {
  // A take-back that began before passes existed continues with the rest.
  const pass = progress.pass ?? (progress.itemId === '' ? 'trash' : 'rest');
  const next: TakeBack = { ...takeBack, state: 'working', progress: { ...progress, pass } };
  const room = createRoom();
  for (let page = 0; page < maxPages; page++) if (!(yield* takePage(context, next, room))) break;
  yield* context.store.takeBacks.update(next);
  return next;
}

type Room = ReturnType<typeof createRoom>;

/** Remaining work for one call. */
function createRoom() {
  const left = { items: maxItems, bytes: maxBytes, looks: maxLooks };
  return {
    isFull(): boolean {
      return left.items === 0 || left.bytes < 0 || left.looks === 0;
    },
    look(): void {
      left.looks--;
    },
    take(bytes: number): void {
      left.items--;
      left.bytes -= bytes;
    },
  };
}

/** Processes the next entries of a pass. Returns false if the call must end. */
function* takePage(context: ToolContext, takeBack: TakeBack, room: Room): Op<boolean> {
  const { progress } = takeBack;
  const pass = progress.pass ?? 'trash';
  const { takeBacks } = context.store;
  const entries = yield* pass === 'names'
    ? takeBacks.items(takeBack, progress.itemId, pageSize)
    : takeBacks.open(takeBack, progress.itemId, pageSize);
  const isOfFolders = beginOf[pass] === folderIds;
  const ofPass = isOfFolders ? entries.filter(({ itemId }) => kindOf(itemId) === 'folder') : entries;
  const waiting = yield* ofThisPass(context, pass, ofPass);
  while (waiting.length > 0) {
    if (room.isFull()) return false;
    const together = waiting.splice(0, maxItems);
    const last = yield* pass === 'names' ? nameAll(context, takeBack, together, room) : takeAll(context, takeBack, together, room);
    progress.itemId = last;
    if (last !== together.at(-1)?.itemId) return false;
  }
  progress.itemId = ofPass.at(-1)?.itemId ?? progress.itemId;
  return ofPass.length === pageSize || beginNextPass(takeBack, pass);
}

/** Decides about some entries, and takes back those of this pass while there is room. Returns the last entry that it reached. */
function* takeAll(context: ToolContext, takeBack: TakeBack, entries: readonly TakeBackItem[], room: Room): Op<string> {
  const { progress } = takeBack;
  yield* hold(context, entries);
  let last = progress.itemId;
  for (const decided of yield* decidePage(context, takeBack, entries)) {
    if (room.isFull()) break;
    room.look();
    last = decided.entry.itemId;
    if (yield* waitsForFolders(context, takeBack, decided)) progress.isFolderWaiting = true;
    else if (isOfPass(progress.pass ?? 'trash', decided)) room.take(yield* writeEntry(context, takeBack, decided));
  }
  return last;
}

/**
 * Locks the subjects until the transaction ends, after the people and groups of the organization: nobody who gets a share, a folder or a task
 * again is removed between the decision and the change.
 */
function* hold({ store, viewer }: ToolContext, entries: readonly TakeBackItem[]): Op<void> {
  yield* store.people.hold(viewer.orgId);
  for (const { itemId } of entries) {
    const kind = kindOf(itemId);
    if (kind === 'task') yield* store.tasks.findForChange(viewer.orgId, itemId);
    else if (kind === 'folder') yield* store.folders.lock(viewer.orgId, itemId);
    else yield* store.items.visibleForChange(viewer, 'any', itemId);
  }
}

function* nameAll(context: ToolContext, takeBack: TakeBack, entries: readonly TakeBackItem[], room: Room): Op<string> {
  let last = takeBack.progress.itemId;
  for (const entry of entries) {
    if (room.isFull()) break;
    yield* writeName(context, takeBack, entry);
    room.take(0);
    last = entry.itemId;
  }
  return last;
}

/**
 * True for a folder that must wait for another one: to be deleted after those in it, restored after the one that it is in, or moved after the
 * one that it moves to has left it. The next round of the pass takes it.
 */
function* waitsForFolders({ store, viewer }: ToolContext, takeBack: TakeBack, { subject, decision }: DecidedEntry): Op<boolean> {
  const { folder } = subject ?? {};
  const { rounds = 0, pass } = takeBack.progress;
  if (!folder || rounds >= maxFolderDepth) return false;
  const { isDeleted } = decision?.values ?? {};
  if (pass === 'folders' && isDeleted === true) return (yield* store.folders.childrenOf(folder.orgId, folder.id, 1)).length > 0;
  if (pass === 'folders' && typeof decision?.values.parentId === 'string') {
    const [to] = yield* store.many.folders(viewer, [decision.values.parentId]);
    return to !== undefined && idsOfPath(to).includes(folder.id);
  }
  if (pass !== 'restored' || isDeleted !== false || folder.parentId === null) return false;
  const [parent] = yield* store.many.folders(viewer, [folder.parentId]);
  const entry = parent && parent.deletedAt !== null ? yield* store.takeBacks.item(takeBack, parent.id) : undefined;
  return entry?.outcome === null && entry.targetFolder !== null;
}

function beginNextPass(takeBack: TakeBack, pass: Pass): boolean {
  const { isFolderWaiting, rounds = 0, ...progress } = takeBack.progress;
  if (isFolderWaiting) {
    takeBack.progress = { ...progress, rounds: rounds + 1, itemId: beginOf[pass] };
    return true;
  }
  takeBack.progress = progress;
  const after = pass === 'folders' && !takeBack.progress.isNameWanted ? undefined : passAfter[pass];
  if (after === undefined) takeBack.state = 'done';
  else Object.assign(takeBack.progress, { pass: after, itemId: beginOf[after] });
  return after !== undefined;
}

/** Selects entries of this pass without deciding about them. Items in the trash come after the others. */
function* ofThisPass(context: ToolContext, pass: Pass, entries: readonly TakeBackItem[]): Op<TakeBackItem[]> {
  if (pass === 'names') return entries.filter(({ plan }) => plan.wantedName !== undefined);
  if (pass === 'trash') return entries.filter(({ plan }) => mayGoToTrash(plan));
  if (pass === 'back') return entries.filter(({ itemId }) => kindOf(itemId) !== 'folder');
  if (pass !== 'rest') return [...entries];
  const items = entries.filter(({ itemId }) => kindOf(itemId) !== 'folder');
  const subjects = yield* findSubjects(
    context,
    items.map(({ itemId }) => itemId),
  );
  return items.filter(({ itemId }) => !subjects.get(itemId)?.item?.deletedAt);
}

/** True only if the run created or restored it, or another take-back restored it. */
function mayGoToTrash({ first, undoes }: TakeBackPlan): boolean {
  if (undoes) return undoes.was.isDeleted;
  return first !== undefined && (first.change > 0 || first.version === 1);
}

function isOfPass(pass: Pass, { decision }: DecidedEntry): boolean {
  if (pass === 'trash') return decision?.isDeleted === true;
  return pass !== 'restored' || (decision?.values.isDeleted === false && decision.comesAlong !== true);
}
