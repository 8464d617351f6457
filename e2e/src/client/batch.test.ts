import { type ClientOptions, createClient } from '@gatehouse/client';
import { describe, expect, it } from 'vitest';
import { openWorld, type World } from '../world.ts';

/** A client that joins calls, and the addresses that it asked; the first answers of the given number are lost. */
async function openJoining(world: World, { lost = 0, ...options }: Partial<ClientOptions> & { lost?: number } = {}) {
  const { key } = await world.createKey(world.owner, 'write');
  const asked: string[] = [];
  const watched: typeof fetch = async (input, init) => {
    asked.push(new URL(String(input)).pathname);
    const response = await fetch(input, init);
    if (lost-- <= 0) return response;
    await response.arrayBuffer();
    throw new TypeError('lost');
  };
  return { client: createClient({ baseUrl: world.url, key, batch: true, fetch: watched, ...options }), asked };
}

describe('a client that joins calls (D90)', () => {
  it('sends those of one moment in one request, and gives each its own answer', async () => {
    await using world = await openWorld();
    const { client, asked } = await openJoining(world);
    const titles = Array.from({ length: 40 }, (_, index) => `Note ${index}`);
    const made = await Promise.all(titles.map((title) => client.createDoc({ title, bodyMarkdown: `# ${title}\n` })));
    const read = await Promise.all(made.map(({ docId }) => client.readDoc({ docId })));
    expect(read.map(({ title }) => title)).toEqual(titles);
    expect(asked).toEqual(['/v1/calls', '/v1/calls']);
  });

  it('writes once however many answers are lost', async () => {
    await using world = await openWorld();
    const { client, asked } = await openJoining(world, { lost: 2 });
    await Promise.all(['one', 'two', 'three'].map((title) => client.createTask({ title })));
    expect((await client.listTasks()).map(({ title }) => title).toSorted()).toEqual(['one', 'three', 'two']);
    expect(asked.length).toBeGreaterThan(2);
  });

  it('fails each call for its own reason', async () => {
    await using world = await openWorld();
    const { client } = await openJoining(world);
    const [good, bad] = await Promise.allSettled([client.whoami(), client.readDoc({ docId: 'doc_none' })]);
    expect(good).toMatchObject({ status: 'fulfilled', value: { orgName: 'Acme' } });
    expect(bad).toMatchObject({ status: 'rejected', reason: { code: 'invalid_request', reason: 'no_such_item' } });
  });

  it('fails all of them as the gateway refuses the whole', async () => {
    await using world = await openWorld();
    const { client } = await openJoining(world, { key: 'gth_wrong' });
    const ended = await Promise.allSettled([client.whoami(), client.listTasks()]);
    expect(ended.map((one) => one.status === 'rejected' && one.reason.code)).toEqual(['unauthorized', 'unauthorized']);
  });

  it('has the calls behind one that is beyond the limit wait as it does', async () => {
    await using world = await openWorld({ callsPerMinute: 2 });
    const { client, asked } = await openJoining(world, { maxRetries: 0 });
    const ended = await Promise.allSettled(Array.from({ length: 5 }, () => client.whoami()));
    expect(ended.map((one) => (one.status === 'rejected' ? one.reason.code : 'ok'))).toEqual([
      'ok',
      'ok',
      ...Array(3).fill('rate_limited'),
    ]);
    expect(asked).toHaveLength(1);
  });

  it('sends the rest of more answers than fit into one request', async () => {
    await using world = await openWorld();
    const { client, asked } = await openJoining(world);
    const { docId } = await client.createDoc({ title: 'Long', bodyMarkdown: 'x'.repeat(250_000) });
    const read = await Promise.all(Array.from({ length: 60 }, () => client.readDoc({ docId })));
    expect(read.map(({ bodyMarkdown }) => bodyMarkdown?.length)).toEqual(Array(60).fill(250_000));
    expect(asked).toHaveLength(3);
  });

  it('lets one call be ended without the others', async () => {
    await using world = await openWorld();
    const { client } = await openJoining(world);
    const ending = new AbortController();
    const calls = Promise.allSettled([client.whoami({}, { signal: ending.signal }), client.whoami()]);
    ending.abort();
    expect((await calls).map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  });
});
