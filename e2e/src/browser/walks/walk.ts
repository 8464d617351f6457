import type { BrowserContextOptions, Page } from 'playwright-core';
import type { ConsoleWorld } from '../console-world.ts';
import type { Hand } from './hands.ts';

/** A task of a person from beginning to end. It can be repeated in the same world. */
export interface Walk {
  title: string;
  go(world: ConsoleWorld, hand: Hand, view: BrowserContextOptions): Promise<void>;
}

/**
 * Closes an open panel on a phone, where it covers the rest of the page. Waits for an opening panel, because it handles keys only when it
 * has the focus.
 */
export async function leavePanel(page: Page): Promise<void> {
  if ((page.viewportSize()?.width ?? 0) > 900) return;
  const panel = page.getByRole('complementary', { name: 'Details' });
  await panel.and(page.locator(':focus-within')).waitFor();
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
}
