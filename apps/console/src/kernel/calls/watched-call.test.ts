import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Progress, watchedCall } from './watched-call.ts';

const steps = [
  { progress: 0, total: 1, message: 'fetching the document' },
  { progress: 200, total: 1200, message: 'reading operations' },
];

/** An answer that comes in these pieces. */
function answerIn(pieces: string[], init: ResponseInit = { headers: { 'Content-Type': 'application/x-ndjson' } }): void {
  const body = new ReadableStream({
    pull(controller) {
      const piece = pieces.shift();
      if (piece === undefined) controller.close();
      else controller.enqueue(new TextEncoder().encode(piece));
    },
  });
  vi.stubGlobal('fetch', async () => new Response(body, init));
}

async function watch(signal = new AbortController().signal) {
  const told: Progress[] = [];
  const answer = await watchedCall('org_1', 'check_service', { kind: 'openapi' }, { signal, onProgress: (one) => told.push(one) }).catch(
    (error: unknown) => error,
  );
  return { told, answer };
}

describe('a call with progress', () => {
  afterEach(() => vi.unstubAllGlobals());
  const lines = [...steps, { status: 200, body: { toolsCount: 1 } }].map((line) => `${JSON.stringify(line)}\n`).join('');

  it('reports its progress, for any split of lines, and returns the answer', async () => {
    answerIn([lines.slice(0, 30), lines.slice(30, 31), lines.slice(31)]);
    expect(await watch()).toEqual({ told: steps, answer: { toolsCount: 1 } });
  });

  it('is an ordinary call if it reports no progress', async () => {
    answerIn(['{"toolsCount":2}'], { headers: { 'Content-Type': 'application/json' } });
    expect(await watch()).toEqual({ told: [], answer: { toolsCount: 2 } });
  });

  it('rejects with its refusal, with or without progress, and if it is cut off', async () => {
    const error = { error: { code: 'service_error', message: 'cannot be reached' } };
    answerIn([`${JSON.stringify({ status: 502, body: error })}\n`]);
    expect((await watch()).answer).toMatchObject({ code: 'service_error', message: 'cannot be reached' });
    answerIn([JSON.stringify(error)], { status: 502, headers: { 'Content-Type': 'application/json' } });
    expect((await watch()).answer).toMatchObject({ code: 'service_error' });
    answerIn([lines.slice(0, -5)]);
    expect((await watch()).answer).toMatchObject({ code: 'offline', message: expect.stringContaining('cut off') });
  });

  it('ends with the reason from its caller', async () => {
    const abort = new AbortController();
    vi.stubGlobal('fetch', async () => {
      abort.abort();
      throw new DOMException('', 'AbortError');
    });
    expect((await watch(abort.signal)).answer).toBe(abort.signal.reason);
  });
});
