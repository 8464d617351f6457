import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '../free-port.ts';
import { openClient } from '../oauth/sign-in.ts';
import { type ConsoleWorld, openConsoleWorld } from './console-world.ts';
import { findFaults, phone } from './page-states.ts';

/** The page on which somebody is asked whether a client may act for them (D46). */
let world: ConsoleWorld;
beforeAll(async () => {
  const port = await freePort();
  world = await openConsoleWorld(['--port', `${port}`], { GATEHOUSE_BASE_URL: `http://localhost:${port}` });
});
afterAll(() => world[Symbol.asyncDispose]());

it('shows where the answer goes beside the longest name, and offers no more than is asked for', async () => {
  await using visitor = await world.visit(world.owner, phone);
  const { page } = visitor;
  const client = openClient(world.origin);
  const { body } = await client.register({ client_name: 'W'.repeat(100) });
  await page.goto(client.authorization(body.client_id, { scope: 'read' }).href);
  await page.getByText("you'll return to localhost:8787").waitFor();
  expect(await findFaults(page, 'what a client asks for')).toEqual([]);
  await page.getByRole('combobox', { name: 'Access' }).click();
  await page.getByRole('option').first().waitFor();
  expect(await page.getByRole('option').allTextContents()).toEqual(['Read']);
  expect(visitor.faults).toEqual([]);
});

it('shows how each client signs in, as somebody on a phone reads it', async () => {
  await using visitor = await world.visit(world.owner, phone);
  const { page, faults } = visitor;
  await page.goto(world.at('/agents/connect'));
  const tabs = page.getByRole('tablist', { name: 'Type of agent' }).getByRole('tab');
  await tabs.first().waitFor();
  const found: string[] = [];
  for (const name of await tabs.allTextContents()) {
    await tabs.getByText(name, { exact: true }).click();
    found.push(...(await findFaults(page, name)));
  }
  expect({ found, faults }).toEqual({ found: [], faults: [] });
});
