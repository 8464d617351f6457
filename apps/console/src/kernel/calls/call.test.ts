import { afterEach, describe, expect, it, vi } from 'vitest';
import { call } from './call.ts';

/** Stubs the network with an answer. */
function answerWith(answer: () => Response): void {
  vi.stubGlobal('fetch', async () => answer());
}

describe('call', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('rejects an answer that was cut off', async () => {
    answerWith(() => new Response('{"text":"a'));
    await expect(call('org_1', 'export_activity', { format: 'csv' })).rejects.toMatchObject({ code: 'offline' });
  });

  it('keeps numbers of services as they were written (D3)', async () => {
    answerWith(() => new Response('{"structuredContent":{"id":1915883588174806058,"n":1}}'));
    const answer = await call('org_1', 'execute_service_tool', { toolSlug: 'a__b' });
    expect(JSON.stringify(answer)).toBe('{"structuredContent":{"id":1915883588174806058,"n":1}}');
  });

  it('throws the refusal, with the time to retry', async () => {
    const error = { code: 'rate_limited', message: 'too many calls' };
    answerWith(() => Response.json({ error }, { status: 429, headers: { 'Retry-After': '7' } }));
    await expect(call(undefined, 'my_account', {})).rejects.toMatchObject({ ...error, retryAfterSeconds: 7 });
    answerWith(() => new Response('Bad Gateway', { status: 502 }));
    await expect(call(undefined, 'my_account', {})).rejects.toMatchObject({ code: 'offline', message: expect.stringContaining('502') });
  });
});
