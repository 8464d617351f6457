import type { Page } from 'playwright-core';
import type { ConsoleWorld } from '../browser/console-world.ts';
import { type Figure, percentile } from './figure.ts';
import { whenPainted } from './painted.ts';

const places = ['Tasks', 'Agents', 'Activity', 'People', 'Settings', 'Account'];
/** Goal for views that were opened before. */
const wantedPaintMs = 100;
const wantedVisibleMs = 300;

/** Measures from a click on a link to a known page until the page is painted with its content. */
export async function measurePaint(world: ConsoleWorld, rounds: number): Promise<Figure> {
  await using visitor = await world.visit(world.owner);
  const { page, settle } = visitor;
  await page.goto(world.at('/agents'));
  await page.getByRole('heading', { level: 1, name: 'Agents' }).waitFor();
  const times: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    for (const place of places) {
      const ms = await clickToPaint(page, place);
      await settle();
      if (round > 0) times.push(ms);
    }
  }
  return {
    figure: 'click to paint of a cached view, p95',
    value: percentile(times, 0.95),
    unit: 'ms',
    wanted: wantedPaintMs,
    of: times.length,
  };
}

/** Waits for the heading of the page, and content below it that is not a placeholder. */
function clickToPaint(page: Page, place: string): Promise<number> {
  return page.evaluate(`(async () => {
    const link = [...document.querySelectorAll('nav[aria-label=Workspace] a')].find((one) => one.textContent === ${JSON.stringify(place)});
    const begun = performance.now();
    link.click();
    return (await ${whenPainted(`document.querySelector('h1')?.textContent === ${JSON.stringify(place)} &&
      document.querySelector('#content [role=row], #content section, #content h2') !== null`)}) - begun;
  })()`);
}

/** Measures the time from an agent's answer until its call is visible in an open activity page. */
export async function measureVisible(world: ConsoleWorld, calls: number): Promise<Figure> {
  await using visitor = await world.visit(world.owner);
  const { page } = visitor;
  await page.goto(world.at('/activity'));
  await page.getByRole('grid', { name: 'Calls' }).getByRole('row').nth(1).waitFor();
  const times: number[] = [];
  for (let call = 0; call <= calls; call++) {
    const tool = 'list_docs';
    await page.evaluate(`window.known = new Set([...document.querySelectorAll('${rows}')].map(({ id }) => id))`);
    const seen = page.evaluate<number>(seeTool(tool));
    const answer = await fetch(`${world.gateway.url}/v1/tools/${tool}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${world.gateway.key}`, 'Content-Type': 'application/json' },
      body: '{}',
    });
    const answeredAt = performance.timeOrigin + performance.now();
    if (answer.status !== 200) throw new Error(`${tool}: ${await answer.text()}`);
    times.push(Math.max(0, (await seen) - answeredAt));
  }
  // The first one opens what the next ones use.
  const measured = times.slice(1);
  return {
    figure: 'an agent’s answer to its row, p95',
    value: percentile(measured, 0.95),
    unit: 'ms',
    wanted: wantedVisibleMs,
    of: measured.length,
  };
}

const rows = '[role=grid][aria-label=Calls] [role=row][id]';

/** Resolves with the time of day at which a row of this tool is painted that was not there before. */
const seeTool = (tool: string) => {
  const isNew = `({ id, textContent }) => !window.known.has(id) && textContent.includes(${JSON.stringify(tool)})`;
  return `${whenPainted(`[...document.querySelectorAll('${rows}')].some(${isNew})`)}.then((at) => performance.timeOrigin + at)`;
};
