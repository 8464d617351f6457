import assert from 'node:assert/strict';
import { fresh, openProgram } from './program.ts';
import { leavePanel, type Walk } from './walk.ts';

export const group: Walk = {
  title: 'makes a group, adds somebody and shares a folder with it: their program sees the folder until they are taken out of the group',
  async go(world, hand, view) {
    const [name, folder, bobName] = [fresh('Designers'), fresh('Mockups'), fresh('Bob')];
    const bob = await world.join(`${bobName.toLowerCase()}@example.com`, bobName);
    const his = await openProgram(world, fresh('reader'), bob);
    const { id: folderId } = await world.ok('create_folder', { name: folder });
    const { docId } = await world.ok('create_doc', { title: 'Mockup', folderId });
    const seen = async () => (await his.call('read_doc', { docId })).body.error?.reason ?? 'seen';
    await using visitor = await world.visit(world.owner, view);
    const { page, faults } = visitor;
    const panel = page.getByRole('complementary', { name: 'Details' });

    await page.goto(world.at('/people'));
    await hand.press(page.getByRole('link', { name: 'Groups', exact: true }));
    await hand.press(page.getByRole('button', { name: 'Create group' }).first());
    await hand.write(panel.getByLabel('Name'), name);
    await hand.press(panel.getByRole('button', { name: 'Create group' }));
    await panel.getByRole('heading', { name }).waitFor();
    await hand.choose(page, panel.getByRole('combobox', { name: 'Add a person' }), bobName);
    await panel.getByRole('button', { name: `Remove ${bobName}` }).waitFor();
    assert.equal(await seen(), 'no_such_item');

    await page.goto(world.at(`/documents/folder/${folderId}`));
    await hand.press(page.getByRole('button', { name: 'Share' }));
    await hand.choose(page, page.getByRole('combobox', { name: 'Share with a group' }), name);
    await page.getByText(`In ${name}`, { exact: true }).waitFor();
    assert.equal(await seen(), 'seen');
    const written = async () => (await his.call('set_tags', { docId, tags: [] })).body.error?.reason ?? 'written';
    assert.equal(await written(), 'written');
    await hand.choose(page, page.getByRole('combobox', { name: `Access of ${name}` }), 'Can read');
    await page.getByText(`In ${name} · can read`).waitFor();
    assert.equal(await written(), 'protected_item');
    await leavePanel(page);

    await page.goto(world.at('/people/groups'));
    await hand.open(page, 'Groups', new RegExp(name));
    await hand.press(panel.getByRole('button', { name: `Remove ${bobName}` }));
    await page.getByText(`${bobName} is no longer in ${name}.`).waitFor();
    assert.equal(await seen(), 'no_such_item');
    await hand.press(panel.getByRole('button', { name: `Delete ${name}` }));
    await hand.press(page.getByRole('button', { name: 'Delete group' }));
    await page.getByText(`${name} deleted.`).waitFor();
    assert.deepEqual(faults, []);
  },
};
