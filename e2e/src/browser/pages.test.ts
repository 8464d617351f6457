import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPlace, type Place, type Running } from '../cli/command.ts';
import type { ChangingService } from '../services/changing-service.ts';
import { openBrowser, visit } from './open-browser.ts';
import { checkPages, findFaults, phone } from './page-states.ts';
import { connectTracker } from './tracker.ts';
import { typeInto } from './walks/hands.ts';

const account = { email: 'ada@example.com', password: 'correct horse battery' };

/** Views for alternate pages. The nightly script checks every page in all four views, and rarer states. */
const views = [
  { colorScheme: 'light', width: 1280, screen: { viewport: { width: 1280, height: 800 } }, share: 'even' },
  { colorScheme: 'dark', width: 390, screen: phone, share: 'odd' },
] as const;

describe('every page of the workspace application', () => {
  let browser: Browser;
  let place: Place;
  let gateway: Running;
  let link: string;
  let service: ChangingService;
  beforeAll(async () => {
    place = openPlace();
    const env = { GATEHOUSE_ALLOW_PRIVATE_SERVICES: '127.0.0.1' };
    [browser, gateway] = await Promise.all([openBrowser(), place.start([], { env })]);
    service = await connectTracker(place);
    link = /http\S+\/app\/set-up#\S+/.exec(gateway.greeting)?.[0] as string;
  });
  afterAll(async () => {
    await browser.close();
    await gateway.stop();
    await service[Symbol.asyncDispose]();
    place[Symbol.dispose]();
  });

  // The order matters, because the first view signs up.
  it.each(views)('is accessible, fits, and writes nothing to the console: $colorScheme, $width pixels', async (view) => {
    const { origin } = new URL(link);
    await using person = await visit(browser, origin, { colorScheme: view.colorScheme, ...view.screen });
    const { page, faults } = person;
    const found: string[] = [];
    const check = async (name: string) => void found.push(...(await findFaults(page, name)));

    await page.goto(link);
    if (view === views[0]) {
      await typeInto(page.getByLabel('Organization'), 'Acme');
      await check('set-up');
      await typeInto(page.getByLabel('Your name'), 'Ada');
      await typeInto(page.getByLabel('E-mail'), account.email);
      await typeInto(page.getByRole('textbox', { name: 'Password' }), account.password);
      await page.getByRole('button', { name: 'Create workspace' }).click();
    } else {
      await page.getByText("This link doesn't work").waitFor();
      await check('a link that was used');
      await page.goto(`${origin}/app`);
      await typeInto(page.getByLabel('E-mail'), account.email);
      await typeInto(page.getByRole('textbox', { name: 'Password' }), 'wrong');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('alert').getByRole('paragraph').waitFor();
      await check('a wrong password');
      await typeInto(page.getByRole('textbox', { name: 'Password' }), account.password);
      await page.getByRole('button', { name: 'Sign in' }).click();
    }
    await page.waitForURL('**/home');
    const home = page.url().replace(/\/home$/, '');
    found.push(...(await checkPages(person, home, service.url, view.share)));
    expect({ found, faults }).toEqual({ found: [], faults: [] });
  });
});
