import type { ReactNode } from 'react';
import styles from './previews.module.css';

/** Shown instead of a file that cannot be shown: the reason, and a download. */
export function NotShown({ children }: { children: ReactNode }) {
  return <p className={styles.note}>{children} Download the original.</p>;
}
