import type { ReactNode } from 'react';
import { selectionBar as strings } from '../shell-strings.ts';
import styles from './selection-bar.module.css';

/** At the bottom while something is selected: how much, and what can be done with it. */
export function SelectionBar({ selected, onLeave, children }: { selected: number; onLeave: () => void; children: ReactNode }) {
  if (selected === 0) return null;
  return (
    <div className={styles.bar} role="toolbar" aria-label={strings.selectedRows}>
      <span>{strings.selected(selected)}</span>
      {children}
      <button type="button" className={styles.leave} onClick={onLeave}>
        <span className={styles.byKeys}>{strings.escToClear}</span>
        <span className={styles.byTouch}>{strings.clear}</span>
      </button>
    </div>
  );
}
