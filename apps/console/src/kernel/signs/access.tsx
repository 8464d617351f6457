import styles from './signs.module.css';

/** Access of a key. `write` has a colour, so that it stands out in a list. */
export function Access({ access }: { access: 'read' | 'write' }) {
  return (
    <span className={styles.tag} data-access={access}>
      {access}
    </span>
  );
}
