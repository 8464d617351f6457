import { expect, it } from 'vitest';
import { openConsoleWorld } from './console-world.ts';
import { openReviewed } from './reviewed-document.ts';

/** Paragraphs of a text of almost 1 MiB, the most that is compared. */
const count = 4400;
const filler = 'Words that stay the same in both texts, again and again. '.repeat(3);
const textOf = (word: string) =>
  Array.from({ length: count }, (_, index) => {
    const heading = index % 50 === 0 ? `## Part ${index / 50}\n\n` : '';
    return `${heading}Paragraph ${index} is ${index % 8 === 5 && index < 4000 ? word : 'kept'}, see [this](https://example.com/${index}). ${filler}\n`;
  }).join('\n');

it('opens a text of 1 MiB with 500 changes, and shows a decision at once (D78)', { tags: ['nightly'] }, async () => {
  await using world = await openConsoleWorld();
  const [before, after] = [textOf('old'), textOf('new')];
  expect(Buffer.byteLength(after)).toBeGreaterThan(1_000_000);
  const { docId } = await openReviewed(world, before, after);
  await using visitor = await world.visit(world.owner);
  const { page, faults, settle } = visitor;
  const session = await world.browser.newBrowserCDPSession();
  /** Seconds of processor time of the pages and their workers. */
  const pageSeconds = async () => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    return processInfo.filter(({ type }) => type === 'renderer').reduce((sum, { cpuTime }) => sum + cpuTime, 0);
  };
  /** Opens an item. Looks rarely whether it is there, because looking takes the processor's time too. */
  const open = async (itemId: string, selector: string, elements: number) => {
    const began = await pageSeconds();
    await page.goto(world.at(`/documents/item/${itemId}`));
    const found = () => page.evaluate(`document.querySelectorAll('${selector}').length`);
    await expect.poll(found, { interval: 250, timeout: 60_000 }).toBe(elements);
    await settle();
    return (await pageSeconds()) - began;
  };
  const headings = Math.ceil(count / 50);
  const { docId: plain } = await world.ok('create_doc', { title: 'Plain', bodyMarkdown: after });
  // The first time loads the code of the page.
  await open(plain, '[data-slug]', headings);
  const plainSeconds = await open(plain, '[data-slug]', headings);
  await open(docId, 'ins[data-mark]', 500);
  const opened = await open(docId, 'ins[data-mark]', 500);
  // The work of the page from a key until its frame, without the time that other programs take.
  const ofPage = await page.context().newCDPSession(page);
  await ofPage.send('Performance.enable', { timeDomain: 'threadTicks' });
  const taskSeconds = async () => {
    const { metrics } = await ofPage.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
  };
  await page.evaluate(
    `addEventListener('keydown', () => requestAnimationFrame(() => setTimeout(() => { painted++; })), true); var painted = 0`,
  );
  const times: number[] = [];
  for (let index = 0; index < 10; index++) {
    const before = await taskSeconds();
    await page.keyboard.press('y');
    await expect.poll(() => page.evaluate('painted')).toBe(index + 1);
    times.push(((await taskSeconds()) - before) * 1000);
    await page.locator(`[aria-label="Change 1 of ${499 - index}"]`).waitFor();
    await settle();
  }
  await page.getByText('490 changes by agents are waiting for a review').waitFor();
  times.sort((one, other) => one - other);
  process.stdout.write(
    `  500 changes in 1 MiB: ${opened.toFixed(2)} s of processor time, ${plainSeconds.toFixed(2)} s without changes; a decision takes ${times[5]?.toFixed(0)} ms until its frame (at most ${times[9]?.toFixed(0)})
`,
  );
  expect(opened).toBeLessThan(5);
  expect(faults).toEqual([]);
});
