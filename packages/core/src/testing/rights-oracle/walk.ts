import type { Store } from '@gatehouse/storage';
import { expect } from 'vitest';
import { openCast } from './cast.ts';
import { type Moment, momentOf, openLooks } from './looks.ts';
import type { OpenMcp } from './resources.ts';
import { openingSteps, type Step, takeStep } from './steps.ts';
import { type Download, expectDownloads, expectTold } from './told.ts';

export interface WalkOptions {
  engine: Store['dialect'];
  actors: number;
  groups: number;
  /** Number of steps between two looks around. */
  lookEvery: number;
  /** Entrance through which keys also look. */
  openMcp?: OpenMcp;
}

const keptMoments = 20;
const toldAtOnce = 5;

/**
 * Takes the opening steps, has every actor look around, then takes the given steps. After each, one actor looks at one item. Every
 * `lookEvery` steps, one actor looks around, one person looks back, earlier download addresses are opened, and streams are checked. Returns
 * the names of the tools called to look.
 */
export async function walk(
  steps: readonly Step[],
  { engine, actors, groups, lookEvery, openMcp }: WalkOptions,
): Promise<ReadonlySet<string>> {
  const cast = await openCast(engine, actors, groups);
  await using _world = cast.world;
  const looks = openLooks(cast, openMcp);
  for (const step of openingSteps(cast)) await takeStep(cast, step);
  for (const actor of cast.actors) await looks.around(actor, 0);
  const moments: Moment[] = [momentOf(cast)];
  let downloads: Download[] = [];
  for (const [at, step] of steps.entries()) {
    await takeStep(cast, step).catch((error) => {
      throw new Error(`step ${at}: ${JSON.stringify(step)}`, { cause: error });
    });
    const items = [...cast.rights.items.values()];
    const actor = cast.actors[(step.into + step.other) % cast.actors.length]!;
    const download = items.length > 0 && (await looks.atItem(actor, items[(step.item + step.folder) % items.length]!));
    if (download) downloads.push(download);
    if (at % lookEvery !== lookEvery - 1) continue;
    await looks.around(actor, moments[0]!.at);
    await looks.back(cast.people[step.into % cast.people.length]!, moments[step.other % moments.length]!);
    await expectDownloads(cast, downloads);
    downloads = downloads.slice(-lookEvery);
    const live = items.filter(({ isDeleted, heldBy }) => !isDeleted && !heldBy);
    await expectTold(cast, live.slice(-toldAtOnce));
    moments.push(momentOf(cast));
    if (moments.length > keptMoments) moments.shift();
    cast.world.clock.now += 1000;
  }
  expect(cast.world.reported).toEqual([]);
  return looks.asked;
}
