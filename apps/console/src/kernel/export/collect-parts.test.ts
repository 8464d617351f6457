import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CallError } from '../calls/call.ts';
import { collectParts, type Part } from './collect-parts.ts';

const parts: Record<string, Part> = {
  first: { text: 'a\n', rows: 1, nextCursor: '2' },
  2: { text: 'b\nc\n', rows: 2, nextCursor: '3' },
  3: { text: 'd\n', rows: 1, nextCursor: null },
};

/** A gateway that gives the parts, and at some calls an error instead. */
function gatewayWith(errors: Record<number, Error>) {
  const asked: string[] = [];
  const ask = async (cursor = 'first') => {
    asked.push(cursor);
    const error = errors[asked.length] ?? errors[0];
    if (error instanceof Error) throw error;
    return parts[cursor] as Part;
  };
  return { asked, ask };
}

const offline = new CallError('offline', 'nobody answers');

describe('collectParts', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const collect = (ask: (cursor?: string) => Promise<Part>, signal = new AbortController().signal, onRows = (_rows: number) => {}) => {
    const collecting = collectParts({ ask, signal, onRows });
    // Prevents an unhandled rejection before the test awaits the result.
    collecting.catch(() => {});
    return collecting;
  };

  it('passes each part to the browser, and keeps no text', async () => {
    const { ask } = gatewayWith({});
    const rows: number[] = [];
    const collected = await collect(ask, undefined, (count) => rows.push(count));
    expect(collected.every((part) => part instanceof Blob)).toBe(true);
    expect(await new Blob(collected).text()).toBe('a\nb\nc\nd\n');
    expect(rows).toEqual([1, 3, 4]);
  });

  it('continues at the failed part after an outage or the limit of calls per minute', async () => {
    const limited = new CallError('rate_limited', 'later', { retryAfterSeconds: 30 });
    const { ask, asked } = gatewayWith({ 2: offline, 3: offline, 5: limited });
    const collecting = collect(ask);
    await vi.advanceTimersByTimeAsync(40_000);
    expect(await new Blob(await collecting).text()).toBe('a\nb\nc\nd\n');
    expect(asked).toEqual(['first', '2', '2', '2', '3', '3']);
  });

  it('returns nothing if a part is missing: immediately after a refusal, later if the gateway does not answer', async () => {
    const refusal = new CallError('unauthorized', 'sign in');
    await expect(collect(gatewayWith({ 3: refusal }).ask)).rejects.toBe(refusal);
    const away = gatewayWith({ 0: offline });
    const collecting = collect(away.ask);
    await vi.advanceTimersByTimeAsync(5 * 60_000);
    await expect(collecting).rejects.toBe(offline);
    expect(away.asked.length).toBeLessThan(30);
  });

  it('stops waiting immediately when it is stopped', async () => {
    const { ask, asked } = gatewayWith({ 2: offline });
    const stopping = new AbortController();
    const collecting = collect(ask, stopping.signal);
    await vi.advanceTimersByTimeAsync(0);
    stopping.abort('stopped');
    await expect(collecting).rejects.toBe('stopped');
    expect(asked).toEqual(['first', '2']);
  });
});
