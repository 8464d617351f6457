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

it('opens a text of 1 MiB with 500 changes, and shows a decision immediately (D78)', { tags: ['nightly'] }, async () => {
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
  const ofPage = await page.context().newCDPSession(page);
  // Time of the processor: on a busy machine the clock goes on without this page.
  await ofPage.send('Performance.enable', { timeDomain: 'threadTicks' });
  const taskMs = async () => {
    const { metrics } = await ofPage.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
  };
  const times: number[] = [];
  for (let index = 0; index < 10; index++) {
    // Without `void`, the call would wait for the promise.
    await page.evaluate(`void (globalThis.painted = new Promise((done) =>
      addEventListener('keydown', () => requestAnimationFrame(() => setTimeout(done)), { once: true })))`);
    const began = await taskMs();
    await page.keyboard.press('y');
    await page.evaluate('painted');
    times.push((await taskMs()) - began);
    // Wait until the review that contains the decision is rendered, so that this is not counted with the next one.
    await expect.poll(() => page.locator('ins[data-mark]').count(), { interval: 250, timeout: 60_000 }).toBe(499 - index);
    await settle();
  }
  times.sort((one, other) => one - other);
  await page.getByText('490 changes by agents are waiting for a review').waitFor();
  process.stdout.write(
    `  500 changes in 1 MiB: ${opened.toFixed(2)} s of processor time, ${plainSeconds.toFixed(2)} s without changes; a decision takes ${times[5]?.toFixed(0)} ms until its frame (${times[0]?.toFixed(0)} to ${times[9]?.toFixed(0)})
`,
  );
  expect(opened).toBeLessThan(5);
  expect(faults).toEqual([]);
});
