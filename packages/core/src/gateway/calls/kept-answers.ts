import type { Op, Store } from '@gatehouse/storage';
import { repeatMs } from './first-answer.ts';

const mebibyte = 1024 * 1024;
/** What an organization's repeatable calls take at most; beyond it the oldest go. Each row counts as its answer and 512 bytes (D70). */
const mostBytes = 64 * mebibyte;
/** After so much more it is counted. */
const countedAfter = 4 * mebibyte;
const rowBytes = 512;

export type KeepWithin = (orgId: string, bytes: number) => Op<void>;

/** Notes that an answer is kept, and now and then removes the oldest that are too many. */
export function createKeeping(store: Store): KeepWithin {
  /** What was kept since it was last counted, by organization. */
  const uncounted = new Map<string, number>();

  return function* keepWithin(orgId, bytes) {
    const more = (uncounted.get(orgId) ?? 0) + bytes + rowBytes;
    uncounted.set(orgId, more < countedAfter ? more : 0);
    if (more >= countedAfter) yield* store.idempotentCalls.trim(orgId, mostBytes);
  };
}

const atOnce = 1000;

/** Removes what can no longer be repeated. Any number of processes may do it at once. */
export async function sweepRepeatable(store: Store, now: number, signal?: AbortSignal): Promise<void> {
  let isMore = true;
  while (isMore && !signal?.aborted)
    isMore = await store.perform(() => store.idempotentCalls.removeOld(now - repeatMs, atOnce), { changes: true });
}
