import { useState } from 'react';
import type { LoggedCall } from '../calls/change-stream.ts';
import { useChanges } from '../calls/use-changes.ts';
import { Entrance } from '../signs/entrance.tsx';
import { StateDot } from '../signs/state-dot.tsx';
import { duration } from '../words/time-words.ts';
import styles from './connect-page.module.css';

/** Waits for the first call of a key, and says what it was. */
export function FirstCall({ keyId }: { keyId: string }) {
  const [row, setRow] = useState<LoggedCall>();
  useChanges((change) => {
    if (change.kind !== 'rows') return;
    setRow((before) => before ?? change.rows.find((one) => one.keyId === keyId));
  });
  return (
    <p className={styles.first} role="status" data-arrived={row ? true : undefined}>
      <StateDot state={row ? 'on' : 'waiting'} />
      {row ? (
        <span>
          <b>{row.tool}</b> over <Entrance entrance={row.entrance} /> {row.sdk ? `from ${row.sdk} ` : ''}
          {row.outcome === 'ok' ? '' : `was answered ${row.outcome} `}in {duration(row.durationMicros)}
        </span>
      ) : (
        'Waiting for the first call…'
      )}
    </p>
  );
}
