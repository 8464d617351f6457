import type { ReactNode } from 'react';
import { Time } from '../../kernel/signs/time.tsx';
import styles from './home.module.css';

interface NewsLineProps {
  who: ReactNode;
  /** Milliseconds since the epoch. */
  at?: number;
  /** Action at the end of the line. */
  way?: ReactNode;
  /** Description of the event. */
  children: ReactNode;
}

/** One event: its author, a description, its time, and an action. */
export function NewsLine({ who, at, way, children }: NewsLineProps) {
  return (
    <li className={styles.line}>
      <span className={styles.who}>{who}</span>
      <span className={styles.what}>{children}</span>
      {at !== undefined && (
        <span className={styles.when}>
          <Time at={at} />
        </span>
      )}
      {way && <span className={styles.way}>{way}</span>}
    </li>
  );
}
