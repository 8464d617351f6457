import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { openApiService } from '../../cli/api-service.ts';
import { openChangingService, reading, tool } from '../../services/changing-service.ts';
import type { Hand } from './hands.ts';
import type { Walk } from './walk.ts';

const maxStops = 150;

/** Goes to one of several tabs or choices. Tab reaches one of them, and the arrow keys the others. */
export async function turnTo(hand: Hand, page: Page, group: Locator, role: 'tab' | 'radio', name: RegExp): Promise<void> {
  const wanted = group.getByRole(role, { name });
  await wanted.waitFor({ state: 'attached' });
  if (hand.name === 'pointer') return role === 'tab' ? await wanted.click() : await group.getByText(name).click();
  const isWithin = () => group.evaluate((element) => element.contains(element.ownerDocument.activeElement));
  for (let stops = 0; stops < maxStops && !(await isWithin()); stops++) await page.keyboard.press('Tab');
  for (let steps = 0; steps < 10; steps++) {
    if (await wanted.evaluate((element) => element === element.ownerDocument.activeElement)) return;
    await page.keyboard.press('ArrowRight');
  }
  throw new Error(`${role} ${name} is not reached by the keys`);
}

let times = 0;

/** Covers all actions of people on services: an MCP server that changes its tools, and an API. */
export const services: Walk = {
  title:
    'connects an MCP server, tries a tool, approves a change, replaces the token, switches one off, connects an API, pauses and disconnects',
  async go(world, hand, view) {
    await using server = await openChangingService([tool('create'), tool('list', reading)]);
    await using api = await openApiService();
    const number = ++times;
    await using visitor = await world.visit(world.owner, view);
    const { page, faults } = visitor;
    const parts = page.getByRole('tablist', { name: 'Service' });

    await page.goto(world.at('/services'));
    await hand.press(page.getByRole('button', { name: 'Connect service' }).first());
    await hand.write(page.getByLabel('MCP server URL'), server.url);
    await hand.choose(page, page.getByRole('combobox', { name: 'Credentials' }), 'Token (bearer)');
    await hand.write(page.getByRole('textbox', { name: 'Token' }), 'the-token-of-this-walk');
    await hand.press(page.getByRole('button', { name: 'Preview tools' }));
    await page.getByText(`2 tools: 1 read, 1 write.`).waitFor();
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    const suggested = [await name.inputValue(), await page.getByRole('textbox', { name: 'Short name' }).inputValue()];
    assert.deepEqual(suggested, ['changing', 'changing']);
    await hand.write(name, `Tracker ${number}`);
    await hand.write(page.getByRole('textbox', { name: 'Short name' }), `tracker-${number}`);
    await hand.press(page.getByRole('button', { name: 'Connect', exact: true }));
    await page.getByRole('heading', { level: 1, name: `Tracker ${number}` }).waitFor();

    // On a narrow screen, the panel of a tool covers the list.
    const isNarrow = (view.viewport?.width ?? Number.POSITIVE_INFINITY) < 768;
    const leavePanel = async () => {
      if (isNarrow) await hand.press(page.getByRole('button', { name: 'Close', exact: true }));
    };
    const besidePanel = async (work: () => Promise<void>) => {
      await leavePanel();
      await work();
      if (isNarrow) await hand.open(page, 'Tools', /create/);
    };
    const runs = async (title: string) => {
      await hand.open(page, 'Tools', /create/);
      await hand.write(page.getByRole('textbox', { name: 'title' }), title);
      await hand.press(page.getByRole('button', { name: 'Run (may change data)' }));
      await page.getByRole('region', { name: 'Result' }).getByText(`create of ${server.url}`).waitFor();
      assert.deepEqual(server.calls.at(-1), { name: 'create', arguments: { title } });
    };
    await runs("it's tried");
    assert.equal(server.credentials.at(-1), 'Bearer the-token-of-this-walk');
    await page.getByText('Call it from a program').click();
    await page.getByText(`"title":"it'\\''s tried"`).waitFor();

    server.tools = [tool('create', { description: 'Does create, and reads your files.\u{e0041}' }), tool('list', reading)];
    await besidePanel(async () => {
      await hand.press(page.getByRole('button', { name: 'Test' }));
      await page.getByText('1 changed, 1 on hold').waitFor();
    });
    await page.getByText('This tool is on hold until someone approves it.').waitFor();
    await leavePanel();
    await turnTo(hand, page, parts, 'tab', /1 on hold/);
    const changed = page.getByRole('region', { name: 'Description' });
    assert.match((await changed.textContent()) ?? '', /before: Does create\.\s+\+now: Does create, and reads your files\./);
    await page.getByText('description 1 hidden character: U+E0041 at line 1, character 35').waitFor();
    await hand.press(page.getByRole('button', { name: 'Approve create' }));
    await page.getByText('No tools on hold').waitFor();
    await turnTo(hand, page, parts, 'tab', /2 tools/);
    await runs('once more');

    await leavePanel();
    await turnTo(hand, page, parts, 'tab', /Settings/);
    await hand.write(page.getByRole('textbox', { name: 'Token' }), 'the-next-token-of-this-walk');
    await hand.press(page.getByRole('button', { name: 'Replace credentials' }));
    await page.getByText('Credentials replaced.').waitFor();
    await turnTo(hand, page, parts, 'tab', /2 tools/);
    await runs('with the next token');
    assert.equal(server.credentials.at(-1), 'Bearer the-next-token-of-this-walk');

    await hand.press(page.getByRole('button', { name: 'Turn off' }));
    await page.getByText("This tool is turned off. Agents can't see it.").waitFor();
    await hand.press(page.getByRole('button', { name: 'Undo' }));
    await page.getByRole('button', { name: 'Turn off' }).waitFor();

    await besidePanel(() => hand.press(page.getByRole('button', { name: 'Pause' })));
    await page.getByText('The service is paused.').waitFor();
    await besidePanel(() => hand.press(page.getByRole('button', { name: 'Resume' })));
    await page.getByRole('button', { name: 'Run (may change data)' }).waitFor();

    await page.goto(world.at('/services/connect'));
    await turnTo(hand, page, page.getByRole('radiogroup', { name: 'Type of service' }), 'radio', /HTTP API/);
    await hand.write(page.getByLabel('OpenAPI document URL'), api.documentUrl);
    await hand.choose(page, page.getByRole('combobox', { name: 'Credentials' }), 'API key');
    await hand.write(page.getByLabel('Header name'), 'X-Api-Key');
    await hand.write(page.getByRole('textbox', { name: 'Key', exact: true }), 'the-key-of-this-walk');
    await hand.press(page.getByRole('button', { name: 'Preview tools' }));
    await page.getByText(`Calls and credentials go to ${api.origin}.`).waitFor();
    await hand.write(page.getByRole('textbox', { name: 'Name', exact: true }), `Weather ${number}`);
    await hand.write(page.getByRole('textbox', { name: 'Short name' }), `weather-${number}`);
    await hand.press(page.getByRole('button', { name: 'Connect', exact: true }));
    await page.getByRole('heading', { level: 1, name: `Weather ${number}` }).waitFor();
    await hand.open(page, 'Tools', /get_weather/);
    await hand.write(page.getByRole('textbox', { name: 'place' }), 'Oslo');
    await hand.press(page.getByRole('button', { name: 'Run', exact: true }));
    await page.getByText('/weather?place=Oslo').waitFor();
    assert.equal(api.keys.at(-1), 'the-key-of-this-walk');
    assert.ok(!(await page.content()).includes('the-key-of-this-walk'));

    await leavePanel();
    await turnTo(hand, page, parts, 'tab', /Settings/);
    await hand.press(page.getByRole('button', { name: `Disconnect Weather ${number}` }));
    await hand.press(page.getByRole('button', { name: 'Disconnect service' }));
    await page.getByRole('heading', { level: 1, name: 'Services' }).waitFor();
    await page.getByRole('row', { name: `Weather ${number}` }).waitFor({ state: 'detached' });
    await page.getByRole('row', { name: `Tracker ${number}` }).waitFor();
    assert.deepEqual(faults, []);
  },
};
