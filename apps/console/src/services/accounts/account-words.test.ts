import { expect, it } from 'vitest';
import { accountToConnect, mayConnect } from './account-words.ts';

it.each([
  [null, null, undefined],
  ['person', 'connected', undefined],
  ['organization', 'connected', undefined],
  ['person', 'none', 'connect your account'],
  ['person', 'ended', 'reconnect your account'],
  ['organization', 'none', 'connect its account'],
  ['organization', 'ended', 'reconnect its account'],
] as const)('says what is to be done where calls use the account of %s, which is %s: %s', (accounts, mine, says) => {
  expect(accountToConnect({ accounts, mine })).toBe(says);
});

it.each([
  ['person', false, true],
  ['person', true, true],
  ['organization', false, false],
  ['organization', true, true],
  [null, true, false],
] as const)('lets connect where calls use the account of %s, to who manages it (%s): %s', (accounts, isManaged, may) => {
  expect(mayConnect({ accounts, isManaged })).toBe(may);
});
