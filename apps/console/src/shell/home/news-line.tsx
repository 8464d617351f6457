import type { ReactNode } from 'react';
import { Time } from '../../kernel/signs/time.tsx';
import styles from './home.module.css';

interface NewsLineProps {
  who: ReactNode;
  /** Milliseconds since the epoch. */
  at?: number;
  /** At the end of the line. */
  way?: ReactNode;
  /** Description of the event. */
  children: ReactNode;
}

/** One thing that happened: who it was, what, when, and what can be done about it. */
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
