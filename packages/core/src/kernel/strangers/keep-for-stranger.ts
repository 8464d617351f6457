import type { StrangerKind } from '@gatehouse/domain';
import type { Op, Store, StrangerNetworks, StrangerUse } from '@gatehouse/storage';
import { hashedNetworks } from './networks.ts';
import { networkParts, nowherePart, type StrangerLimits, strangerLimits } from './stranger-limits.ts';

/** Data that a request without a key, session or token wants to store. */
export interface ForStranger {
  kind: StrangerKind;
  /** Identifier in the table of its kind. */
  id: string;
  bytes: number;
  /** Address of the request. Undefined if it does not identify a caller. */
  address: string | undefined;
  createdAt: number;
  expiresAt: number;
}

/** Cost of every row apart from its content: the columns and indexes of two tables. */
const bytesOfRow = 500;

/** The request that needs room. */
interface Room {
  store: Store;
  limits: StrangerLimits;
  kind: StrangerKind;
  bytes: number;
}

/**
 * Reserves room for a stranger's data, in the transaction that stores the data (D64). Without room, removes consent requests and clients
 * that were never opened. Returns false if there is still no room: then nothing may be stored.
 */
export function* keepForStranger(
  store: Store,
  { kind, address, ...what }: ForStranger,
  limits: StrangerLimits = strangerLimits,
): Op<boolean> {
  const room: Room = { store, limits, kind, bytes: what.bytes + bytesOfRow };
  const networks = hashedNetworks(address);
  yield* store.strangerRows.hold();
  if (!(yield* makeRoomInNetworks(room, networks, address === undefined))) return false;
  if (!(yield* makeRoomInAll(room))) return false;
  yield* store.strangerRows.create({ ...what, ...networks, kind, bytes: room.bytes });
  return true;
}

/** Removes a row that was opened, used or returned: it no longer counts as a stranger's. */
export function* releaseFromStranger(store: Store, id: string): Op<void> {
  yield* store.strangerRows.remove(id);
}

/** Makes room from narrow to wide networks, so that the holder with too much makes room before others do. */
function* makeRoomInNetworks(room: Room, networks: StrangerNetworks, isNowhere: boolean): Op<boolean> {
  const { store, limits, kind, bytes } = room;
  const { wide, middle, narrow } = networks;
  const within: Partial<StrangerNetworks>[] = [{ wide }, { wide, middle }, { wide, middle, narrow }];
  for (const level of [2, 1, 0] as const) {
    const limit = partOf(limits.kinds[kind], isNowhere ? nowherePart : networkParts[level]);
    while (!hasRoom((yield* store.strangerRows.ofNetworks(kind, networks))[level], limit, bytes))
      if (!(yield* evict(room, kind, within[level] ?? {}))) return false;
  }
  return true;
}

/** Makes room in the row's kind, otherwise in all kinds: then the kind with the most rows loses one. */
function* makeRoomInAll(room: Room): Op<boolean> {
  const { store, limits, kind, bytes } = room;
  for (;;) {
    const kinds = yield* store.strangerRows.kinds();
    const all = { rows: sumOf(kinds.map(({ rows }) => rows)), bytes: sumOf(kinds.map((use) => use.bytes)) };
    const isKindFull = !hasRoom(
      kinds.find((use) => use.kind === kind),
      limits.kinds[kind],
      bytes,
    );
    if (!isKindFull && hasRoom(all, limits.all, bytes)) return true;
    const [most] = kinds.filter((use) => limits.kinds[use.kind].evicts).sort((one, other) => other.rows - one.rows);
    const from = isKindFull ? kind : most?.kind;
    if (from === undefined || !(yield* evict(room, from, {}))) return false;
  }
}

function hasRoom({ rows, bytes }: StrangerUse = { rows: 0, bytes: 0 }, limit: StrangerUse, more: number): boolean {
  return rows + 1 <= limit.rows && bytes + more <= limit.bytes;
}

function partOf({ rows, bytes }: StrangerUse, part: number): StrangerUse {
  return { rows: rows * part, bytes: bytes * part };
}

function sumOf(numbers: number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0);
}

/** Removes the oldest row of the holder with the most. Returns false if nothing may be removed. */
function* evict({ store, limits }: Room, kind: StrangerKind, within: Partial<StrangerNetworks>): Op<boolean> {
  if (!limits.kinds[kind].evicts) return false;
  const id = yield* store.strangerRows.oldestOfMost(kind, within);
  if (id === undefined) return false;
  if (kind === 'request') yield* store.oauthRecords.remove(id);
  if (kind === 'client') yield* store.oauthClients.removeUnusedOne(id);
  yield* store.strangerRows.remove(id);
  return true;
}
