import { minuteMs, partOf } from '@gatehouse/domain';
import type { KeptByAgent, Op, Store } from '@gatehouse/storage';
import { overloaded } from '../../kernel/errors/errors.ts';
import { repeatMs } from './first-answer.ts';

const mebibyte = 1024 * 1024;
/** Maximum bytes of an organization's kept answers, and the largest share of one agent. // D70 */
const mostBytes = 64 * mebibyte;
const mostOfAgent = partOf(mostBytes);
/** Bytes of new answers after which all are counted again. */
const countedAfter = 4 * mebibyte;
/** Bytes of a row besides its answer. */
const rowBytes = 512;
/** Time before an agent with a share full of idempotency keys is counted again. */
const fullForMs = minuteMs;

/** Bounds the answers kept under idempotency keys. The keys themselves stay for a day, even without their answers. */
export interface Keeping {
  /** Makes sure that a new idempotency key fits. Throws `overloaded` if keys fill the agent's share. */
  requireRoom(orgId: string, agentId: string, now: number): Op<void>;
  /** Counts a kept answer. From time to time, drops the largest answers of agents beyond their share. */
  keepWithin(orgId: string, bytes: number, now: number): Op<void>;
}

interface Counted {
  at: number;
  /** Bytes kept since then. */
  more: number;
  /** Agents with a share full of idempotency keys. */
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
          'this agent has used too many idempotency keys in 24 hours, so nothing was done; try again later, or call without an idempotency key',
        );
    },
    *keepWithin(orgId, bytes, now) {
      const known = organizations.get(orgId) ?? (yield* count(orgId, now));
      known.more += bytes + rowBytes;
      if (known.more >= countedAfter) yield* count(orgId, now);
    },
  };
}

/** Largest share per agent with which all agents together keep at most `all`. Agents that need less leave the rest to the others. */
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

/** Removes calls that are too old to be repeated. Several processes can run it concurrently. */
export async function sweepRepeatable(store: Store, now: number, signal?: AbortSignal): Promise<void> {
  let isMore = true;
  while (isMore && !signal?.aborted)
    isMore = await store.perform(() => store.idempotentCalls.removeOld(now - repeatMs, atOnce), { changes: true });
}
