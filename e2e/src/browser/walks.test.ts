import { afterAll, beforeAll, describe, it } from 'vitest';
import { type ConsoleWorld, openConsoleWorld } from './console-world.ts';
import { keyboard } from './hands.ts';
import { walks } from './walks.ts';

// With a pointer, on both engines, in both themes and widths: the nightly script.
describe('somebody who has only a keyboard', () => {
  let world: ConsoleWorld;
  beforeAll(async () => {
    world = await openConsoleWorld();
  });
  afterAll(() => world[Symbol.asyncDispose]());

  it.each(walks)('$title', ({ go }) => go(world, keyboard, {}));
});
