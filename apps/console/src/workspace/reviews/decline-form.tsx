import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { openForm } from '../../kernel/keyboard/bindings.ts';
import styles from './reviews.module.css';

interface DeclineFormProps {
  verb?: string;
  onDecline: (note: string) => void;
  onClose: () => void;
}

/** Form that asks for the reason to decline a change. The agent gets it as a comment. */
export function DeclineForm({ verb = 'Decline change', onDecline, onClose }: DeclineFormProps) {
  const [note, setNote] = useState('');
  return (
    <form
      className={styles.decline}
      {...{ [openForm]: true }}
      onSubmit={(event) => {
        event.preventDefault();
        onDecline(note.trim());
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onDecline(note.trim());
      }}
    >
      <Textarea
        label="Why? (optional)"
        description="The agent gets this as a comment."
        autoFocus
        autosize
        minRows={2}
        maxRows={8}
        maxLength={1000}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <div className={styles.verbs}>
        <Button type="submit" size="compact-sm">
          {verb}
        </Button>
        <Button size="compact-sm" variant="subtle" color="gray" c="inherit" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
