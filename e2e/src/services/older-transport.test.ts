import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { plantedEverywhere, tracesOf } from '../secrets/planted.ts';
import { type OldServer, openOldServer } from './old-server.ts';
import { openServiceWorld, refusalOf, resultOf, type ServiceWorld } from './service-world.ts';

let world: ServiceWorld;
let server: OldServer;
let connected = 0;
beforeAll(async () => {
  world = await openServiceWorld({ deadlineMs: 5000, connectMs: 3000 });
});
afterAll(async () => {
  expect(world.faults).toEqual([]);
  await world[Symbol.asyncDispose]();
});
beforeEach(async () => {
  const opened = await openOldServer();
  server = opened;
  return () => opened[Symbol.asyncDispose]();
});

async function connect(): Promise<string> {
  const service = `old-${connected++}`;
  await world.addHttp(service, server.url);
  return service;
}

const echoed = async (service: string, message: string) => resultOf(await world.run(`${service}__echo`, { message })).content[0].text;

describe('a server of the older transport, HTTP with SSE (D31)', () => {
  it('is detected, with one stream for all calls', async () => {
    const service = await connect();
    const messages = Array.from({ length: 20 }, (_, index) => String(index));
    expect(await Promise.all(messages.map((message) => echoed(service, message)))).toEqual(messages);
    // One stream for the listing and one for the calls. The second connection does not try the newer transport again.
    expect([server.streams, server.refused]).toEqual([2, expect.any(Number)]);
    const { refused } = server;
    server.endStreams();
    expect(await echoed(service, 'again')).toBe('again');
    expect([server.streams, server.refused]).toEqual([3, refused]);
  });

  it('fails the running call immediately if its streams end, and is reconnected for the next one', async () => {
    const service = await connect();
    const hanging = world.run(`${service}__hang`);
    await expect.poll(() => server.calls).toContain('hang');
    server.endStreams();
    expect(refusalOf(await hanging)).toMatchObject({ reason: 'service_failed', message: expect.stringContaining('broke off') });
    expect(await echoed(service, 'after')).toBe('after');
    server.forgetStreams();
    expect(await echoed(service, 'with another stream')).toBe('with another stream');
  });

  it('is connected with the version that it names if it refuses ours and we support its version', async () => {
    server.fault = 'an unsupported version';
    const service = await connect();
    expect(await echoed(service, 'first')).toBe('first');
    server.endStreams();
    expect(await echoed(service, 'again')).toBe('again');
  });

  it.each(['no-endpoint', 'never-an-endpoint', 'no-stream'])('is refused in time if it starts with %s', async (fault) => {
    server.fault = fault;
    await expect(connect()).rejects.toMatchObject({ code: 'service_error' });
  });

  it('is disconnected if it keeps sending without requests', async () => {
    const service = await connect();
    expect(await echoed(service, 'first')).toBe('first');
    const before = server.streams;
    server.pour();
    await expect.poll(() => server.open).toBe(0);
    expect(await echoed(service, 'second')).toBe('second');
    expect(server.streams).toBe(before + 1);
  });
});

describe('a credential goes only to the server (D36), even if it sends:', () => {
  const traces = plantedEverywhere.flatMap(tracesOf);
  it.each([
    'an endpoint elsewhere',
    'an endpoint elsewhere without a scheme',
    'an endpoint with backslashes',
    'an endpoint with a user name',
    'a stream that is a redirect',
    'an endpoint that is a redirect',
    'messages that are redirects',
    'an authorization server in its refusal',
  ])('%s', async (fault) => {
    server.fault = fault;
    await connect()
      .then((service) => world.run(`${service}__echo`, { message: 'x' }))
      .catch((error) => expect(error).toMatchObject({ code: 'service_error' }));
    expect(server.requests.length).toBeGreaterThan(0);
    const arrived = server.stolen.filter((request) => traces.some(({ bytes }) => Buffer.from(request).includes(bytes)));
    expect(arrived).toEqual([]);
    expect(server.stolen).toEqual([]);
  });
});
