import type { Page } from 'playwright-core';
import type { ConsoleWorld } from '../browser/console-world.ts';
import { type Figure, percentile } from './figure.ts';
import { makeMany } from './many-calls.ts';
import { activeRow, isAnotherRow, keyToPaint, type Step } from './pressed.ts';
import { memoryOf } from './tab-memory.ts';

const documents = 10_000;
const files = 5000;
const wantedMs = 200;

/** Measures lists of 10,000 documents and of a folder with 5,000 files: from a key to its paint, and the memory of the tab. */
export async function measureLists(world: ConsoleWorld, rounds: number): Promise<Figure[]> {
  const { id: many } = await world.ok('create_folder', { name: 'Many documents' });
  await makeMany(world, documents, 'create_doc', (number) => ({ title: `Notes on the matter number ${number}`, folderId: many }));
  const { id: folderId } = await world.ok('create_folder', { name: 'Many files' });
  await makeMany(world, files, 'write_file', (number) => ({ name: `file ${number}.txt`, content: `Number ${number}`, folderId }));
  return [
    ...(await measureList(world, `/documents/folder/${many}`, documents, '10,000 documents', rounds)),
    ...(await measureList(world, `/documents/folder/${folderId}`, files, '5,000 files', rounds)),
  ];
}

async function measureList(world: ConsoleWorld, path: string, count: number, what: string, rounds: number): Promise<Figure[]> {
  await using visitor = await world.visit(world.owner);
  const { page, settle } = visitor;
  await page.goto(world.at(path));
  await page.getByRole('grid', { name: 'Contents' }).getByRole('row').nth(1).waitFor();
  await scrollToEnd(page, count);
  await settle();
  const times: number[] = [];
  const press = async (step: Step) => void times.push(await keyToPaint(page, step));
  for (let round = 0; round < rounds; round++) {
    for (let row = 0; row < 5; row++) await press({ key: 'j', isThere: isAnotherRow });
    await press({ key: 'x', isThere: `document.querySelector('[role=toolbar]') !== null` });
    await press({ key: 'Escape', isThere: `document.querySelector('[role=toolbar]') === null` });
    await press({ key: 'End', isThere: `${activeRow}?.getAttribute('aria-rowindex') === '${count + 1}'` });
    await press({ key: 'k', isThere: isAnotherRow });
    await press({ key: 'Home', isThere: `${activeRow}?.getAttribute('aria-rowindex') === '2'` });
  }
  return [
    { figure: `a key on ${what} to paint, p95`, value: percentile(times, 0.95), unit: 'ms', wanted: wantedMs, of: times.length },
    { figure: 'the longest of them', value: Math.max(...times), unit: 'ms', wanted: wantedMs, of: times.length },
    await memoryOf(page, what),
  ];
}

/** Scrolls to the end of a list, which loads page after page. */
const scrollToEnd = (page: Page, count: number) =>
  page.evaluate(`new Promise((resolve) => {
    const list = document.querySelector('[role=grid][aria-label=Contents]');
    const scroll = () => {
      if (Number(list.getAttribute('aria-rowcount')) > ${count}) return resolve();
      list.scrollTop = list.scrollHeight;
      requestAnimationFrame(scroll);
    };
    scroll();
  })`);
