import { expect } from 'vitest';
import type { World } from '../world.ts';
import { type Entrance, type EntranceKind, userAgent } from './entrance.ts';
import { readReply } from './http.ts';

/** One call as the only one of a request for many: it must be answered as if it had come alone. */
export const manyCallsEntrance = {
  name: 'HTTP, many calls',
  tag: 'http',
  open: ({ url }: Pick<World, 'url'>): Entrance => ({
    async call(tool, input, { key, idempotencyKey }) {
      const response = await callMany(url, key, [{ tool, arguments: input, idempotencyKey }]);
      const raw = await response.text();
      // A refusal of the whole request is one of the call.
      if (response.status !== 200) return readReply(response, raw);
      const { answers, next } = JSON.parse(raw);
      expect([answers.length, next]).toEqual([1, null]);
      const [{ status, requestId, retryAfter, isReplay, body }] = answers;
      const headers = new Headers(response.headers);
      headers.set('X-Request-Id', requestId);
      if (isReplay) headers.set('Idempotency-Replayed', 'true');
      if (retryAfter !== undefined) headers.set('Retry-After', `${retryAfter}`);
      return readReply({ status, headers }, JSON.stringify(body));
    },
    async [Symbol.asyncDispose]() {},
  }),
} as const satisfies EntranceKind;

export async function callMany(url: string, key: string | undefined, calls: unknown): Promise<Response> {
  return await fetch(`${url}/v1/calls`, {
    method: 'POST',
    headers: {
      ...(key !== undefined && { Authorization: `Bearer ${key}` }),
      'Content-Type': 'application/json',
      'X-Gatehouse-Client': userAgent,
      'User-Agent': userAgent,
    },
    body: JSON.stringify({ calls }),
  });
}
