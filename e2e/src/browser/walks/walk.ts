import type { BrowserContextOptions } from 'playwright-core';
import type { ConsoleWorld } from '../console-world.ts';
import type { Hand } from './hands.ts';

/** Something that people come to do, from its beginning to its end: it may be done again in the same world. */
export interface Walk {
  title: string;
  go(world: ConsoleWorld, hand: Hand, view: BrowserContextOptions): Promise<void>;
}
