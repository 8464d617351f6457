import { expect, it } from 'vitest';
import { nameMentions } from './name-mentions.ts';

const names = new Map([
  ['ada@example.com', 'Ada Lovelace'],
  ['bob@example.com', '*Bob*'],
]);

it.each([
  ['@ada@example.com is this right?', '@Ada Lovelace is this right?'],
  ['(@ADA@Example.com) and @ada@example.com.', '(@Ada Lovelace) and @Ada Lovelace.'],
  ['@bob@example.com', String.raw`@\*Bob\*`],
  ['@eve@example.com, ada@example.com, @writer', '@eve@example.com, ada@example.com, @writer'],
])('writes %j as %j', (text, expected) => {
  expect(nameMentions(text, (email) => names.get(email))).toBe(expected);
});
