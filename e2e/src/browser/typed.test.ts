import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../free-port.ts';
import { openTypingWorld, storiesFrom, type TypingWorld } from './typed.ts';

let world: TypingWorld;
beforeAll(async () => {
  world = await openTypingWorld(await freePort());
});
afterAll(() => world[Symbol.asyncDispose]());

/** Each word that somebody types is in the editor, in a draft that the page lists, or in a version. */
async function expectNothingLost(seed: number, count: number): Promise<void> {
  for (const story of storiesFrom(seed, count)) expect({ story, lost: await world.lostIn(story) }).toEqual({ story, lost: [] });
}

describe('what somebody types', () => {
  it('is never lost, whatever happens to the document, the session, the connection and the gateway', () => expectNothingLost(7, 20));

  it('and so in 200 ways', { tags: ['nightly'], timeout: 3_600_000 }, () => expectNothingLost(Date.now(), 200));
});
