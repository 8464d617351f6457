import { useQuery } from '@tanstack/react-query';
import { call, type InputOf, type OutputOf } from '../../kernel/calls/call.ts';
import { toolQuery } from '../../kernel/calls/queries.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { sayDone } from '../../kernel/notices/notices.ts';
import { count } from '../../kernel/words/count-words.ts';
import { useItemChange } from '../item/use-item-changes.ts';

export type Review = OutputOf<'read_review'>;
export type ReviewChange = Review['changes'][number];
export type Decision = Pick<InputOf<'review_item'>, 'accept' | 'decline' | 'note'>;

/** Loads the waiting changes of an item. Makes no request if nothing waits. */
export function useReview(itemId: string, isWaiting: boolean) {
  const { orgId } = useMembership();
  return useQuery({ ...toolQuery(orgId, 'read_review', { itemId }), enabled: isWaiting });
}

/** Sends decisions about the shown changes. If either text has changed since, the gateway refuses them and the review loads again. */
export function useDecide({ id, reviewCount, changes }: Pick<Review, 'id' | 'reviewCount' | 'changes'>) {
  const { orgId } = useMembership();
  const change = useItemChange();
  return {
    isPending: change.isPending,
    decide: (decision: Decision, onDone?: () => void) =>
      change.mutate(async () => {
        await call(orgId, 'review_item', { itemId: id, reviewCount, ...decision });
        sayDone(sayDecided(decision, changes.length));
        onDone?.();
      }),
  };
}

function sayDecided({ accept, decline }: Decision, all: number): string {
  const [chosen, verb] = accept === undefined ? [decline, 'declined'] : [accept, 'accepted'];
  return `${count(Array.isArray(chosen) ? chosen.length : all, 'change')} ${verb}.`;
}
