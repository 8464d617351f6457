import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import styles from './connect.module.css';
import { type KnownService, knownServices } from './known-services.ts';

export interface KnownServicesProps {
  chosen: KnownService | undefined;
  onChoose: (known: KnownService | undefined) => void;
}

/** The link for entering another address stays visible. */
const shownFirst = 6;

/** Services that many people have: choosing one fills in its address. */
export function KnownServices({ chosen, onChoose }: KnownServicesProps) {
  const [query, setQuery] = useState('');
  const [isWhole, setWhole] = useState(false);
  const wanted = query.trim().toLowerCase();
  const found = knownServices.filter(({ title, does }) => `${title} ${does}`.toLowerCase().includes(wanted));
  const shown = isWhole || wanted !== '' ? found : found.slice(0, shownFirst);
  if (chosen)
    return (
      <p className={styles.lead}>
        <b>{chosen.title}</b>: {chosen.does}.{' '}
        <Button variant="subtle" size="compact-xs" onClick={() => onChoose(undefined)}>
          Choose another
        </Button>
      </p>
    );
  return (
    <div className={styles.known}>
      <TextInput
        aria-label="Find a well-known service"
        placeholder="Find a well-known service, or enter an address below"
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
      />
      <ul aria-label="Well-known services">
        {shown.map((known) => (
          <li key={known.service}>
            <button type="button" onClick={() => onChoose(known)}>
              <b>{known.title}</b>
              <span>{known.does}</span>
            </button>
          </li>
        ))}
      </ul>
      {found.length > shown.length && (
        <div>
          <Button variant="subtle" size="compact-xs" ml={-8} onClick={() => setWhole(true)}>
            Show all {found.length}
          </Button>
        </div>
      )}
      {shown.length === 0 && <p className={styles.lead}>No match. Enter the address below.</p>}
    </div>
  );
}
