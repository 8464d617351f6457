import { expect, it } from 'vitest';
import { goodPassword, openBrowser } from '../console/browser.ts';
import { openConsoleWorld, ownerEmail } from './console-world.ts';
import { typeInto } from './walks/hands.ts';

it('reports after a password change that other browsers were signed out, and signs them out (D39)', async () => {
  await using world = await openConsoleWorld();
  const elsewhere = openBrowser(world.origin);
  await elsewhere.ok('sign_in', { email: ownerEmail, password: goodPassword });
  await using owner = await world.visit(world.owner);
  await owner.page.goto(world.at('/account'));
  await typeInto(owner.page.getByLabel('Current password'), goodPassword);
  await typeInto(owner.page.getByLabel('New password'), 'another horse battery');
  await owner.page.getByRole('button', { name: 'Change password' }).click();
  await owner.page.getByText('Password changed. Other browsers were signed out.').waitFor();
  expect(await elsewhere.refused('my_account')).toBe('unauthorized');
  await owner.page.reload();
  await owner.page.getByLabel('Current password').waitFor();
  expect(owner.faults).toEqual([]);
});
