import { TextInput } from '@mantine/core';
import styles from './forms.module.css';
import { readMinute, sayMinute } from './minutes.ts';

interface MinuteFieldProps {
  label: string;
  at: number;
  isWrong?: boolean;
  isFirst?: boolean;
  onChange: (minute: { from: number; to: number }) => void;
}

/** Field for a date and time to the minute, in the reader's time zone. Ignores incomplete input. */
export function MinuteField({ label, at, isWrong = false, isFirst = false, onChange }: MinuteFieldProps) {
  return (
    <TextInput
      type="datetime-local"
      aria-label={label}
      title={label}
      error={isWrong}
      autoFocus={isFirst}
      className={styles.minute ?? ''}
      defaultValue={sayMinute(at)}
      onChange={({ currentTarget }) => {
        const minute = readMinute(currentTarget.value);
        if (minute) onChange(minute);
      }}
    />
  );
}
