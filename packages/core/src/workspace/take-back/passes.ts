import type { Op, TakeBack, TakeBackItem, TakeBackPlan } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { kindOf } from '../../kernel/context/no-such-item.ts';
import { movesToTrash } from '../reversal/decide.ts';
import { takeTurn, turnOf } from './take-turn.ts';
import { takeWantedName } from './take-wanted-name.ts';

/** Maximum items and bytes in one call, because other calls wait for it (D56). */
const maxItems = 4;
const maxBytes = 1024 * 1024;
/** Maximum entries that one call decides about. In the `trash` pass, few of them may move. */
const maxLooks = 20;
/** Entries per read, and maximum reads: in most passes, most entries need no decision. */
const pageSize = 50;
const maxPages = 8;

type Pass = NonNullable<TakeBack['progress']['pass']>;

const passAfter: Record<Pass, Pass | undefined> = {
  trash: 'restored',
  restored: 'rest',
  rest: 'folders',
  folders: 'names',
  names: undefined,
};
/** Identifiers begin with the kind of their subject, so these passes can read folders only. */
const folderIds = 'folder_';
const beginOf: Record<Pass, string> = { trash: '', restored: folderIds, rest: '', folders: folderIds, names: '' };

/**
 * Works in passes. First, items go to the trash, so that their names become free. Then folders that the run deleted are restored, before
 * their items. Other folders go last, when they are empty. Entries whose name was taken get it at the end.
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
  for (const entry of ofPass) {
    if (mayHaveTurn(pass, entry)) {
      if (room.isFull()) return false;
      yield* takeEntry(context, takeBack, entry, room);
    }
    progress.itemId = entry.itemId;
  }
  return ofPass.length === pageSize || beginNextPass(takeBack, pass);
}

function beginNextPass(takeBack: TakeBack, pass: Pass): boolean {
  const after = pass === 'folders' && !takeBack.progress.isNameWanted ? undefined : passAfter[pass];
  if (after === undefined) takeBack.state = 'done';
  else Object.assign(takeBack.progress, { pass: after, itemId: beginOf[after] });
  return after !== undefined;
}

/** Decides by the entry alone, without reading its subject. */
function mayHaveTurn(pass: Pass, { itemId, plan }: TakeBackItem): boolean {
  if (pass === 'names') return plan.wantedName !== undefined;
  if (pass === 'trash') return mayGoToTrash(plan);
  return pass !== 'rest' || kindOf(itemId) !== 'folder';
}

/** True only if the run created or restored it, or another take-back restored it. */
function mayGoToTrash({ first, undoes }: TakeBackPlan): boolean {
  if (undoes) return undoes.was.isDeleted;
  return first !== undefined && (first.change > 0 || first.version === 1);
}

function* takeEntry(context: ToolContext, takeBack: TakeBack, entry: TakeBackItem, room: Room): Op<void> {
  const { pass } = takeBack.progress;
  if (pass === 'names') {
    yield* takeWantedName(context, takeBack, entry);
    return room.take(0);
  }
  const turn = yield* turnOf(context, takeBack, entry);
  room.look();
  if (pass === 'trash' && !(turn.decision && movesToTrash(turn.decision.body))) return;
  if (pass === 'restored' && turn.decision?.values.isDeleted !== false) return;
  room.take(yield* takeTurn(context, takeBack, entry, turn));
}
