import type { BrowserContextOptions, Page } from 'playwright-core';
import type { ConsoleWorld } from '../console-world.ts';
import type { Hand } from './hands.ts';

/** Something that people come to do, from its beginning to its end: it may be done again in the same world. */
export interface Walk {
  title: string;
  go(world: ConsoleWorld, hand: Hand, view: BrowserContextOptions): Promise<void>;
}

/** On a phone a panel covers what a walk goes on with. */
export async function leavePanel(page: Page): Promise<void> {
  if ((page.viewportSize()?.width ?? 0) > 900) return;
  await page.keyboard.press('Escape');
  await page.getByRole('complementary', { name: 'Details' }).waitFor({ state: 'detached' });
}
