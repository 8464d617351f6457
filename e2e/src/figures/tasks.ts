import type { Page } from 'playwright-core';
import type { ConsoleWorld } from '../browser/console-world.ts';
import { type Figure, percentile } from './figure.ts';
import { whenPainted } from './painted.ts';

const tasks = 10_000;
const callsTogether = 16;
/** What the goal says of pages with so many entries. */
const wantedMs = 200;
const wantedMemoryMb = 300;

/** What is done on the page, and how it shows that it was. */
interface Step {
  key: string;
  isThere: string;
}

const activeRow = `document.querySelector('[role=row][data-active]')`;
const rowBefore = `window.before = ${activeRow}?.id`;

/** Of 10,000 open tasks in a list and on a board: from a key until what it does is painted, and what the tab holds. */
export async function measureTasks(world: ConsoleWorld, rounds: number): Promise<Figure[]> {
  await fill(world);
  await using visitor = await world.visit(world.owner);
  const { page, settle } = visitor;
  await page.goto(world.at('/tasks'));
  await page.getByRole('status').getByText('10,000 tasks').waitFor();
  await settle();
  const times: number[] = [];
  const press = async (step: Step) => void times.push(await keyToPaint(page, step));
  for (let round = 0; round < rounds; round++) {
    for (let row = 0; row < 5; row++) await press({ key: 'j', isThere: `${activeRow} !== null && ${activeRow}.id !== window.before` });
    await press({ key: 'x', isThere: `document.querySelector('[role=toolbar]') !== null` });
    await press({ key: 'Escape', isThere: `document.querySelector('[role=toolbar]') === null` });
    await press({ key: 's', isThere: `${activeRow}?.textContent.includes('Stuck')` });
    await press({ key: 't', isThere: `${activeRow}?.textContent.includes('Todo')` });
    await press({ key: 'v', isThere: `document.querySelector('section[aria-label=Todo] li') !== null` });
    await settle();
    for (let card = 0; card < 3; card++)
      await press({ key: 'j', isThere: `document.activeElement.closest('li') !== null && document.activeElement.id !== 'x'` });
    await press({ key: 'p', isThere: `document.querySelector('section[aria-label="In progress"] li') !== null` });
    await press({ key: 'v', isThere: `document.querySelector('[role=grid] [role=row][id]') !== null` });
    await settle();
  }
  const field = page.getByRole('textbox', { name: 'Title or number' });
  await field.focus();
  for (const letter of 'number 4') times.push(await letterToPaint(page, letter));
  return [
    { figure: 'a key on 10,000 tasks to paint, p95', value: percentile(times, 0.95), unit: 'ms', wanted: wantedMs, of: times.length },
    { figure: 'the longest of them', value: Math.max(...times), unit: 'ms', wanted: wantedMs, of: times.length },
    { figure: 'memory of the tab with them', value: await memoryMb(page), unit: 'MB', wanted: wantedMemoryMb, of: 1 },
  ];
}

/** From the key, which the page gets by itself: what the browser is told takes time of its own. */
function keyToPaint(page: Page, { key, isThere }: Step): Promise<number> {
  return page.evaluate(`(async () => {
    ${rowBefore};
    const begun = performance.now();
    (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent('keydown', { key: ${JSON.stringify(key)}, bubbles: true, cancelable: true }));
    return (await ${whenPainted(isThere)}) - begun;
  })()`);
}

function letterToPaint(page: Page, letter: string): Promise<number> {
  return page.evaluate(`(async () => {
    const field = document.activeElement;
    const wanted = field.value + ${JSON.stringify(letter)};
    const begun = performance.now();
    document.execCommand('insertText', false, ${JSON.stringify(letter)});
    return (await ${whenPainted(`new URLSearchParams(location.search).get('text') === wanted && field.value === wanted`)}) - begun;
  })()`);
}

async function memoryMb(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize / 1024 ** 2;
}

async function fill({ gateway }: ConsoleWorld): Promise<void> {
  const numbers = Array.from({ length: tasks }, (_, index) => index).values();
  await Promise.all(
    Array.from({ length: callsTogether }, async () => {
      for (const number of numbers) {
        const answer = await fetch(`${gateway.url}/v1/tools/create_task`, {
          method: 'POST',
          headers: { Authorization: `Bearer ${gateway.key}`, 'Content-Type': 'application/json' },
          body: JSON.stringify({ title: `Look into the matter number ${number}`, notes: 'What was said of it, in a line.' }),
        });
        const text = await answer.text();
        if (answer.status !== 200) throw new Error(`create_task: ${text}`);
      }
    }),
  );
}
