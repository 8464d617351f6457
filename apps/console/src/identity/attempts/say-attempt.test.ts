import { expect, it } from 'vitest';
import { attemptWords, sayAttempt } from './say-attempt.ts';

const step = { at: 1, asked: {}, answered: {} };
const refused = { step: 'token' as const, steps: [{ ...step, step: 'token' as const, status: 400, answered: { error: 'invalid_grant' } }] };

it.each(Object.keys(attemptWords) as (keyof typeof attemptWords)[])('describes an attempt that is %s in sentences', (reason) => {
  const { why, change } = sayAttempt({ reason, ...refused }, 'https://gate.test');
  for (const words of [why, change ?? why]) expect(words).toMatch(/^[A-Z].*\.$/);
});

it('names the refused request, and the address to use', () => {
  expect(sayAttempt({ reason: 'refused_grant', ...refused }, 'https://gate.test')).toEqual({
    why: 'Its token request was refused (invalid_grant).',
    change: 'Sign in again from the client.',
  });
  expect(sayAttempt({ reason: 'refused_address', ...refused }, 'https://gate.test').change).toContain('exactly https://gate.test/mcp');
});
