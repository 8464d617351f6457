import { expect, it } from 'vitest';
import { goodPassword } from '../console/browser.ts';
import { freePort } from '../free-port.ts';
import { callMcp, openClient } from '../oauth/sign-in.ts';
import { findBarriers } from './accessibility.ts';
import { openConsoleWorld, ownerEmail } from './console-world.ts';

it('asks whoever signs in whether a client may act for them, and takes them back to it (D46)', async () => {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  await using world = await openConsoleWorld(['--port', `${port}`], { GATEHOUSE_BASE_URL: url });
  const redirectUri = `${url}/healthz`;
  const client = openClient(url);
  const { client_id: clientId } = (await client.register({ client_name: 'Claude', redirect_uris: [redirectUri] })).body;
  const begin = client.authorization(clientId, { redirect_uri: redirectUri }).href;

  // Nobody is signed in: first the person signs in, and comes back to the question.
  await using visitor = await world.visit();
  const { page } = visitor;
  await page.goto(begin);
  await page.getByLabel('E-mail').fill(ownerEmail);
  await page.getByRole('textbox', { name: 'Password' }).fill(goodPassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: 'Let Claude act for you?' }).waitFor();
  expect(await page.getByText(`Ada Lovelace (${ownerEmail})`).count()).toBe(1);
  expect(await page.getByText(`the answer goes to localhost:${port}`).count()).toBe(1);
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Refuse' }).click();
  await page.waitForURL(/error=access_denied/);

  await page.goto(begin);
  await page.getByRole('combobox', { name: 'It may' }).click();
  await page.getByRole('option', { name: 'Read', exact: true }).click();
  await page.getByRole('button', { name: 'Allow Claude' }).click();
  await page.waitForURL(/code=/);
  const code = new URL(page.url()).searchParams.get('code') as string;
  const { body } = await client.exchange(clientId, code, { redirect_uri: redirectUri });
  expect(body).toMatchObject({ scope: 'read' });
  expect((await callMcp(url, body.access_token)).status).toBe(200);

  await page.goto(world.at('/agents'));
  await page.getByText('Claude', { exact: true }).first().click();
  await page.getByText('sign-in').first().waitFor();
  expect(await page.getByRole('button', { name: /Rotate/ }).count()).toBe(0);
  await page.getByRole('link', { name: 'Its sign-in' }).click();
  await page.getByText('It is signed in, and has called.').waitFor();
  await page.getByText('Its steps').first().click();
  await page.getByText('consent 200').waitFor();
  expect(await findBarriers(page)).toEqual([]);

  await page.goto(world.at('/agents'));
  await page.getByText('Claude', { exact: true }).first().click();
  await page.getByRole('button', { name: 'Remove Claude', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove agent' }).click();
  await expect.poll(async () => (await callMcp(url, body.access_token)).status).toBe(401);
  expect(visitor.faults).toEqual([]);
});

it('shows how each client is connected that signs in, and gives a program an address where it is not told to (D47)', async () => {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  await using world = await openConsoleWorld(['--port', `${port}`], { GATEHOUSE_BASE_URL: url });
  await using owner = await world.visit(world.owner);
  const { page } = owner;
  await page.goto(world.at('/agents/connect'));
  for (const name of ['Claude', 'ChatGPT', 'Cursor', 'VS Code']) {
    await page.getByRole('tab', { name }).click();
    await page.getByText('Waiting for the client to sign in').waitFor();
    expect(await page.getByRole('tabpanel').locator('pre').first().textContent()).toContain(`${url}/mcp`);
    expect(await findBarriers(page)).toEqual([]);
  }
  expect(await page.getByRole('link', { name: 'Open VS Code' }).getAttribute('href')).toBe(
    `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name: 'gatehouse', type: 'http', url: `${url}/mcp` }))}`,
  );
  await page.getByRole('tab', { name: 'Cursor' }).click();
  const cursor = new URL((await page.getByRole('link', { name: 'Open Cursor' }).getAttribute('href')) ?? '');
  expect(JSON.parse(atob(cursor.searchParams.get('config') ?? ''))).toEqual({ url: `${url}/mcp` });
  // The page follows a client that begins meanwhile.
  const client = openClient(url);
  const { client_id: clientId } = (await client.register({ client_name: '<img src=x onerror=alert(1)> on a laptop' })).body;
  await page.evaluate((address) => fetch(address, { redirect: 'manual' }), client.authorization(clientId).href);
  await page.getByText('<img src=x onerror=alert(1)> on a laptop').waitFor();

  await page.getByRole('tab', { name: 'Program' }).click();
  await page.getByLabel('Name').fill('bot');
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByRole('tab', { name: 'MCP JSON' }).click();
  expect(await page.getByRole('tabpanel').locator('pre').textContent()).toContain(`"${url}/mcp/key"`);
  expect(owner.faults).toEqual([]);
});
