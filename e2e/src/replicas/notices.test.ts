import { spawn } from 'node:child_process';
import { median, promptMs, type TestDatabase } from '@gatehouse/storage/testing';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { program, type Running } from '../cli/command.ts';
import { openListening } from '../mcp/listen.ts';
import { openConnection } from './connection.ts';
import { type GatewaysWorld, openGateways } from './gateways-world.ts';
import { forEachEngine } from './replicas-world.ts';

/** Keeps a stream open: without a subscription it would end at once. */
const anyUri = 'gatehouse://docs/doc_none';

forEachEngine((engine) => {
  let world: GatewaysWorld;
  let key: string;

  beforeAll(async () => {
    world = await openGateways(engine, 4);
    ({ key } = await world.createKey());
  });
  afterAll(async () => await world[Symbol.asyncDispose]());

  const mcpOf = ({ url }: Running) => `${url}/mcp`;
  const at = (index: number) => world.gateways[index] as Running;

  it('a document that is changed through one gateway is reported by another, promptly and once', async () => {
    await using writer = connect(at(0));
    const { docId } = (await writer.call('create_doc', { title: 'Watched' })).body;
    const uri = `gatehouse://docs/${docId}`;
    const stream = await openListening(mcpOf(at(1)), key, [uri]);
    const delays: number[] = [];
    for (let change = 0; change < 7; change++) {
      const changed = performance.now();
      await writer.call('append_doc', { docId, text: 'more' });
      expect(await stream.next()).toMatchObject({ method: 'notifications/resources/updated', params: { uri } });
      delays.push(performance.now() - changed);
    }
    expect(median(delays)).toBeLessThan(promptMs);
  });

  it('streams of a revoked key end everywhere immediately, those of others do not (D10)', async () => {
    const others = await Promise.all(world.gateways.map((gateway) => openListening(mcpOf(gateway), key, [anyUri])));
    const othersOver = Promise.race(others.map(({ over }) => over())).then(() => 'over');
    const slowest: number[] = [];
    for (let round = 0; round < 5; round++) {
      const { key: revoked, keyId } = await world.createKey();
      const streams = await Promise.all(world.gateways.map((gateway) => openListening(mcpOf(gateway), revoked, [anyUri])));
      const ended = Promise.all(streams.map(({ over }) => over().then(() => performance.now())));
      await world.asOwner('revoke_key', { keyId });
      const revokedAt = performance.now();
      slowest.push(Math.max(...(await ended)) - revokedAt);
    }
    expect(median(slowest)).toBeLessThan(promptMs);
    expect(await Promise.race([othersOver, Promise.resolve('open')])).toBe('open');
  });

  it('streams end when the person of their key is removed, and when the key expires', async () => {
    const { person, email } = await world.addPerson();
    const { key: ofPerson } = await world.createKey({ person });
    const { key: expiring } = await world.createKey({ expiresAt: Date.now() + 6000 });
    const [removed, expired] = [
      await openListening(mcpOf(at(1)), ofPerson, [anyUri]),
      await openListening(mcpOf(at(2)), expiring, [anyUri]),
    ];
    await world.asOwner('remove_person', { email });
    await removed.over();
    await expired.over();
  });

  it('activity --follow shows each call of all gateways once, while they all write', async () => {
    const env = { PATH: process.env.PATH, GATEHOUSE_DATA: world.place.data, ...world.environment };
    const child = spawn(process.execPath, [program, 'activity', '--follow', '--json', '--org', 'Acme', '--limit', '1'], { env });
    onTestFinished(() => void child.kill('SIGKILL'));
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => (text += chunk));
    const seen = () =>
      text
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line).requestId as string);
    const over = new Promise((resolve) => child.once('close', resolve));
    await expect.poll(() => seen().length).toBeGreaterThan(0);
    const delays: number[] = [];
    await using single = connect(at(3));
    for (let call = 0; call < 5; call++) {
      const { requestId } = await single.call('whoami', {});
      const answeredAt = performance.now();
      await expect.poll(seen, { interval: 5 }).toContain(requestId);
      delays.push(performance.now() - answeredAt);
    }
    expect(median(delays)).toBeLessThan(promptMs);
    const connections = world.gateways.flatMap((gateway) => [connect(gateway), connect(gateway)]);
    const answered: string[] = [];
    const calls = connections.map(async (connection, caller) => {
      for (let call = 0; call < 25; call++) {
        const { requestId } = await connection.call(
          call % 2 === 0 ? 'create_doc' : 'whoami',
          call % 2 === 0 ? { title: `${caller} ${call}` } : {},
        );
        answered.push(requestId);
      }
    });
    await Promise.all(calls);
    const mine = () => seen().filter((id) => answered.includes(id));
    await expect.poll(() => new Set(mine()).size).toBe(answered.length);
    child.kill('SIGINT');
    expect(await over).toBe(0);
    expect(mine().sort()).toEqual(answered.sort());
    for (const connection of connections) await connection[Symbol.asyncDispose]();
  });

  it.skipIf(engine.name === 'SQLite')('changes made while no gateway listens are reported when they listen again', async () => {
    await using writer = connect(at(0));
    const { docId } = (await writer.call('create_doc', { title: 'Watched on' })).body;
    const stream = await openListening(mcpOf(at(1)), key, [`gatehouse://docs/${docId}`]);
    const { run } = world.database as TestDatabase;
    const awaited = () => run("select 1 from pg_locks where locktype = 'advisory' and mode = 'ShareLock' and granted");
    for (let time = 0; time < 2; time++) {
      await expect.poll(awaited).not.toEqual([]);
      const ended = await run(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'gatehouse listener' and datname = current_database()",
      );
      expect(ended).not.toEqual([]);
      await writer.call('append_doc', { docId, text: 'more' });
      expect(await stream.next()).toMatchObject({ method: 'notifications/resources/updated' });
    }
  });

  function connect(gateway: Running) {
    const connection = openConnection(gateway.url);
    return {
      async call(tool: string, input: object) {
        const answer = await connection.call(tool, input, key);
        expect(answer.status, JSON.stringify(answer.body)).toBe(200);
        return answer;
      },
      async [Symbol.asyncDispose]() {
        connection[Symbol.dispose]();
      },
    };
  }
});
