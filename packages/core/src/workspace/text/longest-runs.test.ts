import { setFlagsFromString } from 'node:v8';
import { maxEditableBytes } from '@gatehouse/domain';
import { mergeTexts } from '@gatehouse/domain/merge';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { differentParts } from '../versions/version-difference.ts';
import { editText } from './edit-text.ts';
import { findText } from './find-text.ts';

// V8 stops optimizing expressions in a process that has compiled many, and then they need more stack.
beforeAll(() => setFlagsFromString('--no-regexp-optimization'));
afterAll(() => setFlagsFromString('--regexp-optimization'));

/** Texts of the largest size that are one run of one kind of character. Expressions without a limit run out of stack on some of them. */
const runs: Record<string, string> = {
  letters: 'a'.repeat(maxEditableBytes),
  'letters beyond ASCII': 'é'.repeat(maxEditableBytes / 2),
  'letters of two units': '𝐀'.repeat(maxEditableBytes / 4),
  'marks on one letter': `a${'\u0301'.repeat(maxEditableBytes / 2 - 1)}`,
  'letters, and many marks at the end': `${'a'.repeat(maxEditableBytes - 400)}${'\u0301'.repeat(200)}`,
  spaces: ' '.repeat(maxEditableBytes),
  jamo: '\u1112'.repeat(maxEditableBytes / 3),
  signs: '😀'.repeat(maxEditableBytes / 4),
};

describe.each(Object.entries(runs))('%s as long as a file can be', (_, text) => {
  it('are searched', () => {
    const query = text.slice(0, 6).trim();
    const { totalLines, totalMatches } = findText({ text, query: query === '' ? 'x' : query, contextLines: 0, limit: 1 });
    expect([totalLines, totalMatches]).toEqual([1, query === '' ? 0 : 1]);
  });

  it('are looked for in vain by an edit', () => {
    const oldText = text.slice(0, text.length / 2);
    expect(editText({ text: 'other', oldText, newText: '' })).toMatchObject({ ok: false, reason: 'text_not_found' });
  });

  it('are compared and merged', () => {
    expect(differentParts(text, `x${text}`, 0, 65_536).parts).not.toEqual([]);
    expect(mergeTexts(text, `x${text}`, `${text}x`).conflicts).toBeDefined();
  });
});
