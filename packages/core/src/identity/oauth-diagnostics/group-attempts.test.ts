import { describe, expect, it } from 'vitest';
import type { ConnectStepName, KeptStep } from './connect-step.ts';
import { groupAttempts } from './group-attempts.ts';

const minute = 60_000;
const step = (at: number, name: ConnectStepName, more: Partial<KeptStep> = {}): KeptStep => ({
  step: name,
  at,
  status: 200,
  asked: {},
  answered: {},
  ...more,
});
const shown = (steps: KeptStep[]) => groupAttempts(steps).map((attempt) => attempt.map((one) => one.step));
const [server, browser, other] = [{ address: '192.0.2.1', userAgent: 'a' }, { userAgent: 'b' }, { address: '192.0.2.2', userAgent: 'a' }];
const document = 'https://claude.ai/client.json';

describe('attempts', () => {
  it('are grouped by registration, request and grant, in any browser', () => {
    const steps = [
      step(1, 'challenge', server),
      step(2, 'registration', { ...server, clientId: 'client_1' }),
      step(3, 'authorization', { ...browser, clientId: 'client_1', request: 'r' }),
      step(4, 'consent', { clientId: 'client_1', request: 'r', keyId: 'k' }),
      step(5, 'token', { ...other, clientId: 'client_1', keyId: 'k' }),
      step(5 * 60 * minute, 'refresh', { ...other, keyId: 'k' }),
    ];
    expect(shown(steps)).toEqual([['challenge', 'registration', 'authorization', 'consent', 'token', 'refresh']]);
  });

  it('stay separate for two people with the same described client, each with the steps that led to its sign-in', () => {
    const steps = [
      step(1, 'metadata', server),
      step(2, 'authorization', { ...browser, clientId: document, request: 'r1' }),
      step(3, 'authorization', { userAgent: 'c', clientId: document, request: 'r2' }),
      step(4, 'consent', { request: 'r1', keyId: 'k1' }),
      step(5, 'consent', { request: 'r2', keyId: 'k2' }),
      step(6, 'token', { ...server, keyId: 'k1' }),
      step(7, 'token', { ...server, keyId: 'k2' }),
    ];
    expect(shown(steps).sort((left, right) => right.length - left.length)).toEqual([
      ['metadata', 'authorization', 'consent', 'token'],
      ['authorization', 'consent', 'token'],
    ]);
  });

  it('without a name are distinguished by their origin, and by a pause', () => {
    const steps = [
      step(1, 'challenge', server),
      step(2, 'challenge', other),
      step(3, 'metadata', server),
      step(12 * minute, 'challenge', server),
    ];
    expect(shown(steps)).toEqual([['challenge', 'metadata'], ['challenge'], ['challenge']]);
  });

  it('stay separate for a client that registered once for several people, and only the first includes the registration', () => {
    const of = (at: number, name: ConnectStepName, more: Partial<KeptStep>) => step(at, name, { clientId: 'client_1', ...more });
    const steps = [
      of(1, 'registration', server),
      of(2, 'authorization', { request: 'r1', accountId: 'account_1' }),
      of(3, 'authorization', { request: 'r2', accountId: 'account_2' }),
      of(4, 'consent', { request: 'r2', keyId: 'k2' }),
      of(5, 'token', { ...server, keyId: 'k2' }),
      of(40 * minute, 'authorization', { request: 'r3' }),
    ];
    expect(shown(steps)).toEqual([['registration', 'authorization'], ['authorization', 'consent', 'token'], ['authorization']]);
  });
});
