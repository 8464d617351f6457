import { expect, it } from 'vitest';
import { openConsoleWorld } from './console-world.ts';

it('each page states that agents can only read, to owners immediately, and owners change it in Settings (D85)', async () => {
  await using world = await openConsoleWorld();
  const bob = await world.join('bob@example.com', 'Bob');
  await using owners = await world.visit(world.owner);
  await using members = await world.visit(bob);
  const asked: string[] = [];
  members.page.on('request', (request) => asked.push(request.url()));
  await members.page.goto(world.at('/tasks'));
  await owners.page.goto(world.at('/settings'));
  const [toOwners, toMembers] = [owners, members].map(({ page }) => page.getByText('Agents can only read at the moment.'));
  const onOff = owners.page.getByRole('switch', { name: 'Agents can only read' });
  await onOff.waitFor();
  await members.page.getByRole('heading', { level: 1, name: 'Tasks' }).waitFor();
  expect([await toOwners?.count(), await toMembers?.count(), await onOff.isChecked()]).toEqual([0, 0, false]);

  await onOff.press('Space');
  await owners.page.getByText('Agents can only read now.').waitFor();
  await toOwners?.waitFor();
  expect(await onOff.isChecked()).toBe(true);
  await members.page.reload();
  await toMembers?.waitFor();
  await members.page.getByText('An owner or admin can let them write again.').waitFor();

  await world.ok('set_agents_read_only', { readOnly: false });
  await toOwners?.waitFor({ state: 'detached' });
  expect(await onOff.isChecked()).toBe(false);
  // The setting comes with the account, which each page loads anyway.
  expect(asked.filter((url) => url.endsWith('/whoami'))).toEqual([]);
  expect([owners.faults, members.faults]).toEqual([[], []]);
});
