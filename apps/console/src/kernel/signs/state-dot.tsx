import styles from './signs.module.css';

/** Filled when active, hollow when not. The word beside it says the same. */
export function StateDot({ state }: { state: 'on' | 'off' | 'waiting' }) {
  return <span className={styles.dot} data-state={state} aria-hidden="true" />;
}
