import { saveByPerson } from '@gatehouse/domain/review';
import { useDeferredValue, useMemo } from 'react';
import { count } from '../../kernel/words/count-words.ts';
import { type Review, useReview } from './use-review.ts';

interface TouchedChangesProps {
  itemId: string;
  /** Text in the editor. */
  text: string;
}

/** Note before saving: the number of waiting changes that the save accepts, and their agents. // D78.1 */
export function TouchedChanges({ itemId, text }: TouchedChangesProps) {
  const { data: review } = useReview(itemId, true);
  const typed = useDeferredValue(text);
  const touched = useMemo(() => (review ? touchedBy(review, typed) : undefined), [review, typed]);
  if (!review || review.waiting === null || !touched) return null;
  return <span role="status">{sayTouched(review, touched)}</span>;
}

/** Returns the changes that saving this text accepts. Saving content that is not compared accepts it as a whole. */
function touchedBy({ waiting, reviewedText, currentText, changes }: Review, text: string): Review['changes'] {
  if (waiting !== 'text' || reviewedText === null || currentText === null) return changes;
  const ids = new Set(saveByPerson({ reviewed: reviewedText, current: currentText }, text).touched.map(({ id }) => id));
  return changes.filter(({ id }) => ids.has(id));
}

function sayTouched({ waiting, changes }: Review, touched: Review['changes']): string {
  if (waiting !== 'text') return "Saving accepts all of the agent's content.";
  if (touched.length === 0) {
    const [verb, them] = changes.length === 1 ? ['waits', 'it'] : ['wait', 'them'];
    return `${count(changes.length, 'change')} by agents ${verb} for a review. Saving keeps ${them} waiting.`;
  }
  const agents = [...new Set(touched.map(({ by }) => by.agent ?? 'an agent'))];
  return `Saving accepts ${count(touched.length, 'change')} by ${agents.join(', ')}.`;
}
