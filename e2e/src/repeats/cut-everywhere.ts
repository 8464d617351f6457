import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { agentTools } from '@gatehouse/core';
import { takesIdempotencyKey } from '@gatehouse/domain';
import type { StorageEngine } from '../kit/engines.ts';
import { openWorld, type World } from '../kit/world.ts';
import { validInput } from '../matrix/cases.ts';
import { createSurroundings } from '../matrix/named-items.ts';
import { type Cut, openCuttingProxy } from './cutting-proxy.ts';

/**
 * Calls every tool that may change something over HTTP through a proxy that cuts the connection at `points` places of request and response.
 * Repeats each call until it is answered, and reports places where it did not happen exactly once.
 */
export async function cutEverywhere(engine: StorageEngine, points: number): Promise<{ cuts: number; wrong: string[] }> {
  await using world = await openWorld({ engine });
  await using proxy = await openCuttingProxy(world.url);
  const surroundings = await createSurroundings(world);
  const { key } = await world.createKey(surroundings.caller, 'write');
  const tools = agentTools.filter(({ name }) => takesIdempotencyKey(name));
  const wrong: string[] = [];
  let cuts = 0;
  for (const definition of tools) {
    const tool = definition.name;
    const send = (input: object, idempotencyKey: string) => post(`${proxy.url}/v1/tools/${tool}`, { key, input, idempotencyKey });
    const whole = await happened(world, tool, async () => {
      const input = await validInput(definition)(surroundings);
      return async () => await send(input, randomUUID());
    });
    for (const cut of placesIn(proxy.measured, Math.ceil(points / tools.length))) {
      const found = await happened(world, tool, async () => {
        const input = await validInput(definition)(surroundings);
        const idempotencyKey = randomUUID();
        return async () => {
          proxy.next(cut);
          for (;;) {
            const answer = await send(input, idempotencyKey).catch(() => undefined);
            if (answer !== undefined) return answer;
          }
        };
      });
      cuts++;
      if (JSON.stringify(found) !== JSON.stringify(whole))
        wrong.push(`${tool}, cut behind ${cut.after} bytes of the ${cut.way}: ${JSON.stringify(found)}, not ${JSON.stringify(whole)}`);
    }
  }
  return { cuts, wrong: [...wrong, ...world.faults.map((fault) => `fault: ${fault}`)] };
}

/** Answer to a call, the number of times that the log contains it, and its effects. */
async function happened(world: World, tool: string, prepare: () => Promise<() => Promise<number>>): Promise<object> {
  const call = await prepare();
  const before = await countAll(world, tool);
  const status = await call();
  const after = await countAll(world, tool);
  return { status, ...Object.fromEntries(Object.entries(after).map(([what, count]) => [what, count - (before[what] as number)])) };
}

async function countAll({ store, orgId, owner, activity }: World, tool: string): Promise<Record<string, number>> {
  const viewer = { orgId, personId: owner.personId, seesAll: true, limits: null, at: 0 };
  const most = 100_000;
  const items = await store.read(() => store.items.inOrder(viewer, '', most));
  const tasks = await store.read(() => store.tasks.inOrder(orgId, '', most));
  const folders = await store.read(() => store.folders.list(viewer, most));
  const made = (await activity()).filter((row) => row.tool === tool && row.entrance === 'http' && row.reason !== 'replayed');
  const versions = (all: { versionCount: number }[]) => all.reduce((sum, { versionCount }) => sum + versionCount, 0);
  return {
    made: made.length,
    items: items.length,
    versions: versions(items),
    tasks: tasks.length,
    changesOfTasks: versions(tasks),
    folders: folders.length,
  };
}

/** So many places of a call's request and response, spread over all of their bytes. */
function placesIn(measured: Record<Cut['way'], number>, count: number): Cut[] {
  const all = measured.request + measured.response;
  return Array.from({ length: count }, (_, index): Cut => {
    const at = 1 + Math.floor((index * (all - 1)) / count);
    return at <= measured.request ? { way: 'request', after: at } : { way: 'response', after: at - measured.request };
  });
}

/** Makes one call over its own connection. Rejects if the connection is lost before the whole answer has arrived. */
function post(url: string, call: { key: string; input: object; idempotencyKey: string }): Promise<number> {
  const body = JSON.stringify(call.input);
  const headers = {
    Authorization: `Bearer ${call.key}`,
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    'Idempotency-Key': call.idempotencyKey,
    Connection: 'close',
  };
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', headers, agent: false }, (answer) => {
      answer.on('error', reject);
      answer.on('end', () => (answer.complete ? resolve(answer.statusCode ?? 0) : reject(new Error('the answer was cut off'))));
      answer.resume();
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
