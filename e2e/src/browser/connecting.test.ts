import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ConsoleWorld, openConsoleWorld } from './console-world.ts';
import { typeInto } from './walks/hands.ts';

let world: ConsoleWorld;
beforeAll(async () => {
  world = await openConsoleWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

it('says what each access means, and remembers the kind of program', async () => {
  await using visitor = await world.visit(world.owner);
  const { page, faults } = visitor;
  const create = async (name: string) => {
    await page.goto(world.at('/agents/connect'));
    await typeInto(page.getByLabel('Name', { exact: true }), name);
    await page.getByText('and changes nothing.').waitFor();
    await page.getByText('Read and write', { exact: true }).click();
    await page.getByText('can take it back.').waitFor();
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('group', { name: `${name}'s key` }).waitFor();
    await page.getByRole('button', { name: 'Copy the key' }).click();
  };
  await create('first');
  await page.getByRole('tab', { name: 'Claude Code' }).click();
  await create('second');
  await page.getByRole('tab', { name: 'Claude Code', selected: true }).waitFor();
  expect(faults).toEqual([]);
});
