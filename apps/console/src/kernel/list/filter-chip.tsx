import { ActionIcon } from '@mantine/core';
import { X } from '../icons/icons.ts';
import styles from './filter-chip.module.css';

/** Active filter with a button to remove it. */
export function FilterChip({ name, value, onRemove }: { name: string; value: string; onRemove: () => void }) {
  return (
    <span className={styles.chip}>
      <span>
        <span className={styles.name}>{name}</span> {value}
      </span>
      <ActionIcon size={24} aria-label={`Remove filter: ${name}`} onClick={onRemove}>
        <X size={12} />
      </ActionIcon>
    </span>
  );
}
