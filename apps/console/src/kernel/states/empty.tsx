import type { ReactNode } from 'react';
import styles from './states.module.css';

/** An empty page: a description of its future content, and the next step. */
export function Empty({ title, children, action }: { title: string; children: ReactNode; action?: ReactNode }) {
  return (
    <div className={styles.state}>
      <h2>{title}</h2>
      <p>{children}</p>
      {action && <div className={styles.buttons}>{action}</div>}
    </div>
  );
}
