import { Button } from '@mantine/core';
import { DeclineForm } from './decline-form.tsx';
import styles from './reviews.module.css';
import type { ReviewChange } from './use-review.ts';
import type { ReviewKeys } from './use-review-keys.ts';

/** Buttons that decide about a change, or the form for the reason to decline it. */
export function ChangeActions({ change, keys }: { change: ReviewChange; keys: ReviewKeys }) {
  if (!keys.review.canDecide) return null;
  if (keys.declining === change.id)
    return <DeclineForm onClose={() => keys.setDeclining(undefined)} onDecline={(note) => keys.decline(change, note)} />;
  return (
    <div className={styles.verbs}>
      <Button size="compact-sm" variant="default" onClick={() => keys.accept(change)}>
        Accept
      </Button>
      <Button size="compact-sm" variant="default" onClick={() => keys.setDeclining(change.id)}>
        Decline
      </Button>
    </div>
  );
}
