import { TextInput } from '@mantine/core';
import styles from './forms.module.css';
import { LineFrame } from './line-frame.tsx';
import { useForm } from './use-form.ts';

export interface LineFormProps {
  label: string;
  /** Present value. */
  initial?: string;
  /** Label of the button. */
  verb: string;
  maxLength: number;
  /** Rejects with why it was refused: the form stays then. */
  send: (text: string) => Promise<void>;
  onClose: () => void;
}

/** Form for one text, in the line of a toolbar. */
export function LineForm({ label, initial = '', verb, maxLength, send, onClose }: LineFormProps) {
  const form = useForm({ text: initial }, async ({ text }) => {
    await send(text);
    onClose();
  });
  return (
    <LineFrame verb={verb} isSending={form.isSending} fault={form.fault} onSubmit={form.onSubmit} onClose={onClose}>
      <TextInput
        aria-label={label}
        placeholder={label}
        required
        autoFocus
        maxLength={maxLength}
        className={styles.wide ?? ''}
        onFocus={(event) => event.currentTarget.select()}
        {...form.text('text')}
      />
    </LineFrame>
  );
}
