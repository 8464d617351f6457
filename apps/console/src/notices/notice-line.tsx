import { ActionIcon, Button } from '@mantine/core';
import { X } from 'lucide-react';
import styles from './notice-line.module.css';
import { dismiss, useNotices } from './notices.ts';

/** The line at the bottom of every page. */
export function NoticeLine() {
  const notices = useNotices();
  return (
    <div className={styles.place} role="status" aria-live="polite">
      {notices.map(({ id, text, kind, undo }) => (
        <div key={id} className={styles.notice} data-kind={kind}>
          <span>{text}</span>
          {undo && (
            <Button
              variant="subtle"
              onClick={() => {
                dismiss(id);
                undo();
              }}
            >
              Undo
            </Button>
          )}
          <ActionIcon aria-label="Dismiss" onClick={() => dismiss(id)}>
            <X size={14} />
          </ActionIcon>
        </div>
      ))}
    </div>
  );
}
