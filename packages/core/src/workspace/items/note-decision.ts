import type { Item, Op, ReviewDecision } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';

/** Records a person's decision about agents' changes to an item, for its history. The caller has locked the item. // D78.6 */
export function* noteDecision(
  { store, now, call: { attribution } }: ToolContext,
  { orgId, id, versionCount }: Pick<Item, 'orgId' | 'id' | 'versionCount'>,
  decision: Pick<ReviewDecision, 'how' | 'accepted' | 'declined'>,
): Op<void> {
  const { personId, entrance, requestId } = attribution;
  yield* store.reviewDecisions.add({ orgId, itemId: id, version: versionCount, ...decision, at: now, personId, entrance, requestId });
}
