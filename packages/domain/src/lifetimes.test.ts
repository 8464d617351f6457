import { expect, it } from 'vitest';
import { companySignInMs, consentRequestMs, linkLifetimeMs, maxSessionIdleMs, maxSessionMs, trashMs } from './lifetimes.ts';
import { durationWords } from './time-words.ts';

it('has the lifetimes that the contract promises (D27, D38, D39, D40, D47)', () => {
  const lifetimes = { maxSessionMs, maxSessionIdleMs, companySignInMs, consentRequestMs, trashMs, ...linkLifetimeMs };
  expect(Object.fromEntries(Object.entries(lifetimes).map(([name, ms]) => [name, durationWords(ms)]))).toEqual({
    maxSessionMs: '30 days',
    maxSessionIdleMs: '7 days',
    companySignInMs: '10 minutes',
    consentRequestMs: '30 minutes',
    trashMs: '30 days',
    set_up: '30 minutes',
    invitation: '7 days',
    reset: '1 hour',
  });
});
