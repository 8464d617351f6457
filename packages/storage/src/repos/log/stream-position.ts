import { createHash } from 'node:crypto';

/**
 * Position after a row, for logs committed in the order of their numbers. The row is identified by its content. Zero is before all rows.
 */
export interface RowPosition {
  id: number;
  mark: string;
}

/** Position by a snapshot of the database, and a number below which nothing is new, for all other logs. */
export interface SnapshotPosition {
  database: string;
  floor: number;
  seen: Snapshot;
}

/** Snapshot as Postgres writes it: `oldest open:next to begin:others that are open`, with its first two numbers. */
export interface Snapshot {
  text: string;
  oldestOpen: bigint;
  next: bigint;
}

/** Identifies a row by its request: another database, or an earlier state of this one, can have a row of the same number. */
export function markOf({ requestId }: { requestId: string }): string {
  return createHash('sha256').update(requestId).digest('base64url').slice(0, 16);
}

export const writeRowPosition = ({ id, mark }: RowPosition): string => `${id}.${mark}`;

/** Undefined if the text is not a position. */
export function readRowPosition(text: string): RowPosition | undefined {
  const [, id, mark] = /^(\d{1,15})\.([\w-]{16})?$/.exec(text) ?? [];
  if (id === undefined || (mark === undefined) !== (id === '0')) return undefined;
  return { id: Number(id), mark: mark ?? '' };
}

export const writeSnapshotPosition = ({ database, floor, seen }: SnapshotPosition): string => `${database}.${floor}.${seen.text}`;

/** Undefined if the text is not a position, or not a snapshot that Postgres accepts. */
export function readSnapshotPosition(text: string): SnapshotPosition | undefined {
  const [, database, floor, seen] = /^([0-9a-f]{32})\.(\d{1,15})\.([\d:,]{3,8000})$/.exec(text) ?? [];
  if (database === undefined || floor === undefined || seen === undefined || !isSnapshot(seen)) return undefined;
  return { database, floor: Number(floor), seen: readSnapshot(seen) };
}

export function readSnapshot(text: string): Snapshot {
  const [oldestOpen = '', next = ''] = text.split(':');
  return { text, oldestOpen: BigInt(oldestOpen), next: BigInt(next) };
}

const highest = 2n ** 63n;

/** Numbers in their order: from the oldest that is open, all others before the next to begin. */
function isSnapshot(text: string): boolean {
  if (!/^\d{1,19}:\d{1,19}:(\d{1,19}(,\d{1,19})*)?$/.test(text)) return false;
  const [first = '', next = '', open = ''] = text.split(':');
  const [oldestOpen, end] = [BigInt(first), BigInt(next)];
  const others = open === '' ? [] : open.split(',').map(BigInt);
  const inOrder = others.every((one, at) => one >= oldestOpen && one < end && one > (others[at - 1] ?? -1n));
  return oldestOpen > 0n && oldestOpen <= end && end < highest && inOrder;
}
