import { statusOf } from '@gatehouse/core';
import { parseExactly } from '@gatehouse/domain';
import type { Loose, World } from '../kit/world.ts';
import { type Entrance, type EntranceKind, errorReply, type Reply, userAgent } from './entrance.ts';

export const httpEntrance = {
  name: 'HTTP',
  tag: 'http',
  open: ({ url }: Pick<World, 'url'>): Entrance => ({
    async call(tool, input, { key, idempotencyKey }) {
      const response = await fetch(`${url}/v1/tools/${encodeURIComponent(tool)}`, {
        method: 'POST',
        headers: {
          ...(key !== undefined && { Authorization: `Bearer ${key}` }),
          ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
          'Content-Type': 'application/json',
          'X-Gatehouse-Client': userAgent,
          'User-Agent': userAgent,
        },
        ...(input !== undefined && { body: JSON.stringify(input) }),
      });
      return readReply(response, await response.text());
    },
    async [Symbol.asyncDispose]() {},
  }),
} as const satisfies EntranceKind;

export function readReply(response: Pick<Response, 'headers' | 'status'>, raw: string): Reply {
  const { headers, status } = response;
  const requestId = headers.get('X-Request-Id') ?? undefined;
  const body = parseExactly(raw) as Loose;
  const isReplay = headers.get('Idempotency-Replayed') === 'true';
  if (status === 200) return { code: 'ok', value: body, requestId, raw, isReplay, headers };
  const reply = errorReply(body.error, raw);
  const retryAfter = headers.get('Retry-After');
  const mayTryAgain = reply.code === 'internal_error' && retryAfter !== null;
  if (reply.code === 'ok' || status !== (mayTryAgain ? 503 : statusOf[reply.code]))
    throw new Error(`status ${status} does not go with ${raw}`);
  return { ...reply, requestId, isReplay, headers, ...(retryAfter !== null && { retryAfter: Number(retryAfter) }) };
}
