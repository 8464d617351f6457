import assert from 'node:assert/strict';
import { fresh, openProgram } from './program.ts';
import type { Walk } from './walk.ts';

export const followLog: Walk = {
  title: 'opens a call, which has an address and is closed by Back; the rows stand still under the focus while others arrive',
  async go(world, hand, view) {
    const agent = await openProgram(world, fresh('caller'));
    await agent.call('whoami', {});
    await agent.call('read_doc', { docId: 'doc_0' });
    await using visitor = await world.visit(world.owner, view);
    const { page, faults } = visitor;
    await page.goto(world.at(`/activity?agentId=${agent.agentId}`));
    const rows = page.getByRole('grid', { name: 'Calls' }).getByRole('row');
    const story = page.getByRole('complementary');
    await hand.open(page, 'Calls', /whoami/);
    await story.getByText('Duration').waitFor();
    const address = page.url();
    assert.match(address, /[?&]call=/);
    await page.goBack();
    await story.waitFor({ state: 'detached' });
    await page.goto(address);
    await story.getByText('Duration').waitFor();
    await page.keyboard.press('Escape');
    await story.waitFor({ state: 'detached' });
    await hand.open(page, 'Calls', /whoami/);
    await story.getByText('Duration').waitFor();
    await page.keyboard.press('Escape');
    await story.waitFor({ state: 'detached' });

    // The list has the focus again, so new rows wait.
    await agent.call('list_docs', {});
    await page.getByRole('button', { name: '1 new call' }).waitFor();
    assert.equal(await rows.filter({ hasText: 'list_docs' }).count(), 0);
    // The pointer leaves the rows to press the button. The keyboard leaves them with Tab.
    if (hand.name === 'pointer') await hand.press(page.getByRole('button', { name: '1 new call' }));
    else await page.keyboard.press('Tab');
    await rows.filter({ hasText: 'list_docs' }).waitFor();

    await hand.press(page.getByRole('button', { name: 'Filter', exact: true }));
    await page.keyboard.type('invalid');
    await page.getByRole('option', { name: 'Outcome: Invalid request' }).waitFor();
    await page.keyboard.press('Enter');
    await rows.filter({ hasText: 'whoami' }).waitFor({ state: 'detached' });
    await rows.filter({ hasText: 'read_doc' }).waitFor();
    assert.deepEqual(faults, []);
  },
};
