import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Counts } from './attack.ts';
import { type AttackedGateway, openAttackedGateway } from './attacked-gateway.ts';
import { attacks } from './attacks.ts';
import { files } from './hostile-files.ts';
import { measureAttack } from './measure-attack.ts';

let gateway: AttackedGateway;

beforeAll(async () => {
  gateway = await openAttackedGateway();
});

afterAll(() => gateway[Symbol.asyncDispose]());

/** Counts from which each attack is at full strength: excess requests are refused, and the others stay open. */
const takenHold: Record<string, (counts: Counts) => boolean> = {
  'half-sent-bodies': ({ begun = 0, refused = 0 }) => begun >= 1050 && refused >= 700,
  'tiny-chunks': ({ sentBytes = 0 }) => sentBytes >= 200_000,
  'hostile-files': ({ asExpected = 0, wrong = 0, late = 0 }) => asExpected >= files && wrong + late === 0,
  'large-messages': ({ refused = 0 }) => refused >= 20,
  'stalled-readers': ({ stalled = 0, refused = 0 }) => stalled === 16 && refused >= 48,
  'endless-bodies': ({ closed = 0 }) => closed >= 18,
  // Later requests replace earlier ones.
  'requests-for-consent': ({ stored = 0 }) => stored >= 1100,
};

/** Attacks that need up to a minute to reach full strength. */
const byNight = ['requests-for-consent', 'hostile-files'];

it.each(Object.keys(attacks).filter((attack) => !byNight.includes(attack)))(
  'serves honest callers during %s, in no more than 100 MB',
  serves,
);
it.each(byNight)('serves honest callers during %s, in no more than 100 MB', { tags: ['nightly'] }, serves);

async function serves(attack: string): Promise<void> {
  const isEnough = takenHold[attack] as (counts: Counts) => boolean;
  const { memoryGrowthBytes, attacked, counts } = await measureAttack(gateway, attack, { quietSeconds: 0, seconds: 2, isEnough });
  expect(attacked).toMatchObject({ failures: 0, firstFailure: undefined });
  expect(attacked.calls).toBeGreaterThan(50);
  expect(memoryGrowthBytes).toBeLessThan(100_000_000);
  expect(counts).toSatisfy(isEnough);
}
