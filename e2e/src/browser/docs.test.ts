import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPlace, type Place, type Running } from '../cli/command.ts';
import { findBarriers } from './accessibility.ts';
import { openBrowser, visit } from './open-browser.ts';
import { typeInto } from './walks/hands.ts';

const views = [
  { colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  { colorScheme: 'dark', viewport: { width: 390, height: 844 } },
] as const;
/** The contents, text, code, tables, and pictures. */
const pages = ['', '/start/try-it', '/guides/connect-other-clients', '/api/edit_doc', '/reference/settings'];

async function isLight(page: Page): Promise<boolean> {
  const ground = await page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor');
  const [lightness = 0] = /[\d.]+/.exec(ground)?.map(Number) ?? [];
  return lightness > 0.5;
}

describe('the documentation', () => {
  let browser: Browser;
  let place: Place;
  let gateway: Running;
  beforeAll(async () => {
    place = openPlace();
    [browser, gateway] = await Promise.all([openBrowser(), place.start()]);
  });
  afterAll(async () => {
    await browser.close();
    await gateway.stop();
    place[Symbol.dispose]();
  });

  it.each(views)('is accessible, fits, and loads nothing from elsewhere: $colorScheme, $viewport.width pixels', async (view) => {
    await using reader = await visit(browser, gateway.url, view);
    const { page, faults, settle } = reader;
    const found: string[] = [];
    for (const address of pages) {
      await page.goto(`${gateway.url}/docs${address}`);
      await settle();
      found.push(...(await findBarriers(page)).map((barrier) => `${address}: ${barrier}`));
      const width = await page.evaluate<number>('document.documentElement.scrollWidth');
      if (width > view.viewport.width) found.push(`${address}: is ${width} pixels wide`);
    }
    expect(await isLight(page)).toBe(view.colorScheme === 'light');
    expect({ found, faults }).toEqual({ found: [], faults: [] });
  });

  it('uses the theme chosen in the console, otherwise that of the system', async () => {
    await using reader = await visit(browser, gateway.url, { colorScheme: 'light' });
    const { page, faults } = reader;
    await page.goto(`${gateway.url}/docs`);
    const seen = [];
    for (const theme of ['dark', 'light', 'auto']) {
      await page.evaluate(`localStorage.setItem('mantine-color-scheme-value', '${theme}')`);
      await page.reload();
      seen.push(await isLight(page));
    }
    expect(seen).toEqual([false, true, true]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await isLight(page)).toBe(false);
    expect(faults).toEqual([]);
  });

  it('is searched by typing, and opened with the keyboard', async () => {
    await using reader = await visit(browser, gateway.url);
    const { page, faults } = reader;
    await page.goto(`${gateway.url}/docs`);
    await page.keyboard.press('/');
    await typeInto(page.getByRole('searchbox', { name: 'Search the documentation' }), 'stale_version');
    const results = page.locator('#results').getByRole('link');
    await results.first().waitFor();
    await expect.poll(() => results.allTextContents().then((texts) => texts.join())).toContain('stale_version');
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/docs\/.+/);
    await page.getByRole('article').getByText('stale_version').first().waitFor();
    await page.keyboard.press('/');
    await typeInto(page.getByRole('searchbox'), 'qqqqq');
    await page.getByText('Nothing found for “qqqqq”.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('Nothing found').waitFor({ state: 'hidden' });
    expect(faults).toEqual([]);
  });

  it('shows its contents behind a button on a phone', async () => {
    await using reader = await visit(browser, gateway.url, { viewport: { width: 390, height: 844 } });
    const { page, faults } = reader;
    await page.goto(`${gateway.url}/docs/start/try-it`);
    await page.getByRole('button', { name: 'Contents' }).click();
    const contents = page.getByRole('navigation', { name: 'Contents' });
    await contents.getByText('Reference', { exact: true }).click();
    await contents.getByRole('link', { name: 'Tools', exact: true }).click();
    await page.waitForURL('**/docs/api');
    await page.getByRole('heading', { level: 1, name: 'Tools' }).waitFor();
    expect(faults).toEqual([]);
  });

  it('scrolls a long list of contents to the current page', async () => {
    await using reader = await visit(browser, gateway.url);
    const { page } = reader;
    await page.goto(`${gateway.url}/docs/api/execute_service_tool`);
    const current = page.getByRole('navigation', { name: 'Contents' }).getByRole('link', { name: 'execute_service_tool', exact: true });
    await expect.poll(async () => (await current.boundingBox())?.y ?? 0).toBeLessThan(800);
    expect(await current.getAttribute('aria-current')).toBe('page');
  });

  it.each(views)('calls a tool from its page with a key that is not stored: $colorScheme, $viewport.width pixels', async (view) => {
    await using reader = await visit(browser, gateway.url, view);
    const { page, faults } = reader;
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(`${gateway.url}/docs/api/search`);
    const form = page.getByRole('region', { name: 'Try it' });
    const send = form.getByRole('button', { name: 'Send' });
    await send.click();
    await form.getByText('Enter a key first.').waitFor();
    await typeInto(form.getByLabel('Key'), gateway.key);
    await form.getByLabel('Arguments').fill('{"query": "company"}');
    await send.click();
    await form.getByText(/^200 OK, \d+ ms$/).waitFor();
    const answer = await form.getByLabel('Answer').textContent();
    expect(answer).toMatch(/^x-request-id: req_\w+$/m);
    expect(answer).toContain('"results": [');
    await form.getByLabel('Arguments').fill('{"query": 1}');
    await send.click();
    await form.getByText(/^400 /).waitFor();
    expect(await form.getByLabel('Answer').textContent()).toContain('invalid_argument');
    expect(await findBarriers(page)).toEqual([]);
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(view.viewport.width);
    expect(asked.filter((url) => !url.startsWith(`${gateway.url}/`))).toEqual([]);
    const kept = 'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href])';
    expect(await page.evaluate<string>(kept)).not.toContain('gth_');
    await page.reload();
    expect(await form.getByLabel('Key').inputValue()).toBe('');
    // The browser logs the expected 400, which is not a fault of the page.
    expect(faults.filter((fault) => !String(fault).includes('400'))).toEqual([]);
  });

  it('copies a block of code unchanged', async () => {
    await using reader = await visit(browser, gateway.url);
    const { page, faults } = reader;
    await page.goto(`${gateway.url}/docs/api/whoami`);
    const block = page.locator('div.code').filter({ hasText: 'curl -s' }).first();
    await block.hover();
    await block.getByRole('button', { name: 'Copy' }).click();
    await block.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(await block.locator('pre').textContent());
    expect(faults).toEqual([]);
  });

  it('serves the same page as markdown, and a list of all pages', async () => {
    const list = await (await fetch(`${gateway.url}/llms.txt`)).text();
    expect(await (await fetch(`${gateway.url}/docs/llms.txt`)).text()).toBe(list);
    const addresses = [...list.matchAll(/\((\/docs\/[^)]+\.md)\): ./g)].map(([, address]) => address);
    expect(addresses.length).toBeGreaterThan(100);
    const texts = await Promise.all(addresses.map(async (address) => (await fetch(`${gateway.url}${address}`)).text()));
    expect(texts.filter((text) => !text.startsWith('# '))).toEqual([]);
  });
});
