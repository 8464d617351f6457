import { writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Loose } from '../kit/world.ts';
import { forEachEngine, openReplicas, type ReplicasWorld } from '../replicas/replicas-world.ts';
import { type ChangingService, openChangingService, reading, tool } from './changing-service.ts';

/** Connections that stay open: with several gateways, some of them to each. */
const held = 6;

interface Outcome {
  /** "ok", or why the call was refused. */
  outcome: string;
}

forEachEngine((engine) => {
  // Tests each engine and each number of gateways once by day, and every combination at night.
  const daily = engine.name === 'SQLite' ? 1 : 2;
  const numbers = [1, 2].map((count) => ({ count, tags: count === daily ? [] : ['nightly'] }));
  describe.for(numbers)('with $count gateway(s), a command takes effect at the next call (D32):', ({ count, tags }) => {
    let world: ReplicasWorld;
    let service: ChangingService;
    let agents: Agent[];
    beforeAll(async () => {
      service = await openChangingService([tool('one'), tool('list', reading)]);
      world = await openReplicas({ count, engine, variables: { GATEHOUSE_ALLOW_PRIVATE_SERVICES: '127.0.0.1' } });
      agents = Array.from({ length: held }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
      writeFileSync(world.place.secretFile('token'), 'the-first-token-of-all');
      writeFileSync(world.place.secretFile('second-token'), 'another-token-than-that');
      const access = ['--access', 'bearer', '--token-file', world.place.secretFile('token')];
      await command('add', '--service', 'svc', '--name', 'Service', '--url', service.url, '--organization', ...access);
      // From here on, every process has its own connection, with the tools that were listed when it was opened.
      expect(await everywhere('one')).toEqual(all('ok'));
    });
    afterAll(async () => {
      for (const agent of agents) agent.destroy();
      await world[Symbol.asyncDispose]();
      await service[Symbol.asyncDispose]();
    });

    const command = (...args: string[]): Promise<Loose> => world.place.json(['connections', ...args], { env: world.environment });
    const all = (outcome: string): Outcome[] => Array.from({ length: 2 * held }, () => ({ outcome }));

    /** The very next call over each connection, over HTTP on half of them first and over MCP on the others. */
    async function everywhere(name: string, more: { tool?: string } = {}): Promise<Outcome[]> {
      const outcomes: Outcome[] = [];
      for (const [index, agent] of agents.entries()) {
        const kinds = index % 2 === 0 ? [overHttp, overMcp] : [overMcp, overHttp];
        for (const call of kinds)
          outcomes.push({
            outcome: await call(world, agent, more.tool ?? 'execute_service_tool', { toolSlug: `svc__${name}`, arguments: { title: 'x' } }),
          });
      }
      return outcomes;
    }

    it('an approved tool runs immediately', { tags }, async () => {
      service.tools = [tool('one', { description: 'Does something else.' }), tool('list', reading)];
      expect(await command('test', 'svc')).toMatchObject({ reachable: true, held: ['one'] });
      expect(await everywhere('one')).toEqual(all('tool_held'));
      const before = service.calls.length;
      expect(await command('approve', 'svc', 'one')).toMatchObject({ approved: ['one'] });
      expect(await everywhere('one')).toEqual(all('ok'));
      expect(service.calls.length - before).toBe(2 * held);
    });

    it('a tool that another process listed runs, even if no one tested the connection', { tags }, async () => {
      service.tools = [tool('one', { description: 'Does a third thing.' }), tool('list', reading), tool('added')];
      // Only the process that receives the answer also receives this notification.
      service.announces = true;
      await overHttp(world, agents[0] as Agent, 'execute_service_tool', { toolSlug: 'svc__list', arguments: { title: 'x' } });
      service.announces = false;
      await expect.poll(async () => (await command('tools', 'svc')).tools.map(({ name }: Loose) => name)).toContain('added');
      expect(await everywhere('added')).toEqual(all('ok'));
      expect(await everywhere('one')).toEqual(all('tool_held'));
      await command('approve', 'svc');
      expect(await everywhere('one')).toEqual(all('ok'));
    });

    it('a mark', { tags }, async () => {
      const reads = { tool: 'execute_service_read_tool' };
      expect(await everywhere('one', reads)).toEqual(all('wrong_mode'));
      await command('mark', 'svc', 'one', 'read');
      expect(await everywhere('one', reads)).toEqual(all('ok'));
      await command('mark', 'svc', 'one', 'none');
      expect(await everywhere('one', reads)).toEqual(all('wrong_mode'));
    });

    it('a disabled and an enabled tool', { tags }, async () => {
      await command('switch', 'svc', 'one', 'off');
      expect(await everywhere('one')).toEqual(all('no_such_item'));
      await command('switch', 'svc', 'one', 'on');
      expect(await everywhere('one')).toEqual(all('ok'));
    });

    it('a pause and its end', { tags }, async () => {
      await command('pause', 'svc');
      expect(await everywhere('one')).toEqual(all('connection_paused'));
      await command('resume', 'svc');
      expect(await everywhere('one')).toEqual(all('ok'));
    });

    it('new credentials', { tags }, async () => {
      service.credentials.length = 0;
      await command('credentials', 'svc', '--access', 'bearer', '--token-file', world.place.secretFile('second-token'));
      expect(await everywhere('one')).toEqual(all('ok'));
      expect(new Set(service.credentials)).toEqual(new Set(['Bearer another-token-than-that']));
    });

    it('a test of a service that has returned', { tags }, async () => {
      const { url } = service;
      await service[Symbol.asyncDispose]();
      for (let round = 0; round < 2; round++) expect((await everywhere('one')).every(({ outcome }) => outcome !== 'ok')).toBe(true);
      service = await openChangingService(service.tools, Number(new URL(url).port));
      expect(await command('test', 'svc')).toMatchObject({ reachable: true, askedBy: 'gateway' });
      const answers = agents.map((agent) =>
        overHttp(world, agent, 'execute_service_tool', { toolSlug: 'svc__one', arguments: { title: 'x' } }),
      );
      expect(await Promise.all(answers)).toEqual(Array(held).fill('ok'));
    });
  });
});

async function overHttp({ url, key }: ReplicasWorld, agent: Agent, name: string, input: object): Promise<string> {
  const { error } = await post(`${url}/v1/tools/${name}`, input, key, agent);
  return error ? (error.reason ?? error.code) : 'ok';
}

async function overMcp({ url, key }: ReplicasWorld, agent: Agent, name: string, input: object): Promise<string> {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } };
  const { result } = await post(`${url}/mcp`, message, key, agent);
  // The text of a refusal begins with its code and reason.
  return result.isError ? (/^\w+(?:\/(\w+))?: /.exec(result.content[0].text)?.[1] ?? result.content[0].text) : 'ok';
}

function post(address: string, body: object, key: string, agent: Agent): Promise<Loose> {
  const headers = {
    Authorization: `Bearer ${key}`,
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
  };
  return new Promise((resolve, reject) => {
    const outgoing = request(address, { method: 'POST', agent, headers }, (incoming) => {
      let text = '';
      incoming.on('data', (chunk) => (text += chunk));
      incoming.once('error', reject);
      incoming.once('end', () => resolve(JSON.parse(text)));
    });
    outgoing.once('error', reject);
    outgoing.end(JSON.stringify(body));
  });
}
