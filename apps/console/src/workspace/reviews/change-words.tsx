import { changedWords } from '@gatehouse/domain/merge';
import { Pieces } from '../history/difference.tsx';
import historyStyles from '../history/history.module.css';
import styles from './reviews.module.css';
import type { Review, ReviewChange } from './use-review.ts';
import { withoutEndings } from './without-endings.ts';

/** Removed and added words of a change. */
export function ChangeWords({ of: { before, after }, waiting }: { of: ReviewChange; waiting: Review['waiting'] }) {
  if (waiting !== 'text')
    return <p className={styles.whole}>{waiting === 'new' ? 'New' : 'New content, accepted or declined as a whole'}</p>;
  const [removed, added] = changedWords(...withoutEndings(before, after));
  return (
    <>
      {before !== '' && (
        <del className={historyStyles.removed}>
          <Pieces of={removed} />
        </del>
      )}
      {after !== '' && (
        <ins className={historyStyles.added}>
          <Pieces of={added} />
        </ins>
      )}
    </>
  );
}
