import type { OutputOf } from '../calls/call.ts';
import { codeWords } from '../words/code-words.ts';
import styles from './signs.module.css';

export type EntranceName = OutputOf<'list_activity'>['activity'][number]['entrance'];

/** Entrance of a call. */
export function Entrance({ entrance }: { entrance: EntranceName }) {
  return <span className={styles.tag}>{codeWords(entrance)}</span>;
}
