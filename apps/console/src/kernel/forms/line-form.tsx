import { Button, TextInput } from '@mantine/core';
import { openForm, useBindings } from '../keyboard/bindings.ts';
import { Fault } from './fault.tsx';
import styles from './forms.module.css';
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

/** Form for one text, in the line of a toolbar. Esc closes it. */
export function LineForm({ label, initial = '', verb, maxLength, send, onClose }: LineFormProps) {
  const form = useForm({ text: initial }, async ({ text }) => {
    await send(text);
    onClose();
  });
  useBindings('Form', [{ keys: 'Escape', does: 'Cancel', run: onClose, isQuiet: true }]);
  return (
    <form
      onSubmit={form.onSubmit}
      className={styles.line}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        onClose();
      }}
      {...{ [openForm]: true }}
    >
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
      <Button type="submit" loading={form.isSending}>
        {verb}
      </Button>
      <Button variant="subtle" color="gray" c="inherit" onClick={onClose}>
        Cancel
      </Button>
      <Fault text={form.fault} />
    </form>
  );
}
