import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { count } from '../../kernel/words/count-words.ts';
import historyStyles from '../history/history.module.css';
import { ChangeActions } from './change-actions.tsx';
import { ChangeAuthor } from './change-author.tsx';
import { ChangeWords } from './change-words.tsx';
import { contextsOf } from './review-context.ts';
import styles from './reviews.module.css';
import type { Review, ReviewChange } from './use-review.ts';
import { type ReviewKeys, useReviewKeys } from './use-review-keys.ts';

/** Shows agents' changes in the source, with the text around them. Keys and buttons accept or decline each one. */
export function ReviewChanges({ review }: { review: Review }) {
  return <ChangeList keys={useReviewKeys(review)} />;
}

/** Changes in the source, one below the other. */
export function ChangeList({ keys }: { keys: ReviewKeys }) {
  const { review, changes } = keys;
  const contexts = contextsOf({ ...review, changes });
  return (
    <div className={styles.changes}>
      {changes.map((change, index) => (
        <div key={change.id}>
          <Context of={contexts[index] ?? []} />
          <Change keys={keys} change={change} index={index} />
        </div>
      ))}
      <Context of={contexts[changes.length] ?? []} />
      {review.canDecide && changes.length > 1 && (
        <div className={styles.verbs}>
          <Button onClick={keys.acceptAll}>Accept all {count(changes.length, 'change')}</Button>
        </div>
      )}
    </div>
  );
}

/** Unchanged lines between two changes. Only the number of skipped lines is shown. */
function Context({ of }: { of: readonly (string | number)[] }) {
  return of.map((part, index) => {
    // Include the index: lines on both sides of a number can be the same.
    const key = `${index} ${typeof part}`;
    if (typeof part !== 'number')
      return (
        <p key={key} className={historyStyles.same}>
          {part}
        </p>
      );
    return (
      <p key={key} className={historyStyles.skipped}>
        {count(part, 'unchanged line')}
      </p>
    );
  });
}

function Change({ keys, change, index }: { keys: ReviewKeys; change: ReviewChange; index: number }) {
  const place = useRef<HTMLElement>(null);
  const isCurrent = index === keys.index;
  useEffect(() => {
    if (isCurrent && index > 0) place.current?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent, index]);
  return (
    <section
      ref={place}
      className={styles.change}
      aria-label={`Change ${index + 1} of ${keys.changes.length}`}
      aria-current={isCurrent || undefined}
      onPointerDown={() => keys.choose(change.id)}
      onFocus={() => keys.choose(change.id)}
    >
      <ChangeWords of={change} waiting={keys.review.waiting} />
      <ChangeAuthor of={change.by} />
      <ChangeActions change={change} keys={keys} />
    </section>
  );
}
