import { minuteMs } from '@gatehouse/domain';
import type { KeptByAgent, Op, Store } from '@gatehouse/storage';
import { overloaded } from '../../kernel/errors/errors.ts';
import { standardPart } from '../limits/quotas.ts';
import { repeatMs } from './first-answer.ts';

const mebibyte = 1024 * 1024;
/** Bytes of answers that an organization's repeatable calls take at most, and the part that one agent can have of them. // D70 */
const mostBytes = 64 * mebibyte;
const mostOfAgent = mostBytes * standardPart;
/** They are counted again after so much more. */
const countedAfter = 4 * mebibyte;
/** A row with its answer, without the answer itself. */
const rowBytes = 512;
/** How long an agent whose part is full of names is not counted again. */
const fullForMs = minuteMs;

/** Bounds what is kept of calls with idempotency keys. Names stay for a day, whatever becomes of their answers. */
export interface Keeping {
  /** Throws `overloaded` if the agent's part is full of names; for a call whose idempotency key is new. */
  requireRoom(orgId: string, agentId: string, now: number): Op<void>;
  /** Notes that an answer is kept, and now and then drops the largest ones that are too many. */
  keepWithin(orgId: string, bytes: number, now: number): Op<void>;
}

interface Counted {
  at: number;
  /** What was kept since then. */
  more: number;
  /** Agents whose part is full of names. */
  full: ReadonlySet<string>;
}

export function createKeeping(store: Store): Keeping {
  const organizations = new Map<string, Counted>();

  function* count(orgId: string, now: number): Op<Counted> {
    const agents = yield* store.idempotentCalls.keptByAgent(orgId);
    const most = partOfEach(agents, mostBytes, mostOfAgent);
    for (const { agentId, bytes } of agents) if (bytes > most) yield* store.idempotentCalls.dropLargest(orgId, agentId, bytes - most);
    const full = new Set(agents.filter(({ nameBytes }) => nameBytes >= mostOfAgent).map(({ agentId }) => agentId));
    const counted = { at: now, more: 0, full };
    organizations.set(orgId, counted);
    return counted;
  }

  return {
    *requireRoom(orgId, agentId, now) {
      const known = organizations.get(orgId) ?? (yield* count(orgId, now));
      if (!known.full.has(agentId)) return;
      const { full } = now - known.at < fullForMs ? known : yield* count(orgId, now);
      if (full.has(agentId))
        throw overloaded(
          'this agent has used as many idempotency keys in 24 hours as are kept, so nothing was done; call without one, or later',
        );
    },
    *keepWithin(orgId, bytes, now) {
      const known = organizations.get(orgId) ?? (yield* count(orgId, now));
      known.more += bytes + rowBytes;
      if (known.more >= countedAfter) yield* count(orgId, now);
    },
  };
}

/** The most that an agent can keep, so that all together keep at most `all`: what some leave over is shared by those who have more. */
export function partOfEach(agents: readonly Pick<KeptByAgent, 'bytes'>[], all: number, most: number): number {
  let left = all;
  const ascending = agents.map(({ bytes }) => Math.min(bytes, most)).sort((one, other) => one - other);
  for (const [index, bytes] of ascending.entries()) {
    const part = left / (ascending.length - index);
    if (bytes > part) return Math.floor(part);
    left -= bytes;
  }
  return most;
}

const atOnce = 1000;

/** Removes what can no longer be repeated. Any number of processes may do it at once. */
export async function sweepRepeatable(store: Store, now: number, signal?: AbortSignal): Promise<void> {
  let isMore = true;
  while (isMore && !signal?.aborted)
    isMore = await store.perform(() => store.idempotentCalls.removeOld(now - repeatMs, atOnce), { changes: true });
}
