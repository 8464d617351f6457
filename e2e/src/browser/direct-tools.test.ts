import { expect, it } from 'vitest';
import type { Loose } from '../kit/world.ts';
import { openChangingService, tool } from '../services/changing-service.ts';
import { openConsoleWorld } from './console-world.ts';

it.each([1280, 390])(
  'shows the bytes of a direct tool or why it cannot be listed, adds and removes it, %i pixels wide (D76)',
  async (width) => {
    await using service = await openChangingService([tool('create_issue'), tool('list_issues'), tool('odd.name')]);
    await using world = await openConsoleWorld([], { GATEHOUSE_ALLOW_PRIVATE_SERVICES: '127.0.0.1' });
    const connection = { service: 'github', name: 'GitHub', kind: 'mcp-http', url: service.url, visibility: 'organization' };
    const { connectionId } = await world.ok('add_connection', connection);
    const { id: agentId } = await world.ok('create_agent', { name: 'robot' });
    const { keyId } = await world.ok('create_key', { agentId, access: 'write' });
    const directTools = async () => (await world.ok('list_keys')).keys.find((key: Loose) => key.keyId === keyId).directTools;
    await using visitor = await world.visit(world.owner, { viewport: { width, height: 1400 } });
    const { page, faults } = visitor;
    await page.goto(world.at('/agents'));
    await page.getByText('robot').click();
    await page.getByRole('button', { name: /^Direct tools of/ }).click();
    const tools = page.getByRole('group', { name: 'Direct tools' });
    const add = tools.getByRole('button', { name: 'Add tool' });
    const look = async (name: string) => {
      await tools.getByRole('combobox', { name: 'Tool' }).fill(name);
      await page.getByRole('option', { name }).click();
    };
    const choose = async (name: string) => {
      await look(name);
      await tools.getByText(/It adds \d+ bytes/).waitFor();
      await add.click();
    };
    await look('odd.name');
    await tools.getByText("It can't be listed: clients would refuse it: its name must be 1 to 64 letters").waitFor();
    expect(await add.isDisabled()).toBe(true);
    await choose('create_issue');
    await tools.getByText('github__create_issue').waitFor();
    await tools.getByText(/They add \d+ bytes to its list of tools/).waitFor();
    await tools.getByLabel('Always this one, not the newest of its kind').check();
    await choose('list_issues');
    await tools.getByText('github__list_issues').waitFor();
    expect(await directTools()).toEqual([
      { toolSlug: 'github__create_issue', connectionId: null },
      { toolSlug: 'github__list_issues', connectionId },
    ]);
    await world.ok('switch_service_tool', { connectionId, tool: 'list_issues', on: false });
    await tools.getByText('Not listed: it is switched off').waitFor();
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/direct-tools-${width}.png` });
    await tools.getByRole('button', { name: 'Remove github__create_issue' }).click();
    await tools.getByText('github__create_issue').waitFor({ state: 'detached' });
    await tools.getByRole('button', { name: 'Close' }).click();
    await page.getByText('1 direct tool', { exact: true }).waitFor();
    expect(faults).toEqual([]);
  },
);
