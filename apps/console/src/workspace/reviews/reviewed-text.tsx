import { SegmentedControl } from '@mantine/core';
import { type ReactNode, Suspense, useState } from 'react';
import { CircleAlert } from '../../kernel/icons/icons.ts';
import { partCode } from '../../kernel/loading/page-code.tsx';
import { Failed } from '../../kernel/states/failed.tsx';
import { FirstRows } from '../../kernel/states/first-rows.tsx';
import { count } from '../../kernel/words/count-words.ts';
import type { Item } from '../item/item.ts';
import type { MarkedTextProps } from './marks/marked-text.tsx';
import styles from './reviews.module.css';
import { type Review, useReview } from './use-review.ts';

const ReviewChanges = partCode(() => import('./review-changes.tsx'), 'ReviewChanges');

const MarkedText = partCode(() => import('./marks/marked-text.tsx'), 'MarkedText');

type Shown = 'marks' | 'changes' | 'current' | 'reviewed';

interface ReviewedTextProps {
  item: Item;
  /** Options for rendered markdown, in which changes are marked. Undefined for other formats. */
  reading?: Omit<MarkedTextProps, 'review' | 'isQuiet'>;
  /** Renders a text in the format of the item. */
  render: (text: string) => ReactNode;
  /** The current content. */
  children: ReactNode;
}

/** Content of an item. While agents' changes wait, the reader can choose the changes, the current text or only the reviewed text. // D78 */
export function ReviewedText({ item, reading, render, children }: ReviewedTextProps) {
  const isWaiting = item.reviewed === false;
  const { data: review, error, refetch } = useReview(item.id, isWaiting);
  const [chosen, setChosen] = useState<Shown>();
  if (!isWaiting) return children;
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  // Wait for the review, which loads again after each change of the item.
  if (!review) return <FirstRows />;
  if (review.waiting === null) return children;
  const marked = review.waiting === 'text' ? reading : undefined;
  const shown = chosen ?? (review.canDecide ? (marked ? 'marks' : 'changes') : 'current');
  return (
    <>
      <section className={styles.notice} aria-label="Review">
        <p className={styles.said}>
          <CircleAlert size={16} aria-hidden="true" />
          <span>{sayWaiting(review)}</span>
        </p>
        <SegmentedControl
          size="xs"
          aria-label="Show"
          data={waysToShow(review, marked !== undefined)}
          value={shown}
          onChange={(value) => setChosen(value as Shown)}
        />
      </section>
      <Suspense fallback={<FirstRows />}>
        {marked && shown === 'marks' && <MarkedText key="marks" review={review} isQuiet={false} {...marked} />}
        {shown === 'changes' && <ReviewChanges key={item.id} review={review} />}
        {marked && shown === 'current' && !review.canDecide && <MarkedText key="quiet" review={review} isQuiet {...marked} />}
        {shown === 'current' && (review.canDecide || !marked) && children}
        {shown === 'changes' && review.waiting !== 'text' && children}
        {shown === 'reviewed' && review.reviewedText !== null && render(review.reviewedText)}
      </Suspense>
    </>
  );
}

function waysToShow({ reviewedText }: Review, hasMarks: boolean) {
  return [
    ...(hasMarks ? [{ value: 'marks', label: 'Changes' }] : []),
    { value: 'changes', label: hasMarks ? 'Source' : 'Changes' },
    { value: 'current', label: 'Current text' },
    ...(reviewedText === null ? [] : [{ value: 'reviewed', label: 'Reviewed text' }]),
  ];
}

function sayWaiting({ waiting, changes }: Review): string {
  if (waiting === 'new') return 'An agent created this. Nobody has reviewed it yet.';
  if (waiting === 'text') return `${count(changes.length, 'change')} by agents ${changes.length === 1 ? 'is' : 'are'} waiting for a review`;
  return 'An agent replaced the content. Nobody has reviewed it yet.';
}
