import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../kit/free-port.ts';
import { amidWord, happenings, kinds, openTypingWorld, type Step, storiesFrom, type TypingWorld } from './typed.ts';

let world: TypingWorld;
beforeAll(async () => {
  world = await openTypingWorld(await freePort());
});
afterAll(() => world[Symbol.asyncDispose]());

/** Expects each typed word in the editor, in a listed draft, or in a version. */
async function expectNothingLost(seed: number, count: number): Promise<void> {
  for (const story of storiesFrom(seed, count)) expect({ story, lost: await world.lostIn(story) }).toEqual({ story, lost: [] });
}

describe('typed text', () => {
  // Of each kind, something happens within a word: other seeds need more stories for that.
  const [seed, count] = [28_647, 7];

  it('is never lost, during any event in the document, the session, the connection and the gateway', async () => {
    const steps = storiesFrom(seed, count).flat();
    expect(happenings.filter((kind) => steps.includes(`${kind}${amidWord}`))).toEqual(happenings);
    await expectNothingLost(seed, count);
  });

  it('is never lost from a document, or from a file next to SKILL.md, that others remove', async () => {
    const stories: Step[][] = [
      ['type', 'save', 'others remove', 'reload', 'type'],
      ['type', 'others remove within a word', 'save', 'type', 'delete', 'leave'],
    ];
    for (const story of stories) for (const _ of kinds) expect({ story, lost: await world.lostIn(story) }).toEqual({ story, lost: [] });
  });

  it('survives leaving its page while the gateway is unavailable', async () => {
    expect(await world.lostIn(['type', 'offline', 'leave', 'online'])).toEqual([]);
  });

  it('is never lost in 200 random stories', { tags: ['nightly'], timeout: 3_600_000 }, () => expectNothingLost(Date.now(), 200));
});
