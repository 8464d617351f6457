import { expect, it } from 'vitest';
import { bestSnippet } from './best-snippet.ts';

const terms = new Set(['key', 'rotat', 'revok']);

it('shows the place with most of the words, from the start of its line or of a word', () => {
  const text = `A key.\n${'Nothing else. '.repeat(40)}\nRotate the key, then revoke the old one.\n${'More. '.repeat(80)}`;
  const found = bestSnippet(text, terms)!;
  expect(found.line).toBe(3);
  expect(found.snippet).toMatch(/^Rotate the key, then revoke the old one\. More\. /);
  expect([...found.snippet].length).toBeLessThanOrEqual(300);
  expect(bestSnippet(`${'word '.repeat(30)}rotate keys`, terms)).toEqual({
    snippet: expect.stringMatching(/^(?:word ){7,8}rotate keys$/),
    line: 1,
  });
});

it('shows nothing of a text without the words, and all of a short text', () => {
  expect(bestSnippet('Nothing here', terms)).toBeUndefined();
  expect(bestSnippet('\n\n  the   keys', terms)).toEqual({ snippet: 'the keys', line: 3 });
});
