import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPlace } from '../cli/command.ts';
import { forEachEngine } from '../kit/engines.ts';
import { openBrowser, visit } from './open-browser.ts';
import { typeInto } from './walks/hands.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

forEachEngine((engine) => {
  it('a new user opens the printed link, connects a program, sees its first calls arrive, and revokes its key', async () => {
    using place = openPlace();
    await using gateway = await place.start([], { env: await engine.environment(place.data) });
    const link = /http\S+\/app\/set-up#\S+/.exec(gateway.greeting)?.[0] as string;
    const { origin } = new URL(link);
    await using newcomer = await visit(browser, origin);
    const { page, faults } = newcomer;

    await page.goto(link);
    await typeInto(page.getByLabel('Organization'), 'Acme');
    await typeInto(page.getByLabel('Your name'), 'Ada');
    await typeInto(page.getByLabel('E-mail'), 'ada@example.com');
    await typeInto(page.getByRole('textbox', { name: 'Password' }), 'correct horse battery');
    await page.getByRole('button', { name: 'Create workspace' }).click();

    await page.getByRole('link', { name: 'Connect an agent' }).click();
    await typeInto(page.getByLabel('Name'), 'release-bot');
    await page.getByRole('button', { name: 'Create key' }).click();
    const key = (await page.locator('[data-secret]').textContent()) as string;
    await page.getByText('Waiting for the first call').waitFor();
    expect(await callOverHttp(gateway.url, key)).toBe(200);
    await page.getByRole('status').getByText('whoami over HTTP').waitFor();

    await page.getByRole('link', { name: 'Activity', exact: true }).click();
    await callsOf(page, 'release-bot').first().waitFor();
    expect(await callOverMcp(gateway.url, key)).toBe(200);
    await expect
      .poll(() => callsOf(page, 'release-bot').allTextContents())
      .toEqual([expect.stringMatching(/MCP.*release-bot.*list_docs.*OK/), expect.stringMatching(/HTTP.*release-bot.*whoami.*OK/)]);

    await page.getByRole('link', { name: 'Agents' }).click();
    await page.getByRole('heading', { level: 1, name: 'Agents' }).waitFor();
    await page.getByRole('row', { name: /release-bot/ }).click();
    await page.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('button', { name: 'Revoke key' }).click();
    await page.getByText(/^Key .* revoked\.$/).waitFor();
    expect(await callOverHttp(gateway.url, key)).toBe(401);
    await page.getByRole('row', { name: /release-bot.*None active/ }).waitFor();
    expect(faults).toEqual([]);

    // The link worked once.
    await using other = await visit(browser, origin);
    await other.page.goto(link);
    await other.page.getByText("This link doesn't work").waitFor();
  });
});

const callsOf = (page: Page, agent: string) => page.getByRole('grid', { name: 'Calls' }).getByRole('row', { name: agent });

async function callOverHttp(url: string, key: string): Promise<number> {
  const answer = await fetch(`${url}/v1/tools/whoami`, { method: 'POST', headers: { Authorization: `Bearer ${key}` } });
  return answer.status;
}

async function callOverMcp(url: string, key: string): Promise<number> {
  const headers = {
    Authorization: `Bearer ${key}`,
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
  };
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_docs', arguments: {} } };
  const answer = await fetch(`${url}/mcp`, { method: 'POST', headers, body: JSON.stringify(call) });
  return answer.status;
}
