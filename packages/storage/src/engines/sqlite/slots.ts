import type Database from 'better-sqlite3';
import { ask } from '../../kernel/ops.ts';
import type { CallLimit, Slot, TakeSlot } from '../../repos/admission.ts';

/**
 * Size of the head. A log is the time of its oldest call (a double), and for every call the milliseconds since then (unsigned, 32 bits).
 */
const headBytes = 8;
const callBytes = 4;
const furthest = 0xffff_ffff;

/**
 * Takes calls from a sliding log: one row holds the times of a key's calls in the last window (D13). Only this form is exact under bursts
 * at window edges. Every process on this file uses it inside its write transaction.
 */
export function sqliteSlots(connection: Database.Database): TakeSlot {
  const load = connection.prepare<[string], Buffer>('select times from call_slots where key_id = ?').pluck();
  const save = connection.prepare<[string, Buffer]>(
    'insert into call_slots (key_id, times) values (?, ?) on conflict (key_id) do update set times = excluded.times',
  );

  function take(keyId: string, { calls, windowMs }: CallLimit, now: number): Slot {
    const stored = load.get(keyId) ?? empty;
    const log = notAfter(stored, now);
    const count = countOf(log);
    let expired = 0;
    while (expired < count && timeAt(log, expired) <= now - windowMs) expired++;
    const live = count - expired;
    if (live >= calls) {
      if (log !== stored) save.run(keyId, log);
      return { admitted: false, waitMs: timeAt(log, count - calls) + windowMs - now };
    }
    const oldest = live > 0 ? timeAt(log, expired) : now;
    save.run(keyId, appendTime(log, expired, live, now));
    return { admitted: true, remaining: calls - live - 1, resetMs: oldest + windowMs - now };
  }

  return (keyId, limit, now) => ask(() => take(keyId, limit, now));
}

const empty = Buffer.alloc(0);

/**
 * Replaces future times by now. They mean that the clock was set back. No call is then forgotten too early, or kept longer than a window
 * (D13). The result is stored, otherwise the times would stay ahead of the clock.
 */
function notAfter(log: Buffer, now: number): Buffer {
  const count = countOf(log);
  if (count === 0 || timeAt(log, count - 1) <= now) return log;
  const head = Math.min(log.readDoubleLE(0), now);
  const kept = Buffer.allocUnsafe(log.length);
  kept.writeDoubleLE(head, 0);
  for (let index = 0; index < count; index++) {
    kept.writeUInt32LE(Math.min(timeAt(log, index), now) - head, headBytes + index * callBytes);
  }
  return kept;
}

function countOf(log: Buffer): number {
  return log.length === 0 ? 0 : (log.length - headBytes) / callBytes;
}

function timeAt(log: Buffer, index: number): number {
  return log.readDoubleLE(0) + log.readUInt32LE(headBytes + index * callBytes);
}

/** Times of a log. Undefined if the bytes are not a log. */
export function readLog(log: Buffer): number[] | undefined {
  const count = countOf(log);
  if (!Number.isInteger(count) || count < 0) return undefined;
  return Array.from({ length: count }, (_, index) => timeAt(log, index));
}

/** Removes expired calls and adds one. The head moves only when 32 bits no longer reach. */
function appendTime(log: Buffer, expired: number, live: number, at: number): Buffer {
  const next = Buffer.allocUnsafe(headBytes + (live + 1) * callBytes);
  const start = live > 0 ? log.readDoubleLE(0) : at;
  const head = at - start > furthest ? timeAt(log, expired) : start;
  next.writeDoubleLE(head, 0);
  if (live > 0 && head === start) log.copy(next, headBytes, headBytes + expired * callBytes);
  else for (let index = 0; index < live; index++) next.writeUInt32LE(timeAt(log, expired + index) - head, headBytes + index * callBytes);
  next.writeUInt32LE(at - head, headBytes + live * callBytes);
  return next;
}
