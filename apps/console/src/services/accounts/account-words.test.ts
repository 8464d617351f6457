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
] as const)('for calls with the account of %s, which is %s, says: %s', (accounts, mine, says) => {
  expect(accountToConnect({ accounts, mine })).toBe(says);
});

it.each([
  ['person', false, true],
  ['person', true, true],
  ['organization', false, false],
  ['organization', true, true],
  [null, true, false],
] as const)('for calls with the account of %s, offers to connect to a manager (%s): %s', (accounts, isManaged, may) => {
  expect(mayConnect({ accounts, isManaged })).toBe(may);
});
