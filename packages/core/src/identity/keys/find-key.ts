import { mayActFor } from '@gatehouse/domain';
import type { Key, Op } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { noSuchItem } from '../../kernel/context/no-such-item.ts';

/**
 * Finds a key and notes it for the activity row. Keys of other people do not exist for a member: the answer is the same as for absent ones
 * (D5).
 */
export function* findOwnKey(context: ToolContext, keyId: string): Op<Key> {
  const key = yield* context.store.keys.find(context.viewer.orgId, keyId);
  if (!key || !mayActFor(context.caller, key.personId)) throw noSuchItem();
  context.call.notes.itemType = 'key';
  context.call.notes.itemId = key.id;
  return key;
}
