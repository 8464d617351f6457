import styles from './signs.module.css';

/** Filled when active, otherwise hollow. The word next to it has the same meaning. */
export function StateDot({ state }: { state: 'on' | 'off' | 'waiting' }) {
  return <span className={styles.dot} data-state={state} aria-hidden="true" />;
}
