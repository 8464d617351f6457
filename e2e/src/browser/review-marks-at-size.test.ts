import { expect, it } from 'vitest';
import { openConsoleWorld } from './console-world.ts';
import { openReviewed } from './reviewed-document.ts';

/** Paragraphs of a text of 1 MiB. */
const count = 5000;
const filler = 'Words that stay the same in both texts, again and again. '.repeat(3);
const textOf = (word: string) =>
  Array.from({ length: count }, (_, index) => {
    const heading = index % 50 === 0 ? `## Part ${index / 50}\n\n` : '';
    return `${heading}Paragraph ${index} is ${index % 10 === 5 ? word : 'kept'}, see [this](https://example.com/${index}). ${filler}\n`;
  }).join('\n');

it('opens a text of 1 MiB with 500 changes, and shows a decision at once (D78)', { tags: ['nightly'] }, async () => {
  await using world = await openConsoleWorld();
  const [before, after] = [textOf('old'), textOf('new')];
  expect(Buffer.byteLength(after)).toBeGreaterThan(1024 * 1024);
  const { docId } = await openReviewed(world, before, after);
  await using visitor = await world.visit(world.owner);
  const { page, faults, settle } = visitor;
  const session = await world.browser.newBrowserCDPSession();
  /** Seconds of processor time of the pages and their workers. */
  const pageSeconds = async () => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    return processInfo.filter(({ type }) => type === 'renderer').reduce((sum, { cpuTime }) => sum + cpuTime, 0);
  };
  // Load the code of the page with another document.
  const { docId: other } = await world.ok('create_doc', { title: 'Other', bodyMarkdown: 'Other text.\n' });
  await page.goto(world.at(`/documents/item/${other}`));
  await page.getByText('Other text.').waitFor();
  await settle();
  const began = await pageSeconds();
  await page.goto(world.at(`/documents/item/${docId}`));
  await page.getByRole('region', { name: 'Change 1 of 500' }).waitFor();
  await page.waitForFunction(`document.querySelectorAll('ins[data-mark]').length === 500`);
  await settle();
  const opened = (await pageSeconds()) - began;
  const times: number[] = [];
  for (let index = 0; index < 10; index++) {
    const painted = page.evaluate<number>(`new Promise((done) => addEventListener('keydown', ({ timeStamp }) =>
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => done(performance.now() - timeStamp);
        port2.postMessage(0);
      }), { once: true }))`);
    await page.keyboard.press('y');
    times.push(await painted);
    await page.getByRole('region', { name: `Change 1 of ${499 - index}` }).waitFor();
  }
  await page.getByText('490 changes by agents are waiting for a review').waitFor();
  times.sort((one, other) => one - other);
  process.stdout.write(
    `  500 changes in 1 MiB: ${opened.toFixed(2)} s of processor time, a decision shows after ${times[5]?.toFixed(0)} ms (longest ${times[9]?.toFixed(0)})\n`,
  );
  expect(opened).toBeLessThan(5);
  expect(faults).toEqual([]);
});
