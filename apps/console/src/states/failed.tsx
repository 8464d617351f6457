import { Button } from '@mantine/core';
import { CallError } from '../calls/call.ts';
import { PasskeyFault } from '../passkeys/passkey-fault.ts';
import styles from './states.module.css';

/** Why there is nothing to see, and what to do. */
export function Failed({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  return (
    <div className={styles.state} role="alert">
      <h2>{titleOf(error)}</h2>
      <p>{messageOf(error)}</p>
      {onRetry && (
        <Button variant="default" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}

function titleOf(error: unknown): string {
  if (!(error instanceof CallError)) return 'This page failed';
  switch (error.code) {
    case 'offline':
      return 'No connection';
    case 'forbidden':
      return 'Not for your role';
    case 'rate_limited':
      return 'Too many calls for a moment';
    default:
      return 'This could not be loaded';
  }
}

/** The gateway's own sentence where there is one, or the browser's: it says what to do. */
export function messageOf(error: unknown): string {
  if (error instanceof CallError || error instanceof PasskeyFault) return error.message;
  return 'Reload the page. If it stays so, tell whoever runs this gateway.';
}
