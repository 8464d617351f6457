import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '../../kernel/calls/call.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { sayDone, sayFailed } from '../../kernel/notices/notices.ts';
import { messageOf } from '../../kernel/states/failed.tsx';
import { count } from '../../kernel/words/count-words.ts';
import { refreshItems } from '../item/use-item-changes.ts';
import { type Decision, idAfter, takeBatch, type Verdict } from './decision-queue.ts';
import type { Review } from './use-review.ts';

/** Decisions that are being sent, about one answer of the gateway. */
interface Sending {
  review: Review;
  queue: Decision[];
  /** Count for the next call. Another person's change makes it old, and the gateway refuses the call. */
  reviewCount: number;
  sent: Set<string>;
}

const none: ReadonlyMap<string, Verdict> = new Map();

/**
 * Sends decisions about the changes of an item, one call after another, so that keys can be pressed faster than calls are answered. Until
 * all are sent, the page shows the review that the decisions are about. If a call is refused, the rest is not sent.
 */
export function useDecisions(latest: Review) {
  const { orgId } = useMembership();
  const queries = useQueryClient();
  const sending = useRef<Sending>(undefined);
  const [held, setHeld] = useState<Review>();
  const [decided, setDecided] = useState(none);
  const review = held ?? latest;

  const send = async (work: Sending, { verdict, ids, note }: Decision) => {
    const named = ids === true ? true : ids.map((id) => idAfter(id, work.sent));
    const input = { itemId: work.review.id, reviewCount: work.reviewCount, [verdict]: named, ...(note !== undefined && { note }) };
    const { reviewCount } = await call(orgId, 'review_item', input);
    const isLeft = (id: string) => !work.sent.has(id);
    const all = ids === true ? work.review.changes.map(({ id }) => id).filter(isLeft) : ids;
    work.reviewCount = reviewCount;
    for (const id of all) work.sent.add(id);
    sayDone(`${count(all.length, 'change')} ${verdict === 'accept' ? 'accepted' : 'declined'}.`);
  };

  const sendAll = async (work: Sending) => {
    while (work.queue.length > 0) {
      try {
        for (let batch = takeBatch(work.queue); batch; batch = takeBatch(work.queue)) await send(work, batch);
      } catch (error) {
        work.queue = [];
        sayFailed(messageOf(error), error);
      }
      await refreshItems(queries, orgId);
    }
    sending.current = undefined;
    setHeld(undefined);
    setDecided(none);
  };

  return {
    review,
    decided,
    decide(decision: Decision): void {
      const ids = decision.ids === true ? review.changes.map(({ id }) => id) : decision.ids;
      setDecided((before) => new Map([...ids.map((id) => [id, decision.verdict] as const), ...before]));
      if (sending.current) return void sending.current.queue.push(decision);
      const work: Sending = { review, queue: [decision], reviewCount: review.reviewCount, sent: new Set() };
      sending.current = work;
      setHeld(review);
      void sendAll(work);
    },
  };
}
