import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { ConsoleWorld } from '../console-world.ts';
import { fresh, openProgram } from './program.ts';
import { leavePanel, type Walk } from './walk.ts';

const body = 'first words\n\nsome between\n\nlast words\n';

const textOf = async (world: ConsoleWorld, itemId: string): Promise<string> =>
  (await world.ok('read_item', { itemId })).text.replaceAll(/\s+/g, ' ').trim();

const makeDocuments = (world: ConsoleWorld, titles: readonly string[]) =>
  Promise.all(titles.map(async (title): Promise<string> => (await world.ok('create_doc', { title, bodyMarkdown: body })).docId));

const numbers = (page: Page, words: string) => page.getByRole('status').getByText(words, { exact: true }).waitFor();

/** D66.10 */
export const takeBack: Walk = {
  title:
    'sees in numbers what taking back an agent would do, looks at words, chooses at an open place, leaves one out, takes the rest back, and takes that back too',
  async go(world, hand, view) {
    const names = [fresh('Kept'), fresh('Merged'), fresh('Asked')] as const;
    const ids = await makeDocuments(world, names);
    const [kept = '', merged = '', asked = ''] = ids;
    const agent = await openProgram(world, fresh('mistaken'));
    for (const docId of ids) await agent.call('edit_doc', { docId, oldText: 'first', newText: 'wrong' });
    const { docId: made } = (await agent.call('create_doc', { title: fresh('Made') })).body;
    await world.ok('edit_doc', { docId: merged, oldText: 'last words', newText: 'last words of Ada' });
    await world.ok('edit_doc', { docId: asked, oldText: 'wrong words', newText: 'words of Ada' });
    const texts = () => Promise.all(ids.map((id) => textOf(world, id)));
    const isThere = async () => (await agent.call('read_doc', { docId: made })).status === 200;
    const changed = [
      'wrong words some between last words',
      'wrong words some between last words of Ada',
      'words of Ada some between last words',
    ];

    await using visitor = await world.visit(world.owner, view);
    const { page, faults } = visitor;
    // In a long list, the row is drawn only after scrolling to it.
    await page.goto(world.at(`/agents?agent=${agent.agentId}`));
    await hand.press(page.getByRole('button', { name: 'Take back', exact: true }));
    await hand.pick(page, /^Last hour/);
    await numbers(page, '2 of 4 will be restored, 1 merged or in part, 1 needs your decision');

    const panel = page.getByRole('complementary', { name: 'Details' });
    const open = (name: string) => hand.press(page.getByRole('button', { name, exact: true }));
    await open(names[1]);
    await panel.locator('del', { hasText: 'wrong' }).waitFor();
    await panel.locator('ins', { hasText: 'first' }).waitFor();
    await leavePanel(page);
    await open(names[2]);
    await panel.locator('pre', { hasText: 'words of Ada' }).waitFor();
    await hand.press(panel.getByRole('button', { name: 'Restore the earlier text' }));
    await numbers(page, '2 of 4 will be restored, 2 merged or in part');
    await leavePanel(page);
    await open(names[0]);
    await hand.press(panel.getByRole('button', { name: 'Leave out' }));
    await numbers(page, '1 of 4 will be restored, 2 merged or in part, 1 stays');
    await page.getByText('1 · You left it out').waitFor();
    await leavePanel(page);
    const box = page.getByRole('checkbox', { name: `Take ${names[2]} back` });
    for (const words of ['1 of 4 will be restored, 1 merged or in part, 2 stay', '1 of 4 will be restored, 2 merged or in part, 1 stays']) {
      await box.focus();
      await page.keyboard.press('Space');
      await numbers(page, words);
    }
    assert.deepEqual([await texts(), await isThere()], [changed, true]);

    await hand.press(page.getByRole('button', { name: 'Take back', exact: true }));
    await page.getByText('3 items taken back, 1 stays').first().waitFor();
    const after = [changed[0], 'first words some between last words of Ada', 'first words some between last words'];
    assert.deepEqual([await texts(), await isThere()], [after, false]);
    await page.getByRole('listitem').filter({ hasText: names[1] }).getByText('Taken back').waitFor();

    await hand.press(page.getByRole('button', { name: 'Take this back' }));
    await page.getByRole('heading', { level: 1, name: 'Changes of a take-back' }).waitFor();
    await numbers(page, '3 items taken back');
    // The notice of the first one, with its Undo, has gone with it.
    await page.getByText('3 items taken back.', { exact: true }).waitFor();
    assert.equal(await page.getByText('3 items taken back, 1 stays.', { exact: true }).count(), 0);
    assert.deepEqual([await texts(), await isThere()], [changed, true]);
    assert.equal(await textOf(world, kept), changed[0]);
    assert.deepEqual(faults, []);
  },
};

export const takeCallsBack: Walk = {
  title: 'takes back one change from the history of a document, and several selected calls by the time they stand for',
  async go(world, hand, view) {
    const names = [fresh('Alone'), fresh('Both')] as const;
    const [alone = '', both = ''] = await makeDocuments(world, names);
    const agent = await openProgram(world, fresh('caller'));
    for (const docId of [alone, both]) await agent.call('edit_doc', { docId, oldText: 'first', newText: 'wrong' });
    await agent.call('edit_doc', { docId: both, oldText: 'last', newText: 'wrong' });

    await using visitor = await world.visit(world.owner, view);
    const { page, faults } = visitor;
    await page.goto(world.at(`/documents/item/${alone}?history=true`));
    const history = page.getByRole('complementary', { name: 'Details' });
    await hand.press(history.getByRole('button', { name: /^Take back the change of/ }).first());
    await numbers(page, '1 of 1 will be restored');
    await hand.press(page.getByRole('button', { name: 'Take back', exact: true }));
    await page.getByText('1 item taken back').first().waitFor();
    assert.equal(await textOf(world, alone), 'first words some between last words');

    await page.goto(world.at(`/activity?tool=edit_doc&itemId=${both}`));
    const calls = page.getByRole('grid', { name: 'Calls' }).getByRole('row', { name: /edit_doc/ });
    await calls.nth(1).waitFor();
    await hand.select(page, 'Calls', /edit_doc/);
    await hand.press(page.getByRole('button', { name: 'Take back', exact: true }));
    await numbers(page, '1 of 1 will be restored');
    await page.goBack();
    await calls.nth(1).waitFor();
    for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key);
    await page.getByText('2 selected').waitFor();
    await hand.press(page.getByRole('button', { name: 'Take back this period…' }));
    await page.getByLabel('From').waitFor();
    await hand.press(page.getByRole('button', { name: 'Find changes' }));
    await numbers(page, '1 of 1 will be restored');
    await hand.press(page.getByRole('button', { name: 'Take back', exact: true }));
    await page.getByText('1 item taken back').first().waitFor();
    assert.equal(await textOf(world, both), 'first words some between last words');
    assert.deepEqual(faults, []);
  },
};
