import { describe, expect, it } from 'vitest';
import { type ConnectStepName, connectStepNames, type KeptStep } from './connect-step.ts';
import { type JudgedBy, judgeAttempt } from './judge-attempt.ts';

const by: JudgedBy = { baseUrl: 'https://gate.test', now: 20 * 60_000, key: undefined };
const step = (name: ConnectStepName, more: Partial<KeptStep> = {}): KeptStep => ({
  step: name,
  at: 1,
  status: 200,
  asked: {},
  answered: {},
  ...more,
});
const refused = (name: ConnectStepName, error: string) => step(name, { status: 400, answered: { error } });

describe('an attempt', () => {
  it('is connected once its key was used, even if later requests without a token fail', () => {
    const key = { isGood: true, lastUsedAt: 5 };
    const steps = [step('token'), step('challenge', { status: 401 })];
    expect(judgeAttempt(steps, { ...by, key })).toEqual({
      state: 'connected',
      step: 'token',
      reason: 'connected',
      why: 'It is signed in and has made calls.',
      change: null,
    });
    expect(judgeAttempt(steps, { ...by, key: { ...key, isGood: false } })).toMatchObject({
      state: 'stopped',
      why: 'Its grant was ended, or its person left the organization.',
    });
    const unused = { ...key, lastUsedAt: null };
    expect(judgeAttempt(steps, { ...by, key: unused })).toMatchObject({ state: 'stopped', step: 'token' });
    expect(judgeAttempt([step('token'), step('connection')], { ...by, key: unused })).toMatchObject({ state: 'connected', change: null });
  });

  it.each(connectStepNames)('has a reason and advice after %s, and counts as stopped after ten minutes', (name) => {
    const judged = judgeAttempt([step(name)], by);
    expect(judged).toEqual({
      state: 'stopped',
      step: name,
      reason: expect.any(String),
      why: expect.stringMatching(/\.$/),
      change: expect.stringMatching(/\.$/),
    });
    expect(judgeAttempt([step(name)], { ...by, now: 60_000 })).toEqual({ ...judged, state: 'under_way' });
  });

  it('is judged by the last of equal steps', () => {
    const steps = [step('challenge', { status: 401 }), step('challenge', { at: 2, status: 401, asked: { shown: 'key' } })];
    expect(judgeAttempt(steps, by)).toMatchObject({ step: 'challenge', why: 'Its key is not valid here.' });
  });

  it.each([
    ['registration', 'invalid_redirect_uri', 'must be an https URL, this machine', 'refused_redirect'],
    ['authorization', 'invalid_redirect_uri', 'add it again', 'refused_client'],
    ['authorization', 'invalid_client', 'add it again', 'refused_client'],
    ['authorization', 'invalid_target', 'exactly https://gate.test/mcp', 'refused_address'],
    ['authorization', 'invalid_request', 'PKCE', 'refused_flow'],
    ['consent', 'access_denied', 'press Allow', 'refused_by_person'],
    ['return', 'invalid_request', 'the browser that the client opened', 'refused_late'],
    ['token', 'invalid_grant', 'Sign the client in again', 'refused_grant'],
    ['token', 'invalid_client', 'add it again', 'refused_client'],
    ['refresh', 'invalid_grant', 'Sign the client in again', 'refused_grant'],
    ['registration', 'temporarily_unavailable', 'Wait', 'refused_for_now'],
  ] as const)('whose %s was refused with %s names the change to make', (name, error, change, reason) => {
    expect(judgeAttempt([step('metadata'), refused(name, error)], by)).toMatchObject({
      state: 'stopped',
      step: name,
      reason,
      why: expect.stringContaining(error),
      change: expect.stringContaining(change),
    });
  });

  it('with an unreadable client document does not advise to add the client again', () => {
    const unread = { ...refused('authorization', 'invalid_client'), clientId: 'https://claude.ai/oauth/client' };
    const { change } = judgeAttempt([unread], by);
    expect(change).toContain('claude.ai');
    expect(change).toContain('GATEHOUSE_OAUTH=registration');
  });

  it('distinguishes a key, a token and nothing', () => {
    const shown = (what: string) => judgeAttempt([step('challenge', { status: 401, asked: { shown: what } })], by).change;
    expect(['key', 'token', 'nothing'].map(shown)).toEqual([
      expect.stringContaining('/mcp/key'),
      expect.stringContaining('renew'),
      expect.stringContaining('.well-known'),
    ]);
  });
});
