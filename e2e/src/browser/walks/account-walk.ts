import assert from 'node:assert/strict';
import { openOAuthService } from '@gatehouse/services/testing';
import type { Page } from 'playwright-core';
import type { ClientContext } from '../open-browser.ts';
import { findFaults } from '../page-states.ts';
import { turnTo } from './service-walk.ts';
import type { Walk } from './walk.ts';

let times = 0;

/** People connect their accounts at a service where each signs in, and lose them again. */
export const serviceAccounts: Walk = {
  title:
    'connects a service that people sign in at, each with their own account, sees who has, disconnects somebody, and is told what failed',
  async go(world, hand, view) {
    await using service = await openOAuthService();
    const number = ++times;
    const name = `Notes ${number}`;
    const { origin } = new URL(service.mcpUrl);
    const bob = await world.join(`bob-of-walk-${number}@example.com`, 'Bob Babbage');
    await using visitor = await world.visit(world.owner, view);
    await using colleague = await world.visit(bob, view);
    const { page } = visitor;
    const found: string[] = [];
    const look = async (at: ClientContext, what: string) => {
      await at.settle();
      found.push(...(await findFaults(at.page, what)));
    };
    const parts = (at: Page) => at.getByRole('tablist', { name: 'Service' });
    const own = (at: Page) => at.getByRole('region', { name: 'Your account' });

    await page.goto(world.at('/services/connect'));
    await hand.write(page.getByLabel('MCP server URL'), service.mcpUrl);
    await hand.choose(page, page.getByRole('combobox', { name: 'Credentials' }), 'Sign in (OAuth)');
    await hand.press(page.getByText('The service requires a client ID'));
    await page.getByText(`${world.origin}/app/services/callback`).waitFor();
    await look(visitor, 'how people sign in');
    await hand.press(page.getByRole('button', { name: 'Preview tools' }));
    await page.getByText('Connecting registers Gatehouse there.').waitFor();
    await page.getByText('They appear when the first account is connected').waitFor();
    await look(visitor, 'a service that wants an account');
    await hand.write(page.getByRole('textbox', { name: 'Name', exact: true }), name);
    await hand.write(page.getByRole('textbox', { name: 'Short name' }), `notes-${number}`);
    await hand.press(page.getByRole('button', { name: 'Connect', exact: true }));
    await own(page).getByText('Not connected.').waitFor();
    await own(page)
      .getByText(`You'll sign in at ${new URL(origin).host} and then return here.`)
      .waitFor();
    await look(visitor, 'nobody has connected');

    await hand.press(page.getByRole('button', { name: 'Test', exact: true }));
    await page.getByText('Connect your account, then test it again').waitFor();
    service.signsIn(undefined);
    await hand.press(own(page).getByRole('button', { name: 'Connect your account' }));
    await page.getByRole('heading', { name: "Your account isn't connected" }).waitFor();
    await page.getByText("The service didn't allow this sign-in").waitFor();
    await look(visitor, 'an account that was not allowed');
    service.signsIn('ada');
    await hand.press(page.getByRole('button', { name: 'Try again' }));
    await own(page).getByText('Connected as ada since').waitFor();
    await look(visitor, 'an account that is connected');
    const runs = async (at: Page, as: string) => {
      await turnTo(hand, at, parts(at), 'tab', /tools?$/);
      await hand.open(at, 'Tools', /whoami/);
      await hand.press(at.getByRole('button', { name: 'Run', exact: true }));
      await at.getByRole('region', { name: 'Result' }).getByText(`whoami as ${as}`).waitFor();
      assert.equal(service.calls.at(-1)?.person, as);
    };
    await runs(page, 'ada');

    await colleague.page.goto(world.at('/home'));
    await colleague.page
      .getByRole('region', { name: /Accounts to connect/ })
      .getByText(`so that your agents can call ${name}`)
      .waitFor();
    await look(colleague, 'home with a service that waits');
    await colleague.page.goto(world.at('/services'));
    await colleague.page.getByRole('row', { name: new RegExp(`${name}.*Connect your account`) }).waitFor();
    await hand.open(colleague.page, 'Services', new RegExp(name));
    await colleague.page.getByText('until an account is connected').waitFor();
    await hand.open(colleague.page, 'Tools', /whoami/);
    await hand.press(colleague.page.getByRole('button', { name: 'Run', exact: true }));
    await colleague.page.getByRole('alert').getByText('Not run. Connect your account at').waitFor();
    await look(colleague, 'a call without an account');
    service.signsIn('bob');
    await hand.press(colleague.page.getByRole('button', { name: 'Connect your account' }));
    await own(colleague.page).getByText('Connected as bob since').waitFor();
    assert.equal(await colleague.page.getByRole('region', { name: 'Connected accounts' }).count(), 0);
    await runs(colleague.page, 'bob');

    const { connectionId } = (await world.ok('list_connections')).connections.find((one: { name: string }) => one.name === name);
    await page.goto(`${world.origin}/app/services/${connectionId}`);
    const who = page.getByRole('region', { name: 'Connected accounts' });
    await who.getByRole('row', { name: /Ada Lovelace.*ada/ }).waitFor();
    await who.getByRole('row', { name: /Bob Babbage.*bob/ }).waitFor();
    await look(visitor, 'who has connected');
    await hand.press(who.getByRole('button', { name: 'Disconnect the account of Bob Babbage' }));
    await hand.press(page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }));
    await who.getByRole('row', { name: /Bob Babbage/ }).waitFor({ state: 'detached' });
    await page.getByText(`${name} revoked its tokens.`).waitFor();
    assert.equal(service.revoked.length, 2);
    await hand.press(colleague.page.getByRole('button', { name: 'Run', exact: true }));
    await colleague.page.getByRole('alert').getByText('Not run. Connect your account at').waitFor();

    await colleague.page.goto(world.at('/activity?by=all'));
    await hand.open(colleague.page, 'Calls', /Connect first/);
    await hand.press(colleague.page.getByRole('button', { name: 'Check access' }));
    await hand.press(colleague.page.getByRole('link', { name: 'Connect account' }));
    await own(colleague.page).getByText('Not connected.').waitFor();

    service.endGrants('ada');
    await turnTo(hand, page, parts(page), 'tab', /tools?$/);
    await hand.open(page, 'Tools', /whoami/);
    await hand.press(page.getByRole('button', { name: 'Run', exact: true }));
    await page.getByRole('alert').getByText('Not run. Connect your account at').waitFor();
    await hand.press(page.getByRole('button', { name: 'Close', exact: true }));
    await turnTo(hand, page, parts(page), 'tab', /Accounts/);
    await own(page).getByText('Expired').waitFor();
    await look(visitor, 'an account that has ended');
    service.signsIn('ada');
    await hand.press(own(page).getByRole('button', { name: 'Reconnect your account' }));
    await own(page).getByText('Connected as ada since').waitFor();
    await hand.press(own(page).getByRole('button', { name: 'Disconnect account' }));
    await hand.press(page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }));
    await own(page).getByText('Not connected.').waitFor();

    const faults = [...visitor.faults, ...colleague.faults].filter((fault) => !fault.startsWith(`request: ${origin}/authorize`));
    assert.deepEqual({ found, faults }, { found: [], faults: [] });
  },
};

/** An API with one account for all, at a server that takes no registration. */
export const organizationAccount: Walk = {
  title: 'connects an API with one account for the organization, with a client id that was given',
  async go(world, hand, view) {
    await using service = await openOAuthService();
    service.behaviour.registers = false;
    const number = ++times;
    const name = `Notebook ${number}`;
    const { origin } = new URL(service.apiUrl);
    const bob = await world.join(`bob-of-api-${number}@example.com`, 'Bob Babbage');
    await using visitor = await world.visit(world.owner, view);
    await using colleague = await world.visit(bob, view);
    const { page } = visitor;
    const found: string[] = [];
    const look = async (at: ClientContext, what: string) => {
      await at.settle();
      found.push(...(await findFaults(at.page, what)));
    };

    await page.goto(world.at('/services/connect'));
    await turnTo(hand, page, page.getByRole('radiogroup', { name: 'Type of service' }), 'radio', /HTTP API/);
    await hand.write(page.getByLabel('OpenAPI document URL'), service.documentUrl);
    await hand.write(page.getByLabel('Base URL'), service.apiUrl);
    await hand.choose(page, page.getByRole('combobox', { name: 'Credentials' }), 'Sign in (OAuth)');
    await turnTo(hand, page, page.getByRole('radiogroup', { name: 'Whose account' }), 'radio', /One for the organization/);
    await hand.press(page.getByRole('button', { name: 'Preview tools' }));
    const redirectUri = `${world.origin}/app/services/callback`;
    await page.getByRole('alert').getByText('It may require a client ID').waitFor();
    const client = service.register(redirectUri, { withSecret: true });
    await hand.press(page.getByText('The service requires a client ID'));
    await hand.write(page.getByRole('textbox', { name: 'Client ID' }), client.id);
    await hand.write(page.getByRole('textbox', { name: 'Client secret' }), client.secret ?? '');
    await look(visitor, 'a client id');
    await hand.press(page.getByRole('button', { name: 'Preview tools' }));
    await page.getByText('Gatehouse uses the client that you entered.').waitFor();
    await page.getByText('3 tools: 2 read, 1 write.').waitFor();
    await hand.write(page.getByRole('textbox', { name: 'Name', exact: true }), name);
    await hand.write(page.getByRole('textbox', { name: 'Short name' }), `notebook-${number}`);
    await hand.press(page.getByRole('button', { name: 'Connect', exact: true }));
    const own = (at: Page) => at.getByRole('region', { name: "The organization's account" });
    await own(page).getByText('Not connected.').waitFor();
    const address = page.getByRole('region', { name: 'Redirect URI' }).getByRole('code');
    client.redirectUris.push((await address.textContent()) ?? '');
    await look(visitor, 'no account of the organization');

    await colleague.page.goto(`${page.url()}`);
    await own(colleague.page).getByText('Ask an owner or admin to connect it.').waitFor();
    assert.equal(await colleague.page.getByRole('button', { name: /^Connect/ }).count(), 0);
    await look(colleague, 'an account that others connect');
    service.signsIn('ada');
    await hand.press(own(page).getByRole('button', { name: 'Connect the account' }));
    await own(page).getByText('Connected as ada since').waitFor();
    await look(visitor, 'the account of the organization');
    await colleague.page.reload();
    await own(colleague.page).getByText('Connected as ada since').waitFor();
    const parts = colleague.page.getByRole('tablist', { name: 'Service' });
    await turnTo(hand, colleague.page, parts, 'tab', /tools$/);
    await hand.open(colleague.page, 'Tools', /whoami/);
    await hand.press(colleague.page.getByRole('button', { name: 'Run', exact: true }));
    await colleague.page.getByRole('region', { name: 'Result' }).getByText('"person": "ada"').waitFor();
    assert.ok(!(await page.content()).includes(client.secret ?? 'none'));

    // Another tab has no state of the sign-in. If the browser returns there, the page reports that and leads back.
    await using other = await world.visit(world.owner, view);
    await other.page.goto(`${redirectUri}?code=code&state=state`);
    await other.page.getByText('This sign-in was started in another tab.').waitFor();
    await look(other, 'a sign-in of another tab');
    await hand.press(other.page.getByRole('link', { name: 'Open services' }));
    await other.page.getByRole('row', { name: new RegExp(name) }).waitFor();
    await other.page.goto(`${world.origin}/app/services/conn_01jd2x7q8me3k5w9t4v6b8n0r2`);
    await other.page.getByRole('heading', { name: 'Service not found' }).waitFor();
    await look(other, 'a service that is not there');
    const begun = JSON.stringify({ orgId: world.orgId, connectionId: 'conn_01jd2x7q8me3k5w9t4v6b8n0r2', name });
    await other.page.evaluate(`sessionStorage.setItem('gatehouse-service-sign-in', ${JSON.stringify(begun)})`);
    await other.page.context().clearCookies();
    await other.page.goto(`${redirectUri}?code=code&state=state`);
    await other.page.getByText('Your Gatehouse session ended in the meantime').waitFor();
    await other.page.getByRole('link', { name: 'Sign in' }).waitFor();
    await look(other, 'a sign-in that comes back after the session');

    const faults = [visitor, colleague, other].flatMap((one) => one.faults);
    assert.deepEqual(
      { found, faults: faults.filter((fault) => !fault.startsWith(`request: ${origin}/authorize`)) },
      { found: [], faults: [] },
    );
  },
};
