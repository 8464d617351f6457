import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

interface Found {
  violations: { id: string; nodes: { target: string[]; failureSummary: string }[] }[];
}

/** Finds violations of WCAG 2.2 AA on the current page: one line for each element. */
export async function findBarriers(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const { violations } = await page.evaluate<Found>(
    `axe.run(document, ${JSON.stringify({ runOnly: { type: 'tag', values: standards }, resultTypes: ['violations'] })})`,
  );
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`));
}
