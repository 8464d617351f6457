import { describe, expect, it } from 'vitest';
import { entranceKinds, forEachEntrance, httpEntrance, mcpModernEntrance } from '../entrances/index.ts';
import { openWorld } from '../kit/world.ts';
import { openDesk } from './desk.ts';

describe('the limit over HTTP (D13)', () => {
  it('is reported with every tool answer, including refusals', async () => {
    await using desk = await openDesk({ callsPerMinute: 240 });
    const told = async (tool: string, input?: unknown) => {
      const { headers } = await desk.reply(tool, input);
      return [headers?.get('ratelimit-policy'), headers?.get('ratelimit')];
    };
    expect(await told('whoami')).toEqual(['"calls";q=240;w=60', '"calls";r=239;t=60']);
    expect(await told('no_such_tool')).toEqual(['"calls";q=240;w=60', '"calls";r=238;t=60']);
    desk.clock.now += 10_500;
    expect(await told('read_doc', { docId: 'x' })).toEqual(['"calls";q=240;w=60', '"calls";r=237;t=50']);
    expect((await desk.reply('whoami', {}, 'gth_bad')).headers?.get('ratelimit')).toBeNull();
  });

  it('adds Retry-After, rounded up, and states the seconds in words', async () => {
    await using desk = await openDesk({ callsPerMinute: 2 });
    await desk.ok('whoami');
    desk.clock.now += 20_001;
    await desk.ok('whoami');
    const { code, message, headers, retryAfter } = await desk.reply('whoami');
    expect([code, retryAfter]).toEqual(['rate_limited', 40]);
    expect(message).toContain('wait 40 seconds');
    expect(headers?.get('ratelimit')).toBe('"calls";r=0;t=40');
  });

  it('frees each call 60 seconds after it was made', async () => {
    await using desk = await openDesk({ callsPerMinute: 3 });
    for (let call = 0; call < 3; call++) {
      await desk.ok('whoami');
      desk.clock.now += 1000;
    }
    desk.clock.now += 57_000 - 1;
    expect(await desk.refused('whoami')).toBe('rate_limited');
    desk.clock.now += 1;
    await desk.ok('whoami');
    expect(await desk.refused('whoami')).toBe('rate_limited');
  });

  it('counts calls with any outcome, but not those that it refuses', async () => {
    await using desk = await openDesk({ callsPerMinute: 2 });
    await desk.reply('no_such_tool');
    await desk.reply('delete_doc', { nope: 1 });
    for (let call = 0; call < 5; call++) expect(await desk.refused('whoami')).toBe('rate_limited');
    desk.clock.now += 60_000;
    await desk.ok('whoami');
    await desk.ok('whoami');
  });

  it('is separate for each key', async () => {
    await using desk = await openDesk({ callsPerMinute: 1 });
    await desk.ok('whoami');
    await desk.ok('whoami', {}, desk.readKey);
    expect(await desk.refused('whoami')).toBe('rate_limited');
  });

  it('refuses a second full minute right after the first', async () => {
    await using desk = await openDesk({ callsPerMinute: 50 });
    const burst = async () => {
      const replies = await Promise.all(Array.from({ length: 50 }, () => desk.reply('whoami')));
      return replies.filter(({ code }) => code === 'ok').length;
    };
    desk.clock.now = Date.UTC(2026, 0, 1, 12, 0, 59, 999);
    expect(await burst()).toBe(50);
    desk.clock.now += 2;
    expect(await burst()).toBe(0);
  });
});

it('is one limit for both entrances: 120 calls through each, then both refuse (D13)', async () => {
  await using world = await openWorld({ callsPerMinute: 240 });
  await using http = httpEntrance.open(world);
  await using mcp = mcpModernEntrance.open(world);
  const { key } = await world.createKey(world.owner, 'read');
  const calls = Array.from({ length: 120 }, () => [http.call('whoami', {}, { key }), mcp.call('whoami', {}, { key })]).flat();
  expect((await Promise.all(calls)).filter(({ code }) => code !== 'ok')).toEqual([]);
  for (const kind of entranceKinds) {
    await using entrance = kind.open(world);
    expect((await entrance.call('whoami', {}, { key })).code).toBe('rate_limited');
  }
});

forEachEntrance((kind) => {
  it('accepts a refused caller after the stated wait (D13)', async () => {
    await using world = await openWorld({ callsPerMinute: 3 });
    await using entrance = kind.open(world);
    const { key } = await world.createKey(world.owner, 'read');
    for (const pause of [0, 1, 7_777, 33_333]) {
      world.clock.now += pause;
      let reply = await entrance.call('whoami', {}, { key });
      while (reply.code === 'ok') reply = await entrance.call('whoami', {}, { key });
      expect(reply.code).toBe('rate_limited');
      world.clock.now += reply.retryAfter! * 1000;
      expect((await entrance.call('whoami', {}, { key })).code).toBe('ok');
    }
  });
});
