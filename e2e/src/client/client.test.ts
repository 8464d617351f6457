import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient, GatehouseError } from '@gatehouse/client';
import { describe, expect, it } from 'vitest';
import { openWorld, type World } from '../kit/world.ts';

const { version } = JSON.parse(readFileSync(new URL('../../../packages/client/package.json', import.meta.url), 'utf8'));

async function openClient(world: World, options: Partial<Parameters<typeof createClient>[0]> = {}) {
  const { key } = await world.createKey(world.owner, 'write');
  return createClient({ baseUrl: world.url, key, ...options });
}

/** The platform's fetch, which loses answers: each fault is for one request. `after` has it done first. */
function losing(faults: ('before' | 'after' | undefined)[]) {
  const keys: (string | null)[] = [];
  const lossy: typeof fetch = async (input, init) => {
    keys.push(new Headers(init?.headers).get('idempotency-key'));
    const fault = faults.shift();
    if (fault === 'before') throw new TypeError('lost');
    const response = await fetch(input, init);
    if (fault !== 'after') return response;
    await response.arrayBuffer();
    throw new TypeError('lost');
  };
  return { fetch: lossy, keys };
}

/** A server that gives these answers in turn, and counts requests. */
async function answering(answers: { status: number; headers?: Record<string, string>; body: string }[]) {
  let requests = 0;
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      const { status, headers, body } = answers[Math.min(requests++, answers.length - 1)] as (typeof answers)[number];
      response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    get requests() {
      return requests;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const failure = (code: string) => JSON.stringify({ error: { code, message: 'no', reason: 'overloaded' } });

describe('the client', () => {
  it('writes once although answers are lost, and uses a new key for each write', async () => {
    await using world = await openWorld();
    const { fetch, keys } = losing(['after', 'before', 'after', undefined]);
    const client = await openClient(world, { fetch });
    const { taskId } = await client.createTask({ title: 'Once' });
    expect((await client.listTasks()).map((task) => [task.taskId, task.title])).toEqual([[taskId, 'Once']]);
    expect(keys.slice(0, 4)).toEqual(Array(4).fill(keys[0]));
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(keys[4]).toBeNull();
    await client.createTask({ title: 'Twice' });
    expect(keys[5]).not.toBe(keys[0]);
    const { activity } = await world.as(world.owner, 'list_activity', { tool: 'create_task' });
    expect(activity[0]).toMatchObject({ entrance: 'http', sdk: `gatehouse-typescript/${version}` });
  });

  it('throws errors with code, reason and request id', async () => {
    await using world = await openWorld();
    const client = await openClient(world);
    const error = await client.readDoc({ docId: 'doc_none' }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(GatehouseError);
    expect(error).toMatchObject({
      code: 'invalid_request',
      reason: 'no_such_item',
      status: 400,
      requestId: expect.stringMatching(/^req_/),
    });
    expect((error as GatehouseError).isFor('stale_version', 'no_such_item')).toBe(true);
    expect((error as GatehouseError).isFor('stale_version')).toBe(false);
  });

  it.each([
    [429, 'rate_limited', 2],
    [500, 'internal_error', 2],
    [503, 'internal_error', 2],
    [502, 'service_error', 1],
    [400, 'invalid_request', 1],
  ])('makes %i %s in %i attempts', async (status, code, requests) => {
    await using server = await answering([
      { status, headers: { 'Retry-After': '0', 'X-Request-Id': 'req_1' }, body: failure(code) },
      { status: 200, body: '{"docId":"doc_1","versionCount":1}' },
    ]);
    const outcome = await createClient({ baseUrl: server.url, key: 'k' })
      .createDoc({ title: 'A' })
      .catch((error: unknown) => error);
    expect(server.requests).toBe(requests);
    if (requests === 2) expect(outcome).toEqual({ docId: 'doc_1', versionCount: 1 });
    else expect(outcome).toMatchObject({ code, status, requestId: 'req_1', retryAfterMs: 0 });
  });

  it('gives up after its retries, and reports the answer of a proxy that is not a gateway', async () => {
    await using server = await answering([{ status: 503, headers: { 'Retry-After': '0' }, body: failure('internal_error') }]);
    const client = createClient({ baseUrl: server.url, key: 'k', maxRetries: 2 });
    await expect(client.whoami()).rejects.toMatchObject({ code: 'internal_error', reason: 'overloaded', status: 503 });
    expect(server.requests).toBe(3);
    await using proxy = await answering([{ status: 404, body: '<html>' }]);
    await expect(createClient({ baseUrl: proxy.url, key: 'k' }).whoami()).rejects.toMatchObject({ code: 'unreadable_answer', status: 404 });
  });

  it('ends at its time limit or on abort, even while it waits for another attempt', async () => {
    await using server = await answering([{ status: 429, headers: { 'Retry-After': '60' }, body: failure('rate_limited') }]);
    const client = createClient({ baseUrl: server.url, key: 'k' });
    await expect(client.whoami({}, { timeoutMs: 100 })).rejects.toMatchObject({ code: 'timed_out' });
    const end = new AbortController();
    const call = client.whoami({}, { signal: end.signal });
    end.abort(new Error('enough'));
    await expect(call).rejects.toThrow('enough');
  });

  it('reads lists to their end, page by page', async () => {
    await using world = await openWorld();
    const client = await openClient(world);
    const { id: folderId } = await client.createFolder({ name: 'Ours' });
    for (const title of ['One', 'Two', 'Three']) await client.createDoc({ title, folderId });
    for (const title of ['a', 'b', 'c']) await client.createTask({ title });
    const titles: string[] = [];
    for await (const { title } of client.each('list_docs', { folderId, limit: 2, order: 'created' })) titles.push(title);
    for await (const { title } of client.each('list_tasks', { limit: 2 })) titles.push(title);
    expect(titles.toSorted()).toEqual(['One', 'Three', 'Two', 'a', 'b', 'c']);
  });

  it('follows a list: all of it, then changed and removed entries, each once', async () => {
    await using world = await openWorld();
    const client = await openClient(world);
    const { id: folderId } = await client.createFolder({ name: 'Ours' });
    const { docId } = await client.createDoc({ title: 'First', folderId });
    const end = new AbortController();
    const rounds = client.follow('list_docs', { folderId }, { intervalMs: 5, signal: end.signal });
    const next = async () => (await rounds.next()).value;
    expect(await next()).toMatchObject({ changed: [{ id: docId, title: 'First' }], gone: [] });
    world.clock.now += 1000;
    const second = await client.createDoc({ title: 'Second', folderId });
    expect(await next()).toMatchObject({ changed: [{ id: second.docId }], gone: [] });
    world.clock.now += 1000;
    await client.deleteDoc({ docId });
    expect(await next()).toMatchObject({ changed: [], gone: [docId] });
    const waiting = next();
    end.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
  });

  it('sends and downloads bytes as streams, reports progress, and continues after a lost connection', async () => {
    await using world = await openWorld();
    let cuts = 2;
    const cutting: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      if (!`${input}`.includes('/downloads/') || cuts-- <= 0) return response;
      return new Response(cutAfter(response, 100_000), response);
    };
    const client = await openClient(world, { fetch: cutting });
    const data = crypto.getRandomValues(new Uint8Array(60_000));
    const bytes = new Uint8Array(300_000).map((_, index) => data[index % data.length] ?? 0);
    const sent: number[] = [];
    const { id, sizeBytes } = await client.upload({ name: 'a.bin', data: bytes, onProgress: ({ doneBytes }) => sent.push(doneBytes) });
    expect(sizeBytes).toBe(bytes.length);
    expect(sent.at(-1)).toBe(bytes.length);
    expect(sent.length).toBeGreaterThan(3);
    const { downloadUrl } = await client.readFile({ fileId: id });
    const fetched: number[] = [];
    const { stream, totalBytes } = await client.download(downloadUrl ?? '', { onProgress: ({ doneBytes }) => fetched.push(doneBytes) });
    expect(totalBytes).toBe(bytes.length);
    expect(Buffer.compare(Buffer.from(await new Response(stream).arrayBuffer()), Buffer.from(bytes))).toBe(0);
    expect(fetched.at(-1)).toBe(bytes.length);
    expect(cuts).toBe(-1);
  });
});

/** The first bytes of an answer, then a lost connection. */
function cutAfter({ body }: Response, most: number): ReadableStream<Uint8Array> {
  let passed = 0;
  const cut = new TransformStream<Uint8Array, Uint8Array>({
    transform(part, controller) {
      if (passed < most) controller.enqueue(part.subarray(0, most - passed));
      passed += part.length;
      if (passed >= most) controller.error(new TypeError('lost'));
    },
  });
  return (body as ReadableStream<Uint8Array>).pipeThrough(cut);
}
