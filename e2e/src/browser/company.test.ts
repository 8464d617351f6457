import { expect, it } from 'vitest';
import { clientId, openCompanyServer } from '../company/company-server.ts';
import { goodPassword } from '../console/browser.ts';
import { sqliteEngine } from '../kit/engines.ts';
import { credential as clientSecret } from '../secrets/planted.ts';
import { findBarriers } from './accessibility.ts';
import { openConsoleWorld } from './console-world.ts';
import { typeInto } from './walks/hands.ts';

it('links, joins and signs in with the company from the pages, and advises what to do if that is impossible', async () => {
  await using server = await openCompanyServer(clientSecret);
  server.colleagues.set('ada', { email: 'ada@company.test', email_verified: true, name: 'Ada' });
  server.colleagues.set('bob', { email: 'bob@company.test', email_verified: true, name: 'Bob' });
  // The place of the gateway fails this test where it says or keeps the secret.
  await using world = await openConsoleWorld([], {
    GATEHOUSE_OIDC_ISSUER: server.issuer,
    GATEHOUSE_OIDC_CLIENT_ID: clientId,
    GATEHOUSE_OIDC_CLIENT_SECRET: clientSecret,
  });
  server.register(`${world.origin}/app/company/callback`);
  const { host } = new URL(server.issuer);

  await using owner = await world.visit(world.owner);
  server.signsIn('ada');
  await owner.page.goto(world.at('/account'));
  await owner.page.getByRole('button', { name: `Link ${host}` }).click();
  await typeInto(owner.page.getByRole('dialog').getByLabel('Your password'), goodPassword);
  expect(await findBarriers(owner.page)).toEqual([]);
  await owner.page.getByRole('button', { name: 'Continue and link' }).click();
  await owner.page.getByRole('button', { name: 'Unlink ada@company.test' }).waitFor();
  expect(await findBarriers(owner.page)).toEqual([]);

  await using visitor = await world.visit();
  server.signsIn('bob');
  await visitor.page.goto(`${world.origin}/app/sign-in`);
  await visitor.page.getByRole('button', { name: `Sign in with ${host}` }).click();
  await visitor.page.getByText('No account is linked to this company identity').waitFor();
  expect(await findBarriers(visitor.page)).toEqual([]);
  expect(new URL(visitor.page.url()).pathname).toBe('/app/company/callback');

  await owner.page.goto(world.at('/settings'));
  await typeInto(owner.page.getByRole('textbox', { name: 'Domain' }), 'company.test');
  await owner.page.getByRole('button', { name: 'Add domain' }).click();
  await owner.page.getByRole('button', { name: 'Remove company.test' }).waitFor();
  expect(await findBarriers(owner.page)).toEqual([]);

  await visitor.page.getByRole('link', { name: 'Sign in' }).click();
  await visitor.page.getByRole('button', { name: `Sign in with ${host}` }).click();
  await visitor.page.waitForURL(`${world.origin}/app/${world.orgId}/**`);
  const { people } = await world.ok('list_people');
  expect(people).toMatchObject([{ role: 'owner' }, { email: 'bob@company.test', role: 'member', hasAccount: true }]);

  const { link } = await world.ok('invite_person', { email: 'carol@acme.test' });
  server.colleagues.set('carol', { email: 'carol@elsewhere.test', email_verified: false, name: 'Carol' });
  server.signsIn('carol');
  await using invited = await world.visit();
  await invited.page.goto(link);
  await invited.page.getByRole('button', { name: `Join with ${host}` }).click();
  await invited.page.waitForURL(`${world.origin}/app/${world.orgId}/**`);

  // Carol has no password: what others give theirs for, she does when she has just signed in.
  await sqliteEngine.change(world.place.data, 'update sessions set created_at = created_at - 600000');
  const { page } = invited;
  await page.goto(world.at('/account'));
  await page.getByRole('button', { name: 'Unlink carol@elsewhere.test' }).click();
  await page.getByRole('button', { name: 'Unlink', exact: true }).click();
  await page.getByText('Sign in again to make this change.').waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('link', { name: 'Sign in again' }).click();
  await page.getByRole('button', { name: `Sign in with ${host}` }).click();
  await page.waitForURL(world.at('/account'));
  expect(await page.getByLabel('Current password').count()).toBe(0);
  await typeInto(page.getByLabel('New password'), goodPassword);
  await page.getByRole('button', { name: 'Set password' }).click();
  await page.getByRole('button', { name: 'Change password' }).waitFor();
  await page.getByRole('button', { name: 'Unlink carol@elsewhere.test' }).click();
  await typeInto(page.getByRole('dialog').getByLabel('Your password'), goodPassword);
  await page.getByRole('button', { name: 'Unlink', exact: true }).click();
  await page.getByText('can no longer sign in to this account').first().waitFor();

  const faults = [owner, visitor, invited].flatMap((one) => one.faults);
  expect(faults.filter((fault) => !fault.startsWith(`request: ${server.issuer}/`))).toEqual([]);
});
