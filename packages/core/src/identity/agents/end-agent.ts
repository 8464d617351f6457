import { keyFault } from '@gatehouse/domain';
import type { Agent, Key, Op, Store } from '@gatehouse/storage';

/** Revokes the keys of an agent and removes it. Returns the keys that were valid. */
export function* endAgent(store: Store, { orgId, id: agentId }: Pick<Agent, 'orgId' | 'id'>, now: number): Op<Key[]> {
  const keys = yield* store.keys.ofAgent(orgId, agentId);
  for (const { id } of keys) yield* store.keys.revoke(orgId, id, now);
  yield* store.agents.remove(orgId, agentId, now);
  return keys.filter((key) => keyFault(key, now) === undefined);
}
