import type { ReactNode } from 'react';
import styles from './selection-bar.module.css';

/** At the bottom while something is selected: how much, and what can be done with it. */
export function SelectionBar({ selected, onLeave, children }: { selected: number; onLeave: () => void; children: ReactNode }) {
  if (selected === 0) return null;
  return (
    <div className={styles.bar} role="toolbar" aria-label="Selected rows" data-selection-bar>
      <span>{selected} selected</span>
      {children}
      <button type="button" className={styles.leave} onClick={onLeave}>
        <span className={styles.byKeys}>Esc to clear</span>
        <span className={styles.byTouch}>Clear</span>
      </button>
    </div>
  );
}
