import { Button, Loader } from '@mantine/core';
import { useEffect, useState } from 'react';
import styles from './services.module.css';

/** A service is asked: how long that takes nobody here decides, so it says how long it has been, and can be given up. */
export function Waiting({ what, onCancel }: { what: string; onCancel?: (() => void) | undefined }) {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <div className={styles.waiting}>
      <Loader size={14} />
      <span role="status">{what}</span>
      <span className={styles.dim} aria-hidden="true">
        {seconds > 1 && `${seconds} s`}
      </span>
      {onCancel && (
        <Button variant="subtle" size="compact-xs" onClick={onCancel}>
          Give up
        </Button>
      )}
    </div>
  );
}
