import type { ReactNode } from 'react';
import styles from './selection-bar.module.css';

/** Bar at the bottom during a selection, with the number of rows and their actions. */
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
