import { Button } from '@mantine/core';
import { useState } from 'react';
import { count } from '../kernel/words/count-words.ts';
import { leftOutWords } from './left-out-words.ts';
import styles from './services.module.css';
import type { LeftOut } from './use-connections.ts';

const maxAtOnce = 100;

/** Operations of a service that are not tools here, each with its reason. */
export function LeftOutList({ of: leftOut }: { of: readonly LeftOut[] }) {
  const [shown, setShown] = useState(maxAtOnce);
  if (leftOut.length === 0) return null;
  return (
    <details className={styles.leftOut}>
      <summary>{count(leftOut.length, 'operation')} not available as tools</summary>
      <ul>
        {leftOut.slice(0, shown).map(({ operation, ...why }, index) => (
          <li key={index}>
            <code>{operation}</code> {leftOutWords(why)}
          </li>
        ))}
      </ul>
      {leftOut.length > shown && (
        <Button variant="subtle" onClick={() => setShown(shown + maxAtOnce)}>
          Show more
        </Button>
      )}
    </details>
  );
}
