import type { ConsoleWorld } from '../browser/console-world.ts';
import { type Figure, percentile } from './figure.ts';
import { makeMany } from './many-calls.ts';
import { activeRow, isAnotherRow, keyToPaint, letterToPaint, type Step } from './pressed.ts';
import { memoryOf } from './tab-memory.ts';

const tasks = 10_000;
/** Goal for pages with this many entries. */
const wantedMs = 200;

const isFiltered = `new URLSearchParams(location.search).get('text') === wanted && field.value === wanted`;

/** Measures 10,000 open tasks in a list and on a board: from a key to the paint of its effect, and the memory of the tab. */
export async function measureTasks(world: ConsoleWorld, rounds: number): Promise<Figure[]> {
  await makeMany(world, tasks, 'create_task', (number) => ({
    title: `Look into the matter number ${number}`,
    notes: 'What was said of it, in a line.',
  }));
  await using visitor = await world.visit(world.owner);
  const { page, settle } = visitor;
  await page.goto(world.at('/tasks'));
  await page.getByRole('status').getByText('10,000 tasks').waitFor();
  await settle();
  const times: number[] = [];
  const press = async (step: Step) => void times.push(await keyToPaint(page, step));
  for (let round = 0; round < rounds; round++) {
    for (let row = 0; row < 5; row++) await press({ key: 'j', isThere: isAnotherRow });
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
  for (const letter of 'number 4') times.push(await letterToPaint(page, letter, isFiltered));
  return [
    { figure: 'a key on 10,000 tasks to paint, p95', value: percentile(times, 0.95), unit: 'ms', wanted: wantedMs, of: times.length },
    { figure: 'the longest of them', value: Math.max(...times), unit: 'ms', wanted: wantedMs, of: times.length },
    await memoryOf(page, '10,000 tasks'),
  ];
}
