import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ConsoleWorld, openConsoleWorld } from './console-world.ts';
import { openProgram } from './walks/program.ts';

/** More than the search gives, and more than Home asks for by itself. */
const documents = 1000;

let world: ConsoleWorld;
beforeAll(async () => {
  world = await openConsoleWorld([], { GATEHOUSE_CALLS_PER_MINUTE: '100000' });
  const program = await openProgram(world, 'writer');
  const numbers = Array.from({ length: documents }, (_, number) => number).values();
  const next = async () => {
    for (const number of numbers) await program.call('create_doc', { title: `Note ${number}` });
  };
  await Promise.all(Array.from({ length: 8 }, next));
}, 120_000);
afterAll(() => world[Symbol.asyncDispose]());

it('the search reports that there may be more results than it shows', async () => {
  await using visitor = await world.visit(world.owner);
  const { page, faults } = visitor;
  await page.goto(world.at('/search?q=Note'));
  await page.getByRole('status').getByText('25+ results').waitFor();
  expect(faults).toEqual([]);
});

it('Home reports that an agent may have changed more than it has loaded', async () => {
  await using visitor = await world.visit(world.owner);
  const { page, faults } = visitor;
  await page.goto(world.at('/home'));
  await page
    .getByText(/created \d+\+ items/)
    .first()
    .waitFor();
  expect(faults).toEqual([]);
});
