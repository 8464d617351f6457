import { Kbd } from '@mantine/core';
import { shownKeys } from './bindings.ts';
import styles from './keyboard.module.css';

/** The keys of a binding, as a person sees them on theirs. */
export function Keys({ keys }: { keys: string }) {
  return (
    <span className={styles.keys}>
      {shownKeys(keys).map((key) => (
        <Kbd key={key} size="xs" className={styles.key ?? ''}>
          {key}
        </Kbd>
      ))}
    </span>
  );
}
