import { setTimeout as wait } from 'node:timers/promises';
import type { ConsoleWorld } from '../browser/console-world.ts';
import type { Browser } from '../console/browser.ts';
import { openChanges } from '../console/follow-changes.ts';
import { type Figure, percentile } from './figure.ts';

export interface StreamsOptions {
  people: number;
  writesPerSecond: number;
  seconds: number;
  rounds: number;
}

const wantedRatio = 1.2;

/**
 * Measures waiting times of callers that write at a steady rate, with and without followers, in turns. Half of the followers are admins,
 * who receive each call, and half are members, for whom the store is asked what they see.
 */
export async function measureStreams(world: ConsoleWorld, options: StreamsOptions): Promise<Figure[]> {
  const { people, writesPerSecond, seconds, rounds } = options;
  const readers: Browser[] = [];
  for (let person = 0; person < people; person++)
    readers.push(await world.join(`person${person}@example.com`, `Person ${person}`, person % 2 === 0 ? 'admin' : 'member'));
  await writeSteadily(world, writesPerSecond, 1);
  const alone: number[] = [];
  const followed: number[] = [];
  for (let round = 0; round < rounds; round++) {
    alone.push(...(await writeSteadily(world, writesPerSecond, seconds)));
    await using _streams = await followAll(world, readers);
    followed.push(...(await writeSteadily(world, writesPerSecond, seconds)));
  }
  const about = `${writesPerSecond} writes/s`;
  return [0.5, 0.95, 0.99].flatMap((part): Figure[] => {
    const name = `p${part * 100}`;
    const [before, beside] = [percentile(alone, part), percentile(followed, part)];
    return [
      { figure: `a call at ${about}, ${name}`, value: before, unit: 'ms', of: alone.length },
      { figure: `the same beside ${people} people’s streams, ${name}`, value: beside, unit: 'ms', of: followed.length },
      { figure: `with streams to without, ${name}`, value: beside / before, unit: 'x', wanted: wantedRatio, of: followed.length },
    ];
  });
}

/** Milliseconds since the due time of each call, so that a late call also counts for later ones. */
async function writeSteadily(world: ConsoleWorld, perSecond: number, seconds: number): Promise<number[]> {
  const begun = performance.now();
  const calls: Promise<number>[] = [];
  for (let call = 0; call < perSecond * seconds; call++) {
    const due = begun + (call * 1000) / perSecond;
    const early = due - performance.now();
    if (early > 1) await wait(early);
    calls.push(write(world, call).then(() => performance.now() - due));
  }
  return await Promise.all(calls);
}

async function write({ gateway }: ConsoleWorld, call: number): Promise<void> {
  const tool = call % 2 === 0 ? 'create_task' : 'create_doc';
  const answer = await fetch(`${gateway.url}/v1/tools/${tool}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${gateway.key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ title: `Look into call ${call}` }),
  });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${tool}: ${text}`);
}

/** Reads the streams of all people and discards the events. */
async function followAll({ origin, orgId }: ConsoleWorld, people: readonly Browser[]): Promise<AsyncDisposable> {
  const ending = new AbortController();
  const streams = await Promise.all(people.map((person) => openChanges({ url: origin, orgId }, person, { signal: ending.signal })));
  const refused = streams.find(({ status }) => status !== 200);
  if (refused) throw new Error(`a stream was refused: ${await refused.text()}`);
  const reading = streams.map(({ body }) => body?.pipeTo(new WritableStream()));
  return {
    async [Symbol.asyncDispose]() {
      ending.abort();
      await Promise.allSettled(reading);
    },
  };
}
