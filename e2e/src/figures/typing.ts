import type { Page } from 'playwright-core';
import type { ConsoleWorld } from '../browser/console-world.ts';
import { openProgram } from '../browser/walks/program.ts';
import { type Figure, percentile } from './figure.ts';
import { letterToPaint } from './pressed.ts';

const wantedMs = 30;
const word = 'words that are typed beside all that arrives';
const callsPerSecond = 20;

/**
 * Measures from a letter in the source of a document to its paint, while the tab holds 10,000 tasks and an agent changes 20 of them a
 * second.
 */
export async function measureTyping(world: ConsoleWorld, rounds: number): Promise<Figure[]> {
  await world.ok('create_doc', { title: '1 Typed', bodyMarkdown: 'First words.\n' });
  await using visitor = await world.visit(world.owner);
  const { page, settle } = visitor;
  await page.goto(world.at('/tasks'));
  await page.getByRole('status').getByText('10,000 tasks').waitFor();
  // Goes on without a reload, so that the tab keeps its data.
  await goTo(page, 'l', 'Activity');
  await page.getByRole('grid', { name: 'Calls' }).getByRole('row').nth(1).waitFor();
  await goTo(page, 'd', 'Documents');
  await page.getByRole('row', { name: /Typed/ }).click();
  await page.getByRole('article').waitFor();
  await page.keyboard.press('e');
  await page.getByRole('textbox', { name: 'Source of 1 Typed' }).focus();
  await settle();
  await using _changes = await changeTasks(world);
  const times: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.press('Enter');
    for (const [index, letter] of [...word].entries()) {
      const isThere = `document.querySelector('.cm-activeLine').textContent === ${JSON.stringify(word.slice(0, index + 1))}`;
      const ms = await letterToPaint(page, letter, isThere);
      // Code that is loaded on first use is measured elsewhere.
      if (round > 0) times.push(ms);
    }
  }
  const name = 'a letter beside 10,000 live tasks to paint';
  return [
    { figure: `${name}, p95`, value: percentile(times, 0.95), unit: 'ms', wanted: wantedMs, of: times.length },
    { figure: 'the longest of them', value: Math.max(...times), unit: 'ms', of: times.length },
  ];
}

async function goTo(page: Page, key: string, title: string): Promise<void> {
  for (const one of ['g', key]) await page.keyboard.press(one);
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
}

/** Lets an agent change one task after another until disposal. */
async function changeTasks(world: ConsoleWorld): Promise<AsyncDisposable> {
  const agent = await openProgram(world, 'changes tasks');
  const { tasks } = await world.ok('browse_tasks', { limit: 100 });
  let isOver = false;
  const changing = (async () => {
    const begun = performance.now();
    for (let calls = 0; !isOver; calls++) {
      await agent.call('update_task', { taskId: tasks[calls % tasks.length].taskId, notes: `Changed ${calls} times.` });
      const late = begun + (calls + 1) * (1000 / callsPerSecond) - performance.now();
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, late)));
    }
  })();
  return {
    async [Symbol.asyncDispose]() {
      isOver = true;
      await changing;
    },
  };
}
