// A program: takes the pictures of the guides to MCP clients again, `node e2e/src/browser/pictures/take-client-pictures-process.ts`.
import path from 'node:path';
import type { Page } from 'playwright-core';
import { freePort } from '../../kit/free-port.ts';
import { callMcp, openClient } from '../../oauth/sign-in.ts';
import { openConsoleWorld } from '../console-world.ts';

const folder = path.join(import.meta.dirname, '../../../../docs/pictures');

const port = await freePort();
const url = `http://localhost:${port}`;
const redirectUri = `${url}/healthz`;
await using world = await openConsoleWorld(['--port', `${port}`], { GATEHOUSE_BASE_URL: url });
await using owner = await world.visit(world.owner, { colorScheme: 'light', viewport: { width: 1280, height: 760 } });
const { page } = owner;

/** Takes a picture with the public address in place of the local one. */
async function take(file: string): Promise<void> {
  await page.evaluate(`
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode())
      texts.currentNode.nodeValue = texts.currentNode.nodeValue
        .replaceAll(${JSON.stringify(url)}, 'https://gatehouse.example')
        .replaceAll(${JSON.stringify(new URL(url).host)}, 'claude.ai');
  `);
  await page.screenshot({ path: path.join(folder, file) });
}

async function begin(clientName: string, visited: Page): Promise<{ client: ReturnType<typeof openClient>; clientId: string }> {
  const client = openClient(url);
  const { client_id: clientId } = (await client.register({ client_name: clientName, redirect_uris: [redirectUri] })).body;
  await visited.goto(client.authorization(clientId, { redirect_uri: redirectUri }).href);
  await visited.getByRole('heading', { name: `Let ${clientName} act for you?` }).waitFor();
  return { client, clientId };
}

await begin('ChatGPT', page);
const { client, clientId } = await begin('Claude', page);
await take('allow.png');
await page.getByRole('button', { name: 'Allow Claude' }).click();
await page.waitForURL(/code=/);
const code = new URL(page.url()).searchParams.get('code') as string;
const { body } = await client.exchange(clientId, code, { redirect_uri: redirectUri });
await callMcp(url, body.access_token);

await page.goto(world.at('/agents/connect'));
await page.getByRole('tab', { name: 'Cursor' }).click();
await page.getByText('Waiting for the client to sign in').waitFor();
await take('connect-client.png');
await page.goto(world.at('/agents/attempts'));
await page.getByText('It is signed in and has called tools.').waitFor();
await page.getByText('Steps').first().click();
await take('connect-doctor.png');
