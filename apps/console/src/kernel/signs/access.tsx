import styles from './signs.module.css';

/** Access of a key: `read` is outlined, `write` is filled. */
export function Access({ access }: { access: 'read' | 'write' }) {
  return (
    <span className={styles.tag} data-access={access}>
      {access}
    </span>
  );
}
