import type Database from 'better-sqlite3';
import { ask } from '../ops.ts';
import type { CallSlots, Slot } from '../store.ts';

const bytesPerTime = 8;

/**
 * A sliding log: the times of a key's calls of the last window in one row (D13). The only shape that is exact under
 * bursts at window edges; every process on this file takes from it inside its write transaction.
 */
export function sqliteSlots(connection: Database.Database): CallSlots {
  const load = connection.prepare<[string], Buffer>('select times from call_slots where key_id = ?').pluck();
  const save = connection.prepare<[string, Buffer]>(
    'insert into call_slots (key_id, times) values (?, ?) on conflict (key_id) do update set times = excluded.times',
  );

  function take(keyId: string, limit: number, windowMs: number, now: number): Slot {
    const log = usableLog(load.get(keyId) as Buffer | undefined, windowMs, now);
    const count = log.length / bytesPerTime;
    // Times never go backwards, also when the clock does: an older call would else free its slot too early.
    const at = count > 0 ? Math.max(now, timeAt(log, count - 1)) : now;
    let expired = 0;
    while (expired < count && timeAt(log, expired) <= at - windowMs) expired++;
    const live = count - expired;
    if (live >= limit) return { admitted: false, waitMs: timeAt(log, count - limit) + windowMs - at };
    const next = Buffer.allocUnsafe((live + 1) * bytesPerTime);
    log.copy(next, 0, expired * bytesPerTime);
    next.writeDoubleLE(at, live * bytesPerTime);
    save.run(keyId, next);
    return { admitted: true, remaining: limit - live - 1, resetMs: timeAt(next, 0) + windowMs - at };
  }

  return { take: (keyId, limit, windowMs, now) => ask(() => take(keyId, limit, windowMs, now)) };
}

const empty = Buffer.alloc(0);

/** A log from more than a window ahead means that the clock was set back: it would refuse calls for that long, so it starts anew. */
function usableLog(log: Buffer | undefined, windowMs: number, now: number): Buffer {
  if (!log || log.length === 0) return empty;
  return timeAt(log, log.length / bytesPerTime - 1) > now + windowMs ? empty : log;
}

function timeAt(log: Buffer, index: number): number {
  return log.readDoubleLE(index * bytesPerTime);
}
