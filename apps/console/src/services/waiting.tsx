import { Button, Loader } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { Progress } from '../kernel/calls/watched-call.ts';
import { number } from '../kernel/words/count-words.ts';
import styles from './services.module.css';

interface WaitingProps {
  what: string;
  /** Progress, if known. */
  progress?: Progress | undefined;
  onCancel?: (() => void) | undefined;
}

/** Waits for a service. It shows the elapsed time and can be cancelled, because the service can take any time. */
export function Waiting({ what, progress, onCancel }: WaitingProps) {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <div className={styles.waiting}>
      <Loader size={14} />
      <span role="status">{what}</span>
      {progress?.total !== undefined && progress.total > 1 && (
        <progress className={styles.progress} max={progress.total} value={progress.progress} aria-label={what} />
      )}
      {progress?.message !== undefined && (
        <span className={styles.dim} aria-hidden="true">
          {progress.message}
          {progress.total !== undefined && progress.total > 1 && `: ${number(progress.progress)} of ${number(progress.total)}`}
        </span>
      )}
      <span className={styles.dim} aria-hidden="true">
        {seconds > 1 && `${seconds} s`}
      </span>
      {onCancel && (
        <Button variant="subtle" size="compact-xs" onClick={onCancel}>
          Cancel
        </Button>
      )}
    </div>
  );
}
