import styles from './states.module.css';

const rows = Array.from({ length: 6 }, (_, index) => 60 - index * 7);

/** Placeholder rows, only on the first visit. Later visits show known data immediately. */
export function FirstRows() {
  return (
    <div className={styles.rows} role="status" aria-label="Loading">
      {rows.map((width) => (
        <div key={width} className={styles.row}>
          <span style={{ width: `${width}%` }} />
          <span style={{ width: '50%' }} />
          <span style={{ width: '40%' }} />
        </div>
      ))}
    </div>
  );
}
