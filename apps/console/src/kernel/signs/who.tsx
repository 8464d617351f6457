import { Bot } from '../icons/icons.ts';
import styles from './signs.module.css';

/** A person: initials in a circle, and the name. */
export function Person({ name, email }: { name: string; email?: string | undefined }) {
  return (
    <span className={styles.who} title={email === undefined || email === name ? name : `${name} · ${email}`}>
      <Initials name={name} />
      <span className={styles.name}>{name}</span>
    </span>
  );
}

/** Initials of a person, for narrow places. Screen readers read the name. */
export function Initials({ name }: { name: string }) {
  return <span className={styles.person} data-initials={initials(name)} aria-hidden="true" />;
}

/** An agent: a square with its glyph. Hovering shows its person. */
export function Agent({ name, person }: { name: string; person: string | undefined }) {
  return (
    <span className={styles.who} title={person === undefined ? name : `${name} · Works for ${person}`}>
      <AgentGlyph />
      <span className={styles.name}>{name}</span>
    </span>
  );
}

/** Glyph of an agent, for narrow places. */
export function AgentGlyph() {
  return (
    <span className={styles.agent} aria-hidden="true">
      <Bot size={12} strokeWidth={1.75} />
    </span>
  );
}

/** Initials of the first and last word, as whole characters. */
function initials(name: string): string {
  const words = name.trim().split(/[\s@._-]+/u);
  const first = firstLetter(words[0]);
  const last = words.length > 1 ? firstLetter(words.at(-1)) : '';
  return (first + last).toUpperCase() || '?';
}

function firstLetter(word: string | undefined): string {
  return Array.from(word ?? '')[0] ?? '';
}
