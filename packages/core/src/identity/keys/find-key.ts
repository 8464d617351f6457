import { mayActFor } from '@gatehouse/domain';
import type { Key, Op } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { noSuchItem } from '../../kernel/context/no-such-item.ts';

/** Keys of other people are nothing to a member: the same answer as for absent ones (D5). The activity row will name what is found. */
export function* findOwnKey(context: ToolContext, keyId: string): Op<Key> {
  const key = yield* context.store.keys.find(context.viewer.orgId, keyId);
  if (!key || !mayActFor(context.caller, key.personId)) throw noSuchItem();
  context.notes.itemType = 'key';
  context.notes.itemId = key.id;
  return key;
}
