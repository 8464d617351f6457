import { changedWords } from '@gatehouse/domain/merge';
import { Button } from '@mantine/core';
import { useMemo } from 'react';
import type { OutputOf } from '../../kernel/calls/call.ts';
import { Pieces } from '../history/difference.tsx';
import styles from './take-back.module.css';

type Place = OutputOf<'compare_take_back_item'>['places'][number];
type Choice = NonNullable<Place['choice']>;

/** Choices for a passage with their effects. */
function choicesOf({ now, before }: Pick<Place, 'now' | 'before'>): [choice: Choice, words: string][] {
  return [
    ['now', now === '' ? 'Keep it removed' : 'Keep their text'],
    ['before', before === '' ? 'Remove it' : 'Restore the earlier text'],
  ];
}

interface PlaceToChooseProps {
  place: Place;
  isPending: boolean;
  onChoose: (choice: Choice) => void;
}

/** A passage that the run and others have changed: both texts, and the choice between them. */
export function PlaceToChoose({ place: { now, before, choice }, isPending, onChoose }: PlaceToChooseProps) {
  const [nowPieces, beforePieces] = useMemo(() => changedWords(now, before), [now, before]);
  return (
    <div role="group" aria-label="Conflict" className={styles.place} data-open={choice === null || undefined}>
      <p>{now === '' ? 'Others removed this passage.' : 'Others changed this passage to:'}</p>
      {now !== '' && (
        <pre>
          <Pieces of={nowPieces} />
        </pre>
      )}
      <p>{before === '' ? "Before the changes it wasn't there." : 'Before the changes it was:'}</p>
      {before !== '' && (
        <pre>
          <Pieces of={beforePieces} />
        </pre>
      )}
      <div className={styles.choices}>
        {choicesOf({ now, before }).map(([value, words]) => (
          <Button
            key={value}
            variant={choice === value ? 'filled' : 'default'}
            aria-pressed={choice === value}
            // Not disabled, because a disabled button loses the focus.
            onClick={() => isPending || onChoose(value)}
          >
            {words}
          </Button>
        ))}
      </div>
      {choice === null && <p>Until you choose, it stays as it is.</p>}
    </div>
  );
}
