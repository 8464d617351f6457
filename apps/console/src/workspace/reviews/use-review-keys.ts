import { useState } from 'react';
import { useBindings } from '../../kernel/keyboard/bindings.ts';
import { useDecisions } from './use-decisions.ts';
import type { Review, ReviewChange } from './use-review.ts';

/** Moves through the changes of an item and decides about them, by keys and by buttons. */
export function useReviewKeys(latest: Review) {
  const { review, decided, decide } = useDecisions(latest);
  const [at, setAt] = useState(0);
  const [declining, setDeclining] = useState<string>();
  const changes = review.changes.filter(({ id }) => !decided.has(id));
  const index = Math.min(at, changes.length - 1);
  const current: ReviewChange | undefined = changes[index];
  const go = (by: number) => setAt(Math.min(Math.max(index + by, 0), changes.length - 1));
  const keys = {
    review,
    decided,
    /** Changes without a decision. */
    changes,
    current,
    index,
    go,
    choose: (id: string) =>
      setAt(
        Math.max(
          0,
          changes.findIndex((change) => change.id === id),
        ),
      ),
    accept: ({ id }: ReviewChange) => decide({ verdict: 'accept', ids: [id] }),
    acceptAll: () => decide({ verdict: 'accept', ids: true }),
    declining,
    setDeclining,
    decline({ id }: ReviewChange, note: string): void {
      setDeclining(undefined);
      decide({ verdict: 'decline', ids: [id], ...(note !== '' && { note }) });
    },
  };
  useBindings('Review', [
    { keys: 'j', does: 'Next change', run: () => go(1) },
    { keys: 'k', does: 'Previous change', run: () => go(-1) },
    ...(review.canDecide
      ? [
          { keys: 'y', does: 'Accept change', run: () => current && keys.accept(current) },
          { keys: 'n', does: 'Decline change', run: () => setDeclining(current?.id) },
          { keys: 'Y', does: 'Accept all changes', run: () => changes.length > 0 && keys.acceptAll() },
        ]
      : []),
  ]);
  return keys;
}

export type ReviewKeys = ReturnType<typeof useReviewKeys>;
