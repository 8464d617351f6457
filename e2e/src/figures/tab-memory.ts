import type { Page } from 'playwright-core';
import type { Figure } from './figure.ts';

/** Goal for pages with many entries. */
const wantedMemoryMb = 300;

/** Memory of a tab for the objects of the page, without garbage. */
export async function memoryOf(page: Page, what: string): Promise<Figure> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return { figure: `memory of the tab with ${what}`, value: usedSize / 1024 ** 2, unit: 'MB', wanted: wantedMemoryMb, of: 1 };
}
