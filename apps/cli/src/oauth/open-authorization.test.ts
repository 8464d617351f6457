import { expect, it } from 'vitest';
import { offersSignIn } from './open-authorization.ts';

it.each([
  ['https://gatehouse.example', 'on', true],
  ['https://gatehouse.example:8443', 'on', true],
  ['http://localhost:4747', 'on', true],
  ['http://127.0.0.1:4747', 'on', true],
  ['http://gatehouse.example', 'on', false],
  ['https://gatehouse.example', 'registration', true],
  ['https://gatehouse.example', 'off', false],
  [undefined, 'on', false],
] as const)('clients sign in at %s with GATEHOUSE_OAUTH=%s: %s (D47)', (baseUrl, oauth, offered) => {
  expect(offersSignIn({ baseUrl, oauth })).toBe(offered);
});
