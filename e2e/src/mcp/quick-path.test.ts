import { request } from 'node:http';
import { createBodies } from '@gatehouse/entrance';
import { createHttpEntrance, createMetrics, openHttpServer } from '@gatehouse/http';
import { createMcpEntrance } from '@gatehouse/mcp';
import { expect, it } from 'vitest';
import { openWorld, type World, type WorldOptions } from '../kit/world.ts';
import { sessionIdOf } from './initialize.ts';
import { messageVariants, type Variant } from './message-variants.ts';

/** One of two worlds that differ in how their MCP entrance answers. */
interface Side extends AsyncDisposable {
  world: World;
  /** Number of key lookups before a call. The quick path makes none. */
  lookups: number;
  port: number;
  known: Record<string, string>;
}

async function openSide(isQuick: boolean, options: WorldOptions = {}): Promise<Side> {
  const world = await openWorld(options);
  const metrics = createMetrics();
  const report = (error: unknown) => void world.faults.push(error);
  const identify: World['gateway']['identify'] = (credential) => {
    side.lookups += 1;
    return world.gateway.identify(credential);
  };
  const bodies = createBodies();
  const { app } = createHttpEntrance({ gateway: world.gateway, metrics, report, bodies });
  const mcp = createMcpEntrance({ gateway: { ...world.gateway, identify }, report, bodies, version: '1.0.0', isQuick });
  app.all('/mcp', (c) => mcp.handle(c.req.raw, c.env));
  const server = await openHttpServer({ fetch: app.fetch, host: '127.0.0.1', port: 0, metrics, report });
  const { key: revoked, keyId } = await world.createKey(world.owner, 'write');
  await world.as(world.owner, 'revoke_key', { keyId });
  // Newer than the starter documents, whose order is that of their identifiers.
  world.clock.now += 1000;
  const service = { service: 'github', name: 'GitHub', kind: 'mcp-http', url: 'https://service.example/mcp', visibility: 'organization' };
  await world.as(world.owner, 'add_connection', service);
  const bodyMarkdown = '# "Plan"\r\n\nÜnïcode \u2028 </script> \\ 😀\n';
  const { docId } = await world.as(world.owner, 'create_doc', { title: 'Plan', bodyMarkdown });
  const { id: picture } = await world.as(world.owner, 'write_file', { name: 'dot.png', contentBase64: 'iVBORw0KGgoAAAANSUhEUg==' });
  const { key } = await world.createKey(world.owner, 'write');
  const side: Side = {
    world,
    lookups: 0,
    port: server.address.port,
    known: {
      '{write}': key,
      '{read}': (await world.createKey(world.owner, 'read')).key,
      '{revoked}': revoked,
      '{doc}': docId,
      '{picture}': picture,
    },
    async [Symbol.asyncDispose]() {
      await mcp.close();
      await server.drain();
      await world[Symbol.asyncDispose]();
    },
  };
  side.known['{session}'] = await sessionIdOf(`http://127.0.0.1:${side.port}/mcp`, key);
  return side;
}

interface Seen {
  status: number | undefined;
  headers: Record<string, unknown>;
  body: string;
}

function send({ port, known }: Side, { name, method, headers, body }: Variant): Promise<Seen> {
  const fill = (text: string) => text.replace(/\{(?:write|read|revoked|session|doc|picture)\}/g, (name) => known[name] as string);
  const bytes = typeof body === 'string' ? Buffer.from(fill(body)) : body;
  const raw = [...headers, ['Content-Length', String(bytes.length)], ['Connection', 'close']].flatMap(([name = '', value = '']) => [
    name,
    fill(value),
  ]);
  return new Promise((resolve, reject) => {
    const sent = request({ port, method, path: '/mcp', headers: raw as never, setHost: false }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () => resolve({ status: answer.statusCode, headers: answer.headers, body: Buffer.concat(chunks).toString() }));
    });
    sent.on('error', (cause) => reject(new Error(`sending ${name}: ${cause.message}`, { cause })));
    sent.end(bytes);
  });
}

/** Replaces parts that differ in every answer: request IDs, keys, cursors and addresses. Numbers other IDs in the order of appearance. */
function neutral(): (text: string) => string {
  const seen = new Map<string, string>();
  const number = (id: string) => {
    if (!seen.has(id)) seen.set(id, `id ${seen.size}`);
    return seen.get(id) as string;
  };
  const cursor = /(nextCursor\\*":\\*")[\w-]+/g;
  return (text) =>
    text
      .replace(/\breq_[0-9a-z]{26}/g, 'request')
      .replace(/gth_\w{8}/g, 'key')
      .replace(cursor, '$1')
      .replace(/http:\/\/127\.0\.0\.1:\d+\/app\//g, 'page of ')
      .replace(/http:\/\/127\.0\.0\.1:\d+\/v1\/downloads\/[\w.-]+/g, 'download')
      .replace(/\b[a-z]+_[0-9a-z]{26}\b/g, number);
}

async function runThrough(side: Side, variants: Variant[]) {
  const same = neutral();
  const seen: (Seen & { name: string })[] = [];
  const lookedUp: boolean[] = [];
  for (const variant of variants) {
    const before = side.lookups;
    side.world.clock.now += 1000;
    const { status, headers, body } = await send(side, variant);
    const { date: _, 'x-request-id': requestId, ...kept } = headers;
    expect(requestId, variant.name).toMatch(/^req_[0-9a-z]{26}$/);
    seen.push({
      name: variant.name,
      status,
      headers: { ...kept, 'content-length': kept['content-length'] !== undefined },
      body: same(body),
    });
    lookedUp.push(side.lookups > before);
  }
  const rows = (await side.world.activity()).reverse();
  const log = rows.map(({ durationMicros: _, serviceMicros, ...row }) => same(JSON.stringify({ ...row, outside: serviceMicros !== null })));
  return { seen, lookedUp, log, faults: side.world.faults };
}

it('answers and logs like the SDK, to the byte, for any message', async () => {
  await using quick = await openSide(true);
  await using slow = await openSide(false);
  const variants = messageVariants(200);
  const [left, right] = await Promise.all([runThrough(quick, variants), runThrough(slow, variants)]);
  expect(left.seen).toEqual(right.seen);
  expect(left.log).toEqual(right.log);
  expect([left.faults, right.faults]).toEqual([[], []]);
  expect(left.log.filter((row) => row.includes('"named-before"')).length).toBeGreaterThan(3);
  // The comparison says something only if both ways were gone, and often.
  const called = (side: typeof left) =>
    side.seen.filter(({ status, body }, index) => status === 200 && body.includes('"result"') && !side.lookedUp[index]);
  expect(called(right)).toEqual([]);
  expect(called(left).length).toBeGreaterThan(300);
  expect(left.lookedUp.filter(Boolean).length).toBeGreaterThan(600);
});

it('refuses calls beyond the limit like the SDK (D13)', async () => {
  await using quick = await openSide(true, { callsPerMinute: 3 });
  await using slow = await openSide(false, { callsPerMinute: 3 });
  const variants = messageVariants(0).filter(({ name }) => / whoami \{\} read$/.test(name));
  const [left, right] = await Promise.all([runThrough(quick, variants), runThrough(slow, variants)]);
  expect(left.seen.at(-1)?.body).toContain('"retryAfterSeconds"');
  expect(left.seen).toEqual(right.seen);
  expect(left.log).toEqual(right.log);
});
