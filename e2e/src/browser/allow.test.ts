import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '../kit/free-port.ts';
import type { Loose } from '../kit/world.ts';
import { callMcp, openClient } from '../oauth/sign-in.ts';
import { type ConsoleWorld, openConsoleWorld } from './console-world.ts';
import { findFaults, phone } from './page-states.ts';

/** Consent page, on which a person allows a client to act for them (D46). */
let world: ConsoleWorld;
beforeAll(async () => {
  const port = await freePort();
  world = await openConsoleWorld(['--port', `${port}`], { GATEHOUSE_BASE_URL: `http://localhost:${port}` });
});
afterAll(() => world[Symbol.asyncDispose]());

it('shows the redirect host next to the longest name, and offers only the requested access', async () => {
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

it('limits a client to a folder, and hides everything outside of it (D49.5)', async () => {
  const { id: folderId } = await world.ok('create_folder', { name: 'Plans' });
  const inside = await world.ok('create_doc', { title: 'Inside', folderId });
  await world.ok('create_doc', { title: 'Outside' });
  await using visitor = await world.visit(world.owner, phone);
  const { page } = visitor;
  const client = openClient(world.origin);
  const { body } = await client.register({ client_name: 'Planner' });
  await page.goto(client.authorization(body.client_id).href);
  await page.getByRole('radiogroup', { name: 'Folders' }).getByText('Selected').click();
  await page.getByLabel('Plans', { exact: true }).check();
  expect(await findFaults(page, 'folders of a client')).toEqual([]);
  const back = page.waitForRequest((request) => request.url().startsWith('http://localhost:8787'));
  await page.getByRole('button', { name: 'Allow Planner' }).click();
  const code = new URL((await back).url()).searchParams.get('code') as string;
  const tokens = (await client.exchange(body.client_id, code)).body;
  const listed = await callMcp(world.origin, tokens.access_token, 'list_docs', {});
  expect(listed.result.structuredContent.docs.map(({ id }: Loose) => id)).toEqual([inside.docId]);
});

it('shows how each client signs in, readable on a phone', async () => {
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
