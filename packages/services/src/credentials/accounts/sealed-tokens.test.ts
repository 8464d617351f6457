import { expect, it } from 'vitest';
import { isOver } from './sealed-tokens.ts';

const since = 1_800_000_000_000;
const token = (seconds: number) => ({ accessToken: 'access', since, expiresAt: since + seconds * 1000 });

it.each([
  ['for an hour, half a minute early', 3600, 30],
  ['for a minute, by a tenth of it', 60, 6],
  ['for a second, by a tenth of it', 1, 0.1],
])('a token that is valid %s', (_how, seconds, early) => {
  const at = since + (seconds - early) * 1000;
  expect([isOver(token(seconds), at - 1), isOver(token(seconds), at)]).toEqual([false, true]);
});

it('a token without a known expiry is valid until it is refused', () => {
  expect(isOver({ accessToken: 'access', since }, since + 1e12)).toBe(false);
});

it('a token without a known issue time is renewed half a minute early', () => {
  const { since: _since, ...other } = token(20);
  expect([isOver(other, since - 10_001), isOver(other, since - 10_000)]).toEqual([false, true]);
});
