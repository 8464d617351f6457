import type { Key, Op } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';

/** A key, and those that it replaced or was replaced by: while both work, they have the same limits (D49.6). */
export function* rotationsOf({ store }: ToolContext, key: Key): Op<Key[]> {
  const all = yield* store.keys.ofAgent(key.orgId, key.agentId);
  const found = new Set([key.id]);
  for (let before = 0; before !== found.size; ) {
    before = found.size;
    for (const { id, replacedBy } of all) {
      if (replacedBy === null) continue;
      if (found.has(id)) found.add(replacedBy);
      else if (found.has(replacedBy)) found.add(id);
    }
  }
  return all.filter(({ id }) => found.has(id));
}
