import { useState } from 'react';
import { copyToClipboard } from '../notices/copy-to-clipboard.ts';
import styles from './signs.module.css';

const shownCharacters = 8;
const saidForMs = 1500;

/** Last 8 characters of an identifier. Click to copy it. */
export function Identifier({ id, shown }: { id: string; shown?: string | undefined }) {
  const [isCopied, setCopied] = useState(false);
  const text = shown ?? id.slice(-shownCharacters);
  const copy = async () => {
    if (!(await copyToClipboard(id))) return;
    setCopied(true);
    setTimeout(() => setCopied(false), saidForMs);
  };
  return (
    <button type="button" className={styles.identifier} title={`${id} · Click to copy`} onClick={() => void copy()}>
      {isCopied ? 'Copied' : text}
    </button>
  );
}
