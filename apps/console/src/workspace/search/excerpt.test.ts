import { expect, it } from 'vitest';
import { type ExcerptProps, excerptParts } from './excerpt.tsx';

const shown = (given: Partial<ExcerptProps>) =>
  excerptParts({ text: '', wanted: '', isMarkdown: true, ...given })
    .map(({ part, isFound }) => (isFound ? `[${part}]` : part))
    .join('');

it.each<[Partial<ExcerptProps>, string]>([
  [{ text: 'the **release** [notes](https://notes.example)', wanted: 'release notes' }, 'the [release notes]'],
  [{ text: 'the **reset** of passwords', wanted: 'How do I reset a password?', isBest: true }, 'the [reset] of [passwords]'],
  [{ text: 'the __init__ of **it**', wanted: 'init', isMarkdown: false }, 'the __[init]__ of **it**'],
  // Only the address has the word.
  [{ text: '[here](https://budget.example)', wanted: 'budget' }, '[here](https://[budget].example)'],
  [{ text: '**nothing** of it', wanted: 'budget' }, 'nothing of it'],
])('marks the wanted words: %o', (given, expected) => {
  expect(shown(given)).toBe(expected);
});
