import { setTimeout as wait } from 'node:timers/promises';
import { type Entrance, httpEntrance, mcpLegacyEntrance, mcpModernEntrance } from '../entrances/index.ts';

/** Service quality for honest callers. */
export interface HonestCalls {
  calls: number;
  failures: number;
  firstFailure: string | undefined;
  p50Ms: number;
  p99Ms: number;
}

/** Minimum time between two calls of a caller. The duration of a call is measured, not the number of calls. */
const everyMs = 50;

const calls: [tool: string, input: object][] = [
  ['whoami', {}],
  ['list_docs', {}],
  ['search', { query: 'company' }],
  ['create_task', { title: 'Something to do' }],
];

/** Makes calls with each key, through one entrance after another, until the attack has ended. */
export async function callHonestly(url: string, keys: readonly string[], isOver: () => boolean): Promise<HonestCalls> {
  const entrances = [httpEntrance, mcpModernEntrance, mcpLegacyEntrance].map((kind) => kind.open({ url }));
  const took: number[] = [];
  const failures: string[] = [];

  async function callOnce(entrance: Entrance, key: string, turn: number): Promise<void> {
    const [tool, input] = calls[turn % calls.length] as (typeof calls)[number];
    const began = performance.now();
    const fault = await entrance.call(tool, input, { key }).then(
      ({ code, raw }) => (code === 'ok' ? undefined : raw),
      (error: Error) => `${error.message}: ${error.cause}`,
    );
    took.push(performance.now() - began);
    if (fault !== undefined) failures.push(`${tool}: ${fault}`);
  }

  async function callOn(key: string, index: number): Promise<void> {
    for (let turn = index; !isOver(); turn++) {
      const pause = wait(everyMs);
      await callOnce(entrances[turn % entrances.length] as Entrance, key, turn);
      await pause;
    }
  }

  await Promise.all(keys.map(callOn));
  took.sort((left, right) => left - right);
  const percentile = (part: number) => Number((took[Math.floor(took.length * part)] ?? 0).toFixed(2));
  return { calls: took.length, failures: failures.length, firstFailure: failures[0], p50Ms: percentile(0.5), p99Ms: percentile(0.99) };
}
