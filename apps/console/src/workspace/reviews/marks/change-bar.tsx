import { ActionIcon, Button, VisuallyHidden } from '@mantine/core';
import type { RefObject } from 'react';
import { ChevronDown, ChevronUp } from '../../../kernel/icons/icons.ts';
import { count } from '../../../kernel/words/count-words.ts';
import { ChangeActions } from '../change-actions.tsx';
import { ChangeAuthor } from '../change-author.tsx';
import type { ReviewChange } from '../use-review.ts';
import type { ReviewKeys } from '../use-review-keys.ts';
import styles from './marks.module.css';

/** Maximum characters of a change to read aloud. */
const maxRead = 200;

/** Bar with the author and the actions of the chosen change. Stays visible while the text scrolls. */
export function ChangeBar({ keys, place }: { keys: ReviewKeys; place: RefObject<HTMLElement | null> }) {
  const { changes, current, index, go, review } = keys;
  if (!current) return null;
  const name = `Change ${index + 1} of ${changes.length}`;
  return (
    <section ref={place} className={styles.bar} aria-label={name} aria-current>
      <div className={styles.line}>
        <span className={styles.number}>{name}</span>
        <VisuallyHidden role="status">{sayChange(name, current)}</VisuallyHidden>
        <div>
          <ActionIcon aria-label="Previous change" title="K" disabled={index === 0} onClick={() => go(-1)}>
            <ChevronUp size={16} />
          </ActionIcon>
          <ActionIcon aria-label="Next change" title="J" disabled={index === changes.length - 1} onClick={() => go(1)}>
            <ChevronDown size={16} />
          </ActionIcon>
        </div>
      </div>
      <ChangeAuthor of={current.by} />
      <div className={styles.line}>
        <ChangeActions change={current} keys={keys} />
        {review.canDecide && changes.length > 1 && keys.declining === undefined && (
          <Button size="compact-sm" variant="subtle" onClick={keys.acceptAll}>
            Accept all {count(changes.length, 'change')}
          </Button>
        )}
      </div>
    </section>
  );
}

function sayChange(name: string, { before, after }: ReviewChange): string {
  const [removed, added] = [before, after].map((text) => text.trim().slice(0, maxRead));
  return [name, removed && `Removed: ${removed}`, added && `Added: ${added}`].filter(Boolean).join('. ');
}
