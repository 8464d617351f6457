import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { openDocumentFetch } from './document-fetch.ts';

const ends: (() => Promise<unknown>)[] = [];

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function open(allowPrivate: 'all' | 'none', deadlineMs = 5000) {
  const documents = openDocumentFetch({ allowPrivate, deadlineMs, maxBytes: 1000 });
  ends.push(() => documents.close());
  return documents;
}

describe('a document at an address from an unknown caller', () => {
  afterEach(async () => {
    for (const end of ends.splice(0)) await end();
  });

  it('is returned unchanged, without following a redirect', async () => {
    const visited: string[] = [];
    const url = await serve(({ url: path = '', headers }, response) => {
      visited.push(`${path} ${headers.accept}`);
      if (path === '/moved') response.writeHead(302, { Location: '/document' }).end();
      else response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"a":1}');
    });
    const { get } = open('all');
    expect(await (await get(`${url}/document`)).json()).toEqual({ a: 1 });
    expect((await get(`${url}/moved`)).status).toBe(302);
    expect(visited).toEqual(['/document application/json', '/moved application/json']);
  });

  it('is given up if it is large or slow', async () => {
    const large = await serve((_, response) => void response.end('x'.repeat(1001)));
    await expect(open('all').get(large)).rejects.toThrow();
    const slow = await serve((_, response) => void response.write('x'));
    await expect(open('all', 50).get(slow)).rejects.toThrow();
  });

  it('is not requested from a private address', async () => {
    let asked = 0;
    const url = await serve((_, response) => {
      asked++;
      response.end('{}');
    });
    await expect(open('none').get(url)).rejects.toThrow();
    expect(asked).toBe(0);
  });
});
