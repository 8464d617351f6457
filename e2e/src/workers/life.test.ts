import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { openPlace } from '../cli/command.ts';
import { isAlive } from '../is-alive.ts';
import { startLoad } from '../processes/load.ts';
import { findLostIn } from '../processes/lost-calls.ts';
import { openConnection } from './connection.ts';
import { openWorkers } from './workers-world.ts';

const sqlite = { name: 'SQLite' };
const promisedMs = 25_000 + 35_000;

describe('gatehouse start --workers', () => {
  it.each([
    { args: ['--workers', '0'], env: {}, says: '--workers must be a whole number from 1 to 64, not "0"' },
    { args: ['--workers', 'two'], env: { GATEHOUSE_WORKERS: '2' }, says: '--workers must be a whole number from 1 to 64, not "two"' },
    { args: [], env: { GATEHOUSE_WORKERS: '1.5' }, says: 'GATEHOUSE_WORKERS must be a whole number from 1 to 64, not "1.5"' },
  ])('$args $env: exit code 2', async ({ args, env, says }) => {
    using place = openPlace();
    expect(await place.run(['start', ...args], { env })).toEqual({ code: 2, stdout: '', stderr: `gatehouse: ${says}\n` });
  });

  it('says that the port is taken before it touches anything', async () => {
    using place = openPlace();
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as AddressInfo;
    const ended = await place.run(['start', '--workers', '2', '--port', String(port)]);
    other.close();
    expect(ended).toMatchObject({ code: 1, stdout: '' });
    expect(ended.stderr).toContain(`port ${port} is taken by another program`);
    expect(existsSync(place.data)).toBe(false);
  });

  it('makes one workspace, greets once, and shows the figures of all on whichever worker is asked', async () => {
    await using world = await openWorkers({ workers: 3, engine: sqlite });
    expect(world.gateway.greeting.match(/gth_\w+/g)?.filter((key, index, all) => all.indexOf(key) === index)).toEqual([world.key]);
    expect(await world.pids()).toHaveLength(3);
    expect((await fetch(`${world.url}/readyz`)).status).toBe(200);
    const metrics = await (await fetch(`${world.url}/metrics`)).text();
    expect(metrics.match(/^process_resident_memory_bytes\{worker="\d"\}/gm)).toHaveLength(3);
    expect(metrics).toContain('\ngatehouse_workers 3\n');
  });

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'answers all that it has begun on %s, also when every process hears it, and ends',
    async (signal) => {
      await using world = await openWorkers({ workers: 2, engine: sqlite });
      const { answered, over } = startLoad(world.url, world.key);
      await expect.poll(() => answered.length).toBeGreaterThan(100);
      const told = performance.now();
      for (const pid of await world.pids()) process.kill(pid, signal);
      const { code, stdout } = await world.gateway.stop(signal);
      expect({ code, said: stdout.split('\n').at(-2) }).toEqual({
        code: 0,
        said: 'Gatehouse has stopped; every answered call is saved.',
      });
      expect(performance.now() - told).toBeLessThan(promisedMs);
      await over;
      const store = await world.openStore();
      expect(await findLostIn(store, answered)).toEqual([]);
      await store.close();
    },
  );

  it('keeps the old workers when new ones cannot serve, and says why', async () => {
    await using world = await openWorkers({ workers: 2, engine: sqlite });
    const before = await world.pids();
    const database = new DatabaseSync(path.join(world.place.data, 'gatehouse.db'));
    database.prepare('insert into migrations (name, hash, at) values (?, ?, ?)').run('9999_of_the_future', 'x', Date.now());
    await expect(world.restart()).rejects.toThrow('this database was written by a newer version of Gatehouse');
    expect(world.logged('the rolling restart has stopped: a new worker could not start')).toHaveLength(1);
    await expect.poll(async () => (await world.pids()).toSorted()).toEqual(before.toSorted());
    using connection = openConnection(world.url);
    expect((await connection.call('whoami', {}, world.key)).status).toBe(200);
    database.prepare('delete from migrations where name = ?').run('9999_of_the_future');
    database.close();
  });

  it('leaves no worker behind when the first process is killed', async () => {
    await using world = await openWorkers({ workers: 2, engine: sqlite });
    const pids = await world.pids();
    await world.gateway.stop('SIGKILL');
    await expect.poll(() => pids.filter(isAlive)).toEqual([]);
  });
});
