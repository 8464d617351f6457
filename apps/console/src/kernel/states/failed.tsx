import { Button } from '@mantine/core';
import { CallError } from '../calls/call.ts';
import { refusalWords } from '../words/refusals.ts';
import { Told } from '../words/told.ts';
import styles from './states.module.css';

/** Explains why there is nothing to see, and what to do. */
export function Failed({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  return (
    <div className={styles.state} role="alert">
      <h2>{titleOf(error)}</h2>
      <p>{messageOf(error)}</p>
      {onRetry && !isBeforeHistory(error) && (
        <Button variant="default" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}

/** True if the moment is before the history began. Trying again would give the same answer. */
const isBeforeHistory = (error: unknown): boolean => error instanceof CallError && error.reason === 'no_history';

function titleOf(error: unknown): string {
  if (!(error instanceof CallError)) return 'Something went wrong';
  if (isBeforeHistory(error)) return 'Before the history began';
  switch (error.code) {
    case 'offline':
      return 'No connection';
    case 'forbidden':
      return 'No access';
    case 'rate_limited':
      return 'Too many requests';
    default:
      return "Couldn't load this";
  }
}

/** Message for a person about an error. Never the gateway's own message, which is written for models. */
export function messageOf(error: unknown): string {
  if (error instanceof CallError) return refusalWords(error);
  return error instanceof Told ? error.message : 'Reload the page. Still broken? Contact your administrator.';
}
