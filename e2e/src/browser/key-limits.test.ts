import { expect, it } from 'vitest';
import type { Loose } from '../kit/world.ts';
import { openChangingService, tool } from '../services/changing-service.ts';
import { openConsoleWorld } from './console-world.ts';

it('offers the tools of all pages of a connection in the limits of a key', async () => {
  await using service = await openChangingService(Array.from({ length: 201 }, (_, at) => tool(`tool_${String(at).padStart(3, '0')}`)));
  await using world = await openConsoleWorld([], { GATEHOUSE_ALLOW_PRIVATE_SERVICES: '127.0.0.1' });
  const connection = { service: 'large', name: 'Large', kind: 'mcp-http', url: service.url, visibility: 'organization' };
  await world.ok('add_connection', connection);
  await using visitor = await world.visit(world.owner, { viewport: { width: 1280, height: 2600 } });
  const { page, faults } = visitor;
  await page.goto(world.at('/agents/connect'));
  await page.getByText('Read and write').click();
  await page.getByText('Limits:').click();
  await page.getByRole('radiogroup', { name: 'Services' }).getByText('Selected').click();
  await page.getByLabel('Large').check();
  const tools = page.getByRole('group', { name: 'All tools' });
  await tools.getByLabel('tool_200').waitFor();
  expect(await tools.locator('code').count()).toBe(201);
  expect(faults).toEqual([]);
});

it('limits a key to the chosen folders, each with its access (D49.5)', async () => {
  await using world = await openConsoleWorld();
  const { id: plans } = await world.ok('create_folder', { name: 'Plans' });
  const { id: rules } = await world.ok('create_folder', { name: 'Rules' });
  await using visitor = await world.visit(world.owner, { viewport: { width: 1280, height: 1400 } });
  const { page, faults } = visitor;
  await page.goto(world.at('/agents/connect'));
  await page.getByLabel('Name', { exact: true }).pressSequentially('planner');
  await page.getByText('Read and write').click();
  await page.getByText('Limits:').click();
  await page.getByRole('radiogroup', { name: 'Folders' }).getByText('Selected').click();
  await page.getByText('Choose at least one folder.').waitFor();
  expect(await page.getByRole('button', { name: 'Create key' }).isDisabled()).toBe(true);
  await page.getByLabel('Plans', { exact: true }).check();
  await page.getByLabel('Rules', { exact: true }).check();
  await page.getByRole('radiogroup', { name: 'Access to Rules' }).getByText('Read', { exact: true }).click();
  await page.getByText('all tools · 2 folders · all services').waitFor();
  await page.getByRole('button', { name: 'Create key' }).click();
  const keyOf = async (name: string) => (await world.ok('list_keys')).keys.find(({ agentName }: Loose) => agentName === name);
  await expect
    .poll(async () => (await keyOf('planner'))?.folders)
    .toEqual([
      { folderId: plans, access: 'write' },
      { folderId: rules, access: 'read' },
    ]);
  await page.goto(world.at('/agents'));
  await page.getByText('planner').click();
  await page.getByText('Limited to 2 folders').waitFor();
  expect(faults).toEqual([]);
});
