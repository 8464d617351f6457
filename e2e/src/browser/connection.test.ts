import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../kit/free-port.ts';
import { type ConsoleWorld, openConsoleWorld } from './console-world.ts';
import { keyboard } from './walks/hands.ts';

let world: ConsoleWorld;
let args: string[];
beforeAll(async () => {
  args = ['--port', String(await freePort())];
  world = await openConsoleWorld(args);
});
afterAll(async () => {
  await world.gateway.stop();
  await world[Symbol.asyncDispose]();
});

/** The browser logs each request that reaches no server. */
const expected = /ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/;

describe('a gateway that stops and returns', () => {
  it('is reported once, leaves the page as it is, and everything resumes automatically', async () => {
    const { docId } = await world.ok('create_doc', { title: 'Plan', bodyMarkdown: 'Saved.\n' });
    await using ada = await world.visit(world.owner);
    await using other = await world.visit(world.owner);
    const { page } = ada;
    await page.goto(world.at(`/documents/item/${docId}?edit=true`));
    await other.page.goto(world.at('/activity'));
    await other.page.getByRole('button', { name: 'Live', exact: true }).waitFor();
    await page.locator('.cm-content').waitFor();
    await world.gateway.stop('SIGKILL');
    let loads = 0;
    other.page.on('load', () => loads++);

    await page.keyboard.type('Typed. ');
    await page.keyboard.press('ControlOrMeta+s');
    for (const one of [page, other.page]) await one.getByText("Can't reach Gatehouse. Nothing was lost").waitFor();
    await other.page.getByRole('button', { name: 'Reconnecting…' }).waitFor();
    await page.getByText('Your text is still here').waitFor();
    expect(await page.getByText("Can't reach Gatehouse. Nothing was lost").count()).toBe(1);
    // Its code was never loaded: the frame stays while it is waited for.
    await keyboard.press(other.page.getByRole('link', { name: 'People', exact: true }));
    expect(await other.page.getByRole('navigation', { name: 'Workspace' }).isVisible()).toBe(true);

    world.gateway = await world.place.start(args);
    await Promise.all([page, other.page].map((one) => one.getByText('Back online.').waitFor()));
    await other.page.getByRole('heading', { level: 1, name: 'People' }).waitFor();
    expect(loads).toBe(0);
    await other.page.getByRole('row', { name: /Ada Lovelace/ }).waitFor();
    await keyboard.goTo(other.page, 'Activity');
    await other.page.getByRole('button', { name: 'Live', exact: true }).waitFor();
    await page.keyboard.type('And on. ');
    await page.keyboard.press('ControlOrMeta+s');
    await page.getByText('Saved as version 2').waitFor();
    await page.getByText('Your text is still here').waitFor({ state: 'detached' });
    expect((await world.ok('read_item', { itemId: docId })).text).toBe('Typed. And on. Saved.\n');
    for (const { faults } of [ada, other]) expect(faults.filter((fault) => !expected.test(fault))).toEqual([]);
  });

  it('loads the new version automatically, once, if the code of a page is gone after an upgrade', async () => {
    await using ada = await world.visit(world.owner);
    const { page } = ada;
    await page.goto(world.at('/home'));
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    const code = /tasks-page.*\.js/;
    let loads = 0;
    page.on('load', () => loads++);
    await page.route(code, (route) => route.fulfill({ status: 404, body: '' }));
    await page.getByRole('link', { name: 'Tasks', exact: true }).click();
    await page.getByRole('heading', { name: 'There is a new version of Gatehouse' }).waitFor();
    expect(loads).toBe(1);
    expect(await page.getByRole('navigation', { name: 'Workspace' }).isVisible()).toBe(true);
    await page.unroute(code);
    await keyboard.press(page.getByRole('button', { name: 'Reload' }));
    await page.getByRole('heading', { level: 1, name: 'Tasks' }).waitFor();
    expect(ada.faults).toEqual([]);
  });
  it('loads a page and its styles on the next try after the styles failed to load', async () => {
    await using ada = await world.visit(world.owner);
    const { page } = ada;
    await page.goto(world.at('/home'));
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    let asked = 0;
    await page.route(/tasks-page.*\.css/, (route) => (asked++ === 0 ? route.fulfill({ status: 404, body: '' }) : route.continue()));
    await page.getByRole('link', { name: 'Tasks', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Tasks' }).waitFor();
    const rules = `document.querySelector('link[href*="tasks-page"][href*="again="]')?.sheet?.cssRules.length`;
    await expect.poll(() => page.evaluate<number | undefined>(rules)).toBeGreaterThan(0);
    expect(ada.faults).toEqual([]);
  });
});
