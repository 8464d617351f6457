import { describe, expect, it } from 'vitest';
import { bestPartsOf, placeIn } from './best-parts.ts';

describe('words of a question in a snippet', () => {
  it.each([
    ['People reset forgotten passwords.', 'How do I reset a password?', 'People [reset] forgotten [passwords].'],
    ['Nothing here', 'reset', 'Nothing here'],
    ['重置密码', '密码', '重置[密码]'],
    ['一二三', '一二三', '[一二][三]'],
  ])('are marked in %j for %j', (text, question, expected) => {
    const parts = bestPartsOf(text, question);
    expect(parts.map(({ part, isFound }) => (isFound ? `[${part}]` : part)).join('')).toBe(expected);
    expect(parts.map(({ part }) => part).join('')).toBe(text);
  });

  it('give the place at which to open the text, without markdown', () => {
    expect(placeIn('all **People** may reset the password, then go', 'reset password')).toBe('reset the password');
    expect(placeIn('nothing', 'reset password')).toBeUndefined();
  });
});
