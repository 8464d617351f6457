import type { ReactNode } from 'react';
import styles from './previews.module.css';

/** In the place of what cannot be shown: why, and that the file can be had. */
export function NotShown({ children }: { children: ReactNode }) {
  return <p className={styles.note}>{children} Download the original.</p>;
}
