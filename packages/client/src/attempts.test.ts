import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { attempt, readJson } from './attempts.ts';

const answered = (status: number, headers: Record<string, string>) =>
  new Response(JSON.stringify({ error: { code: 'rate_limited', message: 'later' } }), { status, headers });

describe('a call that is answered "later"', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is repeated after the wait that the answer names, not earlier', async () => {
    const answers = [answered(429, { 'retry-after': '7' }), answered(503, { 'retry-after': '2' }), Response.json({ made: true })];
    const fetch = vi.fn(async () => answers.shift() as Response);
    const result = attempt({ fetch, request: () => ({ url: 'https://gateway.test', init: {} }) }, readJson);
    await vi.advanceTimersByTimeAsync(6990);
    expect(fetch).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(20);
    expect(fetch).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(1980);
    expect(fetch).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(20);
    expect(await result).toEqual({ made: true });
  });
});
