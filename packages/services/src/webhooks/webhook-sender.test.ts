import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { AllowedRanges } from '../net/address-guard.ts';
import { createWebhookSender } from './webhook-sender.ts';

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

async function serve(listener: RequestListener, host = '127.0.0.1'): Promise<string> {
  const server = createServer(listener);
  server.listen(0, host);
  await once(server, 'listening');
  ends.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  return `http://${host}:${(server.address() as AddressInfo).port}/hook`;
}

function post(url: string, allowPrivate: AllowedRanges = ['127.0.0.1'], deadlineMs = 5000) {
  const sender = createWebhookSender({ allowPrivate, deadlineMs });
  ends.push(() => sender.close());
  return sender.post({ url, headers: { 'webhook-id': 'evt_1' }, body: '{"a":1}' });
}

describe('the sender of webhooks (D81)', () => {
  it('posts the body and headers unchanged, and treats every 2xx as a delivery', async () => {
    const seen: unknown[] = [];
    const url = await serve(async (request, response) => {
      seen.push([request.method, request.headers['webhook-id'], Buffer.concat(await request.toArray()).toString()]);
      response.writeHead(204).end();
    });
    expect(await post(url)).toEqual({ delivered: true });
    expect(seen).toEqual([['POST', 'evt_1', '{"a":1}']]);
  });

  it.each([301, 302, 307, 308])('follows no redirect: %i is a failure', async (status) => {
    let touched = 0;
    const victim = await serve((_, response) => {
      touched++;
      response.end();
    });
    const url = await serve((_, response) => void response.writeHead(status, { Location: victim }).end());
    expect(await post(url)).toEqual({ delivered: false, error: `status_${status}` });
    expect(touched).toBe(0);
  });

  it('reports the status of a refusal, and gives up if the receiver hangs or breaks off', async () => {
    expect(await post(await serve((_, response) => void response.writeHead(503).end()))).toEqual({ delivered: false, error: 'status_503' });
    expect(await post(await serve(() => {}), ['127.0.0.1'], 50)).toEqual({ delivered: false, error: 'timeout' });
    expect(await post(await serve((request) => void request.socket.destroy()))).toMatchObject({ delivered: false });
  });

  it('connects to no private address that is not allowed, and sends nothing unencrypted to a public one', async () => {
    let asked = 0;
    const url = await serve((_, response) => {
      asked++;
      response.end();
    });
    for (const address of [url, url.replace('127.0.0.1', 'localhost'), url.replace('127.0.0.1', '[::ffff:127.0.0.1]')])
      expect(await post(address, 'none')).toEqual({ delivered: false, error: 'unreachable' });
    expect(await post(url, ['10.0.0.0/8'])).toEqual({ delivered: false, error: 'unreachable' });
    expect(await post('http://1.1.1.1/hook', 'all', 2000)).toEqual({ delivered: false, error: 'unreachable' });
    expect(asked).toBe(0);
  });
});
