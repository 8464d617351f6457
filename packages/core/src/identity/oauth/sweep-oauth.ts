import { dayMs, minuteMs } from '@gatehouse/domain';
import type { Op, Store } from '@gatehouse/storage';
import { endAgent } from '../agents/end-agent.ts';
import { unusedClientMs } from './authorization-records.ts';

/** Everything signed with a seed has expired long before. */
const seedMs = 90 * dayMs;
/** Time that a grant may wait for its first token. */
const waitingMs = 15 * minuteMs;
const maxAtOnce = 200;

/** Removes expired records of the authorization server, and ends grants without a valid token. */
export function* sweepOauth(store: Store, now: number): Op<void> {
  yield* store.oauthRecords.removeOld(now);
  yield* store.oauthClients.removeUnused(now - unusedClientMs);
  yield* store.oauthSeeds.removeOld(now - seedMs);
  yield* store.connectSteps.removeOld(now - dayMs);
  for (const { orgId, keyId, agentId } of yield* store.oauthRecords.endedGrants(now - waitingMs, maxAtOnce)) {
    yield* endAgent(store, { orgId, id: agentId }, now);
    yield* store.oauthRecords.removeOfGrant(orgId, keyId);
  }
}
