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
  await page.getByRole('button', { name: 'Remove Claude', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove agent' }).click();
  await expect.poll(async () => (await callMcp(url, body.access_token)).status).toBe(401);
  expect(visitor.faults).toEqual([]);
});
