import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { createLineTransport } from './line-transport.ts';

it('delays a message until it may be served, and those after it, in order', async () => {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const ready = Promise.withResolvers<void>();
  const isListen = (message: object) => 'method' in message && message.method === 'subscriptions/listen';
  const seen: unknown[] = [];
  const onIncoming = (message: object) => (isListen(message) ? ready.promise : undefined);
  const transport = createLineTransport({ stdin, stdout, given: new Map(), onIncoming });
  transport.onmessage = (message) => void seen.push('method' in message && message.method);
  await transport.start();
  for (const method of ['ping', 'subscriptions/listen', 'tools/list', 'ping']) {
    stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: method, method, params: {} })}\n`);
  }
  await expect.poll(() => seen).toEqual(['ping']);
  await new Promise((resolve) => setImmediate(resolve));
  expect(seen).toEqual(['ping']);
  ready.resolve();
  await expect.poll(() => seen).toEqual(['ping', 'subscriptions/listen', 'tools/list', 'ping']);
  stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 'last', method: 'ping' })}\n`);
  await expect.poll(() => seen.length).toBe(5);
  await transport.close();
});
