import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Connection, openConnection } from './connection.ts';
import { forEachEngine, openReplicas, type ReplicasWorld } from './replicas-world.ts';

const count = 4;
const editors = 64;
const appendsEach = 4;
/** Limit of one key. Each test has keys of its own. */
const callsPerMinute = 240;

describe('four gateways', () => {
  forEachEngine((engine) => {
    let world: ReplicasWorld;
    beforeAll(async () => {
      world = await openReplicas({ count, engine, callsPerMinute });
      await world.place.json(['init', '--org', 'Acme', '--email', 'owner@example.com'], { env: withoutLog(world.environment) });
    });
    afterAll(() => world[Symbol.asyncDispose]());

    it('admit exactly 240 calls of each key together, for any number of concurrent calls (D13)', async () => {
      const connections = open(world.url, 100);
      const keys = [(await createKey(world)).key, (await createKey(world)).key];
      const answers = await Promise.all(
        connections.flatMap((connection) =>
          Array.from({ length: 12 }, async (_, index) => {
            const key = keys[index % keys.length] as string;
            return { key, ...(await connection.call('whoami', {}, key)) };
          }),
        ),
      );
      for (const key of keys) {
        const statuses = answers.filter((answer) => answer.key === key).map(({ status }) => status);
        expect(Object.entries(Object.groupBy(statuses, String)).map(([status, all]) => [status, all?.length])).toEqual([
          ['200', callsPerMinute],
          ['429', 600 - callsPerMinute],
        ]);
      }
      expect((await callsOfEach(world)).filter((calls) => calls > 0)).toHaveLength(count);
      close(connections);
    });

    it('let 64 editors append to one document concurrently without a gap, a repeated version or a lost word (D19, D20)', async () => {
      const connections = open(world.url, editors);
      const keys = [(await createKey(world)).key, (await createKey(world)).key];
      const keyOf = (editor: number) => keys[editor % keys.length] as string;
      const { body: document } = await (connections[0] as Connection).call('create_doc', { title: 'Shared' }, keyOf(0));
      const { docId } = document;
      const appended = await Promise.all(
        connections.map(async (connection, editor) => {
          const versions: { mark: string; version: number }[] = [];
          for (let turn = 0; turn < appendsEach; turn++) {
            const mark = `${editor}-${turn}`;
            const append = () => connection.call('append_doc', { docId, text: `${mark};` }, keyOf(editor));
            let { status, body } = await append();
            // A busy database answers 503 where nothing was done.
            while (status === 503) ({ status, body } = await append());
            expect([status, body]).toEqual([200, { versionCount: expect.any(Number) }]);
            versions.push({ mark, version: body.versionCount });
          }
          return versions;
        }),
      );
      const inOrder = appended.flat().sort((left, right) => left.version - right.version);
      expect(inOrder.map(({ version }) => version)).toEqual(Array.from({ length: editors * appendsEach }, (_, index) => index + 2));
      const { body: read } = await (connections[0] as Connection).call('read_doc', { docId }, keyOf(0));
      expect(read).toMatchObject({
        versionCount: editors * appendsEach + 1,
        bodyMarkdown: inOrder.map(({ mark }) => `${mark};`).join(''),
      });
      close(connections);
    });

    it('refuse a revoked key everywhere, as soon as its revocation is answered (D10)', async () => {
      const { key, keyId } = await createKey(world);
      const connections = open(world.url, 32);
      let isRevoked = false;
      const calls = connections.map(async (connection) => {
        for (let admitted = 0; ; ) {
          const wasRevoked = isRevoked;
          const { status } = await connection.call('whoami', {}, key);
          if (status === 200) admitted++;
          if (wasRevoked) return { status, admitted };
        }
      });
      await world.place.json(['keys', 'revoke', keyId], { env: withoutLog(world.environment) });
      isRevoked = true;
      const ends = await Promise.all(calls);
      expect(ends.map(({ status }) => status)).toEqual(connections.map(() => 401));
      expect(ends.reduce((sum, { admitted }) => sum + admitted, 0)).toBeGreaterThan(0);
      close(connections);
    });
  });
});

function createKey({ place, environment }: Pick<Awaited<ReturnType<typeof openReplicas>>, 'place' | 'environment'>) {
  const asked = ['keys', 'create', '--owner', 'owner@example.com', '--agent', 'tester', '--access', 'write'];
  return place.json(asked, { env: withoutLog(environment) });
}

/** Reduces the log, because the whole output of a command with --json is one value. */
function withoutLog(environment: Record<string, string>): Record<string, string> {
  return { ...environment, GATEHOUSE_LOG: 'error' };
}

async function callsOfEach({ gateways }: ReplicasWorld): Promise<number[]> {
  return await Promise.all(
    gateways.map(async ({ url }) => {
      const text = await (await fetch(`${url}/metrics`)).text();
      return [...text.matchAll(/^gatehouse_calls_total\{.*\} (\d+)$/gm)].reduce((sum, [, calls]) => sum + Number(calls), 0);
    }),
  );
}

function open(url: string, count: number): Connection[] {
  return Array.from({ length: count }, () => openConnection(url));
}

function close(connections: Connection[]): void {
  for (const connection of connections) connection[Symbol.dispose]();
}
