import { agentTools, createRegistry } from '@gatehouse/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '../kit/world.ts';
import { inventKey } from '../matrix/key-states.ts';
import { largeCases, type RawCase, rawCases } from './raw-cases.ts';
import { type Made, type RawEntrance, rawHttp, rawMcp } from './raw-entrances.ts';

const registry = createRegistry(agentTools);
const entrances = [rawHttp, rawMcp('2025-11-25'), rawMcp('2026-07-28')];
const framings = ['length', 'chunked'] as const;

let world: World;
let keys: Record<RawCase['key'], string>;

beforeAll(async () => {
  world = await openWorld();
  const [read, write] = [await world.createKey(world.owner, 'read'), await world.createKey(world.owner, 'write')];
  keys = { read: read.key, write: write.key, unknown: inventKey() };
});

afterAll(async () => {
  expect(world.faults).toEqual([]);
  await world[Symbol.asyncDispose]();
});

/** Sends all cases to an entrance, `atOnce` at a time. */
async function makeOf(entrance: RawEntrance, cases: readonly RawCase[], framing: (typeof framings)[number], atOnce = 4): Promise<Made[]> {
  const made: Made[] = [];
  let next = 0;
  async function work(): Promise<void> {
    while (next < cases.length) {
      const index = next++;
      const one = cases[index] as RawCase;
      made[index] = await entrance.send(world.url, one, keys[one.key], framing);
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work));
  return made;
}

function expectOutcomes(entrance: RawEntrance, cases: readonly RawCase[], made: readonly Made[]): void {
  const differing = cases.flatMap(({ name, expected }, index) => {
    const { outcome, message } = made[index] as Made;
    const isLikeAnother = typeof expected === 'object' && 'like' in expected;
    const wanted = isLikeAnother ? made[cases.findIndex((other) => other.name === expected.like)]?.outcome : entrance.outcomeOf(expected);
    return outcome === wanted ? [] : [`${name}: ${outcome}, not ${wanted} (${message ?? ''})`];
  });
  expect(differing).toEqual([]);
}

/** Over MCP an answer of the pipeline has the status 200. */
function withoutStatus({ outcome }: Made): string {
  return outcome.replace(/^\d+ /, '');
}

function isOfPipeline({ expected }: RawCase): boolean {
  return typeof expected === 'string' || 'like' in expected;
}

/** The same words for the same fault; the protocol puts its own before them, and its message makes other columns of them. */
function withoutProtocol(message: string | undefined): string | undefined {
  return message?.replace(/^(?:Parse error|Unsupported Media Type): /, '').replace(/line \d+, column \d+: .*/, 'place');
}

describe('the same bytes through every entrance', () => {
  const cases = rawCases(registry);

  describe.each(framings)('with a length given by %s', (framing) => {
    it('get the answers of the table, in the same words', async () => {
      const all = await Promise.all(entrances.map((entrance) => makeOf(entrance, cases, framing)));
      entrances.forEach((entrance, index) => expectOutcomes(entrance, cases, all[index] as Made[]));
      const answered = all.map((made) => made.filter((_, index) => isOfPipeline(cases[index] as RawCase)).map(withoutStatus));
      expect(answered.slice(1)).toEqual([answered[0], answered[0]]);
      const words = all.map((made) => made.map(({ message }, index) => `${cases[index]?.name}: ${withoutProtocol(message)}`));
      expect(words[1]).toEqual(words[0]);
      expect(words[2]).toEqual(words[0]);
    });
  });

  it('are accepted up to the size limit of the tool, and refused with one more byte (D17)', async () => {
    const large = largeCases(registry);
    // Two files of the largest size at once are more than one key's share of the memory for bodies.
    for (const entrance of entrances) expectOutcomes(entrance, large, await makeOf(entrance, large, 'length', 1));
  });
});
