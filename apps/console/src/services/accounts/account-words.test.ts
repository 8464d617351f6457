import { expect, it } from 'vitest';
import { accountToConnect, mayConnect } from './account-words.ts';

it.each([
  [null, null, undefined],
  ['person', 'connected', undefined],
  ['organization', 'connected', undefined],
  ['person', 'none', 'Connect your account'],
  ['person', 'ended', 'Reconnect your account'],
  ['organization', 'none', 'Connect the account'],
  ['organization', 'ended', 'Reconnect the account'],
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
