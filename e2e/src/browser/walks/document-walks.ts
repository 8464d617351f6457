import assert from 'node:assert/strict';
import { fresh, openProgram } from './program.ts';
import { leavePanel, type Walk } from './walk.ts';

export const share: Walk = {
  title:
    'makes a folder and a document in it, renames it, brings an old version back, shares the folder with somebody whose key gains and loses it at once, and deletes the document: all but the sharing is taken back',
  async go(world, hand, view) {
    const [folder, title, bobName] = [fresh('Releases'), fresh('Notes'), fresh('Bob')];
    const bob = await world.join(`${bobName.toLowerCase()}@example.com`, bobName);
    const his = await openProgram(world, fresh('reader'), bob);
    const writer = await openProgram(world, fresh('writer'));
    await using visitor = await world.visit(world.owner, view);
    const { page, faults } = visitor;
    const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
    const undo = () => hand.press(page.getByRole('button', { name: 'Undo' }).last());
    const choose = async (menu: string, entry: RegExp) => {
      await hand.press(page.getByRole('button', { name: menu, exact: true }));
      await hand.pick(page, entry);
    };
    await page.goto(world.at('/documents'));
    await choose('New', /^Folder/);
    await hand.write(page.getByLabel('Folder name'), folder);
    await hand.press(page.getByRole('button', { name: 'Create folder' }));
    await heading(folder);
    await choose('New', /^Document/);
    await hand.write(page.getByLabel('Document title'), title);
    await hand.press(page.getByRole('button', { name: 'Create document' }));
    await heading(title);
    const docId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    await hand.press(page.getByRole('button', { name: 'Done' }));

    await choose('More actions', /^Rename/);
    await hand.write(page.getByRole('textbox', { name: 'Name' }), `${title} two`);
    await hand.press(page.getByRole('button', { name: 'Rename', exact: true }));
    await heading(`${title} two`);
    await undo();
    await heading(title);

    await choose('More actions', /^Move$|^Move M/);
    await hand.choose(page, page.getByRole('combobox', { name: 'Move to…' }), 'No folder (everyone sees it)');
    await page.getByText('moved to no folder').waitFor();
    await undo();
    await page.getByRole('link', { name: folder, exact: true }).first().waitFor();

    const article = page.getByRole('article');
    for (const bodyMarkdown of ['First words.', 'Other words.']) {
      await writer.call('update_doc', { docId, bodyMarkdown, changeSummary: bodyMarkdown });
      await article.getByText(bodyMarkdown, { exact: true }).waitFor();
    }
    await choose('More actions', /^History/);
    const panel = page.getByRole('complementary');
    for (const change of [
      `Name: ${title} to ${title} two`,
      `Name: ${title} two to ${title}`,
      `Folder: ${folder} to none`,
      `Folder: none to ${folder}`,
    ])
      await panel.getByText(change, { exact: true }).waitFor();
    await hand.press(panel.getByRole('link', { name: /First words/ }));
    await page.getByRole('heading', { name: 'Version 2 of 3' }).waitFor();
    await hand.press(page.getByRole('button', { name: 'Restore this version' }));
    await article.getByText('First words.', { exact: true }).waitFor();
    await undo();
    await article.getByText('Other words.', { exact: true }).waitFor();
    assert.equal((await writer.call('read_doc', { docId })).body.versionCount, 5);

    await page.goto(world.at('/documents'));
    await hand.open(page, 'Contents', new RegExp(folder));
    await heading(folder);
    const seen = async () => (await his.call('read_doc', { docId })).body.error?.reason ?? 'seen';
    assert.equal(await seen(), 'no_such_item');
    await hand.press(page.getByRole('button', { name: 'Share' }));
    await hand.choose(page, page.getByRole('combobox', { name: 'Share with a person' }), bobName);
    await page.getByText('Shared with them').waitFor();
    assert.equal(await seen(), 'seen');
    const written = async () => (await his.call('set_tags', { docId, tags: [] })).body.error?.reason ?? 'written';
    assert.equal(await written(), 'written');
    await hand.choose(page, page.getByRole('combobox', { name: `Access of ${bobName}` }), 'Can read');
    await page.getByText('Shared with them · can read').waitFor();
    assert.equal(await written(), 'protected_item');
    await hand.press(page.getByRole('button', { name: `Remove ${bobName}` }));
    await page.getByText('Shared with them').waitFor({ state: 'detached' });
    assert.equal(await seen(), 'no_such_item');
    await leavePanel(page);
    await choose('More actions', /^History/);
    for (const change of ['no access to can edit', 'can edit to can read', 'can read to no access'])
      await panel.getByText(`Shared with ${bobName}: ${change}`, { exact: true }).waitFor();
    await panel.getByText('created it').first().waitFor();
    await hand.press(page.getByRole('button', { name: 'Close' }));

    await hand.press(page.getByRole('button', { name: `Move ${title} to the trash` }));
    await page.getByText('Nothing here yet').waitFor();
    await undo();
    await page.getByRole('row', { name: title }).waitFor();
    assert.deepEqual(faults, []);
  },
};
