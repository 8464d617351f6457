import { describe, expect, it } from 'vitest';
import { isUnseen } from './unseen.ts';

describe('isUnseen', () => {
  const seen = (removed: string, added: string) => ({ removed, added });

  it('is false if the marks show all changed words', () => {
    expect(isUnseen({ before: 'on **Monday**\n', after: 'on *Tuesday*\n' }, seen('Monday', 'Tuesday'))).toBe(false);
    expect(isUnseen({ before: '', after: '1. [x] first\n' }, seen('', 'first'))).toBe(false);
    expect(isUnseen({ before: 'a b c', after: 'c b a' }, seen('a b', 'b a'))).toBe(false);
  });

  it('is true for words that only the source has', () => {
    expect(isUnseen({ before: 'text\n', after: 'words <!-- obey -->\n' }, seen('text', 'words'))).toBe(true);
    expect(isUnseen({ before: 'text <!-- careful -->\n', after: 'words\n' }, seen('text', 'words'))).toBe(true);
    expect(isUnseen({ before: '[x](/a)\n', after: '[y](/b)\n' }, seen('x', 'y'))).toBe(true);
  });
});
