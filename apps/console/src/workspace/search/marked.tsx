import { escapedPattern } from '../../kernel/words/escaped-pattern.ts';
import type { Part } from './best-parts.ts';
import styles from './search.module.css';

/** Text in parts, with the matching parts marked. */
export function MarkedParts({ parts }: { parts: readonly Part[] }) {
  return parts.map(({ at, part, isFound }) =>
    isFound ? (
      <mark key={at} className={styles.mark}>
        {part}
      </mark>
    ) : (
      part
    ),
  );
}

/** Splits a text at the searched phrase, or at each of its words. */
export function partsOf(text: string, wanted: string): Part[] {
  const words = wanted
    .trim()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return [{ at: 0, part: text, isFound: false }];
  const escapedWords = words.map(escapedPattern);
  const longestFirst = escapedWords.toSorted((one, other) => other.length - one.length);
  const pattern = new RegExp(`(${[escapedWords.join('\\s+'), ...longestFirst].join('|')})`, 'giu');
  let at = 0;
  return text.split(pattern).flatMap((part, index) => {
    const here = at;
    at += part.length;
    return part === '' ? [] : [{ at: here, part, isFound: index % 2 === 1 }];
  });
}
