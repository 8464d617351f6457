import { type Browser, type BrowserContextOptions, chromium, type Page, type Request } from 'playwright-core';
import { findChromium } from './find-chromium.ts';

const flags = ['--disable-background-networking', '--disable-component-update'];

/** A browser without windows. */
export async function openBrowser(): Promise<Browser> {
  const { executablePath, env } = await findChromium();
  return await chromium.launch({
    executablePath,
    // Chromium's sandbox does not work for root.
    chromiumSandbox: process.getuid?.() !== 0,
    args: flags,
    env: { ...(process.env as Record<string, string>), ...env },
  });
}

/** Browser context of one person, with a page. Records faults. */
export interface ClientContext extends AsyncDisposable {
  page: Page;
  /** Console messages, errors, failed requests and requests to other origins. Tests expect none. */
  faults: string[];
  /** Resolves when the page has loaded and shown its content. */
  settle(): Promise<void>;
}

export async function visit(browser: Browser, origin: string, options: BrowserContextOptions = {}): Promise<ClientContext> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce', ...options });
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin });
  context.setDefaultTimeout(120_000);
  context.setDefaultNavigationTimeout(120_000);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('console', (message) => {
    // The browser also logs each refused call, which the page shows.
    if (!message.text().startsWith('Failed to load resource: the server responded')) faults.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
  page.on('request', (request) => {
    if (!request.url().startsWith(origin) && !/^(blob|data):/.test(request.url())) faults.push(`request: ${request.url()}`);
  });
  const pending = new Set<Request>();
  let change = Promise.withResolvers<void>();
  const tell = () => {
    change.resolve();
    change = Promise.withResolvers();
  };
  page.on('request', (request) => void (request.resourceType() !== 'eventsource' && pending.add(request)));
  for (const end of ['requestfinished', 'requestfailed'] as const)
    page.on(end as 'requestfinished', (request) => {
      pending.delete(request);
      tell();
    });
  page.on('close', tell);
  const settle = async () => {
    do {
      // Waits for a change instead of checking at every frame, which would slow the page down.
      while (pending.size > 0 && !page.isClosed()) await change.promise;
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    } while (pending.size > 0);
  };
  return { page, faults, settle, [Symbol.asyncDispose]: () => context.close() };
}
