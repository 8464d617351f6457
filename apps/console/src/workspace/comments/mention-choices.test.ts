import { expect, it } from 'vitest';
import { type Mentionable, mentionChoices, mentionOfAgent, typedMention } from './mention-choices.ts';

it('finds the mention that is being typed', () => {
  expect(typedMention('Ask @ad', 7)).toEqual({ start: 4, typed: 'ad' });
  expect(typedMention('@', 1)).toEqual({ start: 0, typed: '' });
  expect(typedMention('Ask @Ada Lo', 11)).toEqual({ start: 4, typed: 'Ada Lo' });
  expect(typedMention('ada@acme', 8)).toBeUndefined();
  expect(typedMention('@ada\nmore', 9)).toBeUndefined();
  expect(typedMention('no mention', 4)).toBeUndefined();
});

it('offers names that begin with the typed text first, then later words and addresses', () => {
  const one = (name: string, mention: string): Mentionable => ({ name, mention, isAgent: false });
  const all = [
    one('Bob Adams', '@bob@acme.test'),
    one('Ada', '@ada@acme.test'),
    one('Eve', '@adele@acme.test'),
    one('Dan', '@dan@acme.test'),
  ];
  expect(mentionChoices(all, 'ad').map(({ name }) => name)).toEqual(['Ada', 'Bob Adams', 'Eve']);
  expect(mentionChoices(all, '')).toHaveLength(4);
});

it('quotes names with several words', () => {
  expect(mentionOfAgent('robot')).toBe('@robot');
  expect(mentionOfAgent('release bot')).toBe('@"release bot"');
  expect(mentionOfAgent('ada@acme')).toBe('@"ada@acme"');
});
