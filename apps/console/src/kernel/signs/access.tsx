import styles from './signs.module.css';

/** What a key may do: `read` is an outline, `write` is filled. */
export function Access({ access }: { access: 'read' | 'write' }) {
  return (
    <span className={styles.tag} data-access={access}>
      {access}
    </span>
  );
}
