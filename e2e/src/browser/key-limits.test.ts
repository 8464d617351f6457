import { expect, it } from 'vitest';
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
