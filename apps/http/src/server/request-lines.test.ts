import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, it } from 'vitest';
import { type AnsweredRequest, createRequestLines } from './request-lines.ts';

async function serve() {
  const told: AnsweredRequest[] = [];
  const lines = createRequestLines((request) => told.push(request));
  const server = createServer((incoming, outgoing) => {
    lines.begin(incoming, outgoing);
    lines.name(outgoing, `req_${told.length}`);
    if (incoming.url !== '/healthz') outgoing.writeHead(404).end();
    else if (incoming.method === 'GET') outgoing.end('ok');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return { told, port, url: `http://127.0.0.1:${port}`, [Symbol.dispose]: () => void server.close().closeAllConnections() };
}

it('logs each answer once, with its route and nothing of its caller (D83)', async () => {
  using server = await serve();
  const secret = 'gth_4fGh7Kq2secretsecret';
  for (const path of [
    '/healthz',
    `/v1/downloads/${secret}`,
    `/oauth/token?code=${secret}`,
    `/v1/tools/${secret}`,
    `/${secret}`,
    '/v1/tools/read_doc',
  ])
    await (await fetch(`${server.url}${path}`, { headers: { Authorization: `Bearer ${secret}` } })).text();
  await expect.poll(() => server.told).toHaveLength(6);
  expect(server.told.map(({ method, route, status }) => [method, route, status])).toEqual([
    ['GET', '/healthz', 200],
    ['GET', '/v1/downloads/:token', 404],
    ['GET', '/oauth/*', 404],
    ['GET', '/v1/tools/:name', 404],
    ['GET', 'unknown', 404],
    ['GET', '/v1/tools/read_doc', 404],
  ]);
  expect(server.told.every(({ durationMs, requestId }) => durationMs >= 0 && requestId?.startsWith('req_'))).toBe(true);
  expect(JSON.stringify(server.told)).not.toContain('secret');
});

it('logs status 0 for a request that broke off before its answer', async () => {
  using server = await serve();
  const socket = connect(server.port, '127.0.0.1');
  socket.write('POST /healthz HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\n');
  await once(socket, 'connect');
  socket.destroy();
  await expect.poll(() => server.told).toMatchObject([{ method: 'POST', route: '/healthz', status: 0 }]);
});
