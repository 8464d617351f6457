import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../kernel/calls/call.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { sayDone } from '../../kernel/notices/notices.ts';
import { sayError } from '../../kernel/states/say-error.ts';
import { refreshItems } from '../item/use-item-changes.ts';
import { type Decision, idAfter, takeBatch, type Verdict } from './decision-queue.ts';
import type { Review } from './use-review.ts';

/** Decisions about one answer of the gateway. */
interface Work {
  review: Review;
  queue: Decision[];
  isSending: boolean;
  /** Count for the next call. Another person's change makes it stale, and the gateway refuses the call. */
  reviewCount: number;
  sent: Set<string>;
}

interface Shown {
  work: Work;
  decided: ReadonlyMap<string, Verdict>;
  /** Count of the review that contains the decisions. Undefined while they are sent. */
  until?: number;
}

const none: ReadonlyMap<string, Verdict> = new Map();

/**
 * Sends decisions about the changes of an item, one call after another, so that keys can be pressed faster than calls are answered. Until
 * a review that contains them all has loaded, the page shows the review that they are about. If a call is refused, the rest is not sent.
 */
export function useDecisions(latest: Review) {
  const { orgId } = useMembership();
  const queries = useQueryClient();
  const [shown, setShown] = useState<Shown>();
  // Other reloads can end before the one that has the decisions.
  const held = shown?.until === undefined || latest.reviewCount < shown.until ? shown : undefined;
  const review = held?.work.review ?? latest;

  const send = async (work: Work, { verdict, ids, note }: Decision) => {
    const named = ids === true ? true : ids.map((id) => idAfter(id, work.sent));
    const input = { itemId: work.review.id, reviewCount: work.reviewCount, [verdict]: named, ...(note !== undefined && { note }) };
    const { reviewCount, waiting } = await call(orgId, 'review_item', input);
    const isLeft = (id: string) => !work.sent.has(id);
    const all = ids === true ? work.review.changes.map(({ id }) => id).filter(isLeft) : ids;
    work.reviewCount = reviewCount;
    for (const id of all) work.sent.add(id);
    // The page itself shows each decision.
    if (waiting === 0) sayDone('All changes are reviewed.');
  };

  const sendAll = async (work: Work) => {
    work.isSending = true;
    try {
      for (let batch = takeBatch(work.queue); batch; batch = takeBatch(work.queue)) await send(work, batch);
      setShown((now) => now && { ...now, until: work.reviewCount });
    } catch (error) {
      sayError(error);
      setShown(undefined);
    }
    work.isSending = false;
    await refreshItems(queries, orgId);
  };

  return {
    review,
    decided: held?.decided ?? none,
    decide(decision: Decision): void {
      const work: Work = held?.work ?? { review, queue: [], isSending: false, reviewCount: review.reviewCount, sent: new Set() };
      work.queue.push(decision);
      const ids = decision.ids === true ? review.changes.map(({ id }) => id) : decision.ids;
      const verdicts = ids.map((id) => [id, decision.verdict] as const);
      setShown((now) => ({ work, decided: new Map([...verdicts, ...(now?.work === work ? now.decided : none)]) }));
      if (!work.isSending) void sendAll(work);
    },
  };
}
