import { describe, expect, it } from 'vitest';
import type { AnsweredCall } from '../processes/load.ts';
import { findLostIn } from '../processes/lost-calls.ts';
import { openConnection } from './connection.ts';
import { forEachEngine, openWorkers, type WorkersWorld } from './workers-world.ts';

const callers = 24;

describe('a worker that is killed under load', () => {
  forEachEngine((engine) => {
    it('takes with it nothing that was answered and none of the others, and another one takes its place', async () => {
      await using world = await openWorkers({ workers: 4, engine });
      const load = startCallers(world);
      await expect.poll(() => load.answered.length, { timeout: 20_000 }).toBeGreaterThan(200);
      const before = await world.pids();
      const answeredBefore = load.answered.length;
      process.kill(before[0] as number, 'SIGKILL');
      await expect.poll(() => load.answered.length, { timeout: 20_000 }).toBeGreaterThan(answeredBefore + 100);
      await expect.poll(() => workersThatServe(world.url), { timeout: 20_000 }).toBe(4);
      const { answered, broken, faults } = await load.stop();
      const after = await world.pids();
      expect(after.filter((pid) => before.includes(pid)).toSorted()).toEqual(before.slice(1).toSorted());
      expect(world.logged('a worker has ended and is started again')).toEqual([
        expect.objectContaining({ level: 'error', pid: before[0], how: 'signal SIGKILL' }),
      ]);
      expect(faults).toEqual([]);
      // Each caller has one call in flight.
      expect(broken).toBeLessThanOrEqual(callers);
      const ended = await world.gateway.stop();
      expect(ended.code).toBe(0);
      const store = await world.openStore();
      expect(await findLostIn(store, answered)).toEqual([]);
      await store.close();
    });
  });
});

describe('all workers that are killed at once', () => {
  it('come back on the same port', async () => {
    await using world = await openWorkers({ workers: 2, engine: { name: 'SQLite' } });
    for (const pid of await world.pids()) process.kill(pid, 'SIGKILL');
    await expect.poll(() => workersThatServe(world.url).catch(() => 0), { timeout: 20_000 }).toBe(2);
    using connection = openConnection(world.url);
    expect((await connection.call('whoami', {}, world.key)).status).toBe(200);
  });
});

/** Callers that go on when a connection breaks: with the next call, never with the same one. */
function startCallers({ url, key }: Pick<WorkersWorld, 'url' | 'key'>) {
  const answered: AnsweredCall[] = [];
  const faults: string[] = [];
  let broken = 0;
  let isOver = false;

  async function callOn(caller: number): Promise<void> {
    using connection = openConnection(url);
    let itemId: string | undefined;
    for (let turn = 0; !isOver; turn++) {
      const mark = `mark-${caller}-${turn};`;
      const tool = itemId === undefined ? 'create_doc' : 'append_doc';
      const input = itemId === undefined ? { title: 'Under load', bodyMarkdown: mark } : { docId: itemId, text: mark };
      try {
        const { status, body, requestId } = await connection.call(tool, input, key);
        if (status !== 200) {
          faults.push(`${tool} was answered ${status} ${JSON.stringify(body)}`);
          continue;
        }
        itemId ??= body.docId as string;
        answered.push({ requestId, tool, itemId, version: body.versionCount, mark });
      } catch (error) {
        if (!isBroken(error)) throw error;
        broken++;
      }
    }
  }

  const over = Promise.all(Array.from({ length: callers }, (_, caller) => callOn(caller)));
  return {
    answered,
    async stop() {
      isOver = true;
      await over;
      return { answered, broken, faults };
    },
  };
}

function isBroken(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ECONNRESET' || code === 'EPIPE' || code === 'ECONNREFUSED';
}

async function workersThatServe(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^gatehouse_workers (\d+)$/m.exec(text)?.[1]);
}
