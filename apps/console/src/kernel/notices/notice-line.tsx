import { ActionIcon, Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { WifiOff, X } from '../icons/icons.ts';
import { useConnection } from '../live/gateway-connection.ts';
import styles from './notice-line.module.css';
import { dismiss, useNotices } from './notices.ts';

/** The line at the bottom of every page. */
export function NoticeLine({ children }: { children?: ReactNode }) {
  const notices = useNotices();
  const { isOnline } = useConnection();
  return (
    <div className={styles.place} role="status" aria-live="polite" data-notices>
      {!isOnline && (
        <div className={styles.notice} data-kind="offline">
          <WifiOff size={14} aria-hidden="true" />
          <span>Can't reach Gatehouse. Nothing was lost; retrying…</span>
        </div>
      )}
      {children}
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
          {kind !== 'waiting' && (
            <ActionIcon aria-label="Dismiss" onClick={() => dismiss(id)}>
              <X size={14} />
            </ActionIcon>
          )}
        </div>
      ))}
    </div>
  );
}
