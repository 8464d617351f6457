import { Checkbox } from '@mantine/core';
import styles from './limits-field.module.css';

export interface CheckGroupProps {
  title: string;
  entries: readonly { value: string; label: string }[];
  checked: ReadonlySet<string>;
  onChange: (checked: ReadonlySet<string>) => void;
}

/** Group of checkboxes, with one checkbox that sets all. */
export function CheckGroup({ title, entries, checked, onChange }: CheckGroupProps) {
  const chosen = entries.filter(({ value }) => checked.has(value)).length;
  const set = (values: readonly string[], isChosen: boolean) => {
    const next = new Set(checked);
    for (const value of values) {
      if (isChosen) next.add(value);
      else next.delete(value);
    }
    onChange(next);
  };
  return (
    <div className={styles.group} role="group" aria-label={title}>
      <Checkbox
        label={title}
        checked={chosen === entries.length}
        indeterminate={chosen > 0 && chosen < entries.length}
        onChange={(event) =>
          set(
            entries.map(({ value }) => value),
            event.currentTarget.checked,
          )
        }
      />
      <div className={styles.names}>
        {entries.map(({ value, label }) => (
          <Checkbox
            key={value}
            label={<code>{label}</code>}
            checked={checked.has(value)}
            onChange={(event) => set([value], event.currentTarget.checked)}
          />
        ))}
      </div>
    </div>
  );
}
