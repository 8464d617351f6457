import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import type { Hand } from './hands.ts';
import { fresh, openProgram } from './program.ts';
import type { Walk } from './walk.ts';

const skillText = (name: string, body: string) => `---\nname: ${name}\ndescription: How we write the weekly report.\n---\n${body}\n`;

function writeBelow(folder: string, file: string, text: string): void {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), text);
}

/** Uploads a folder with the menu of the page, because a browser under test cannot drop one. */
async function uploadFolder(page: Page, hand: Hand, folder: string): Promise<void> {
  await hand.press(page.getByRole('button', { name: 'New', exact: true }));
  const chosen = page.waitForEvent('filechooser');
  await hand.pick(page, /^Upload folder/);
  await (await chosen).setFiles(folder);
}

/** D72.18 */
export const findSkills: Walk = {
  title: 'finds what waits for a review at the top of all skills and in the inbox, accepts it, and copies the command for each client',
  async go(world, hand, view) {
    const writer = await openProgram(world, fresh('writer'));
    const name = fresh('waits');
    const { id: fileId } = (await writer.call('write_skill', { content: skillText(name, 'Count the words.') })).body;
    await writer.call('read_file', { fileId });
    await world.ok('write_skill', { content: skillText(fresh('newer'), 'Count the lines.') });
    await using visitor = await world.visit(world.owner, view);
    const { page, faults } = visitor;
    const list = page.getByRole('grid', { name: 'Skills' });
    const row = list.getByRole('row').filter({ hasText: name });

    await page.goto(world.at('/inbox'));
    await page.getByRole('grid', { name: 'Inbox' }).getByRole('row').filter({ hasText: name }).waitFor();
    await page.goto(world.at('/skills'));
    await row.getByText('Waiting').waitFor();
    const shown = await list.getByRole('row').allTextContents();
    const waits = shown.map((text) => text.includes('Waiting'));
    // The first row is the head.
    assert.equal(waits[1], true);
    assert.equal(waits.slice(1).indexOf(false), waits.filter(Boolean).length);
    await hand.write(page.getByLabel('Find a skill'), name);
    await page.getByRole('status').filter({ hasText: '1 skill' }).waitFor();
    assert.equal(await list.getByRole('row').count(), 2);
    await page.waitForURL(new RegExp(`q=${name}`));
    // Leaves the field, so that letters are shortcuts again.
    await page.keyboard.press('Escape');
    await hand.open(page, 'Skills', new RegExp(name));
    await hand.press(page.getByRole('region', { name: 'Review' }).getByRole('button', { name: 'Accept version 1' }));
    await page.getByText('You accepted version 1.').waitFor();

    await hand.press(page.getByRole('button', { name: 'Agent view' }));
    const channels = page.getByRole('region', { name: 'Agent view' });
    await channels.getByText('"content":').waitFor();
    const choose = async (label: string) => void (await channels.getByText(label, { exact: true }).click());
    await choose('MCP resources');
    await channels.getByText(`"uri": "skill://workspace/${name}/SKILL.md"`).first().waitFor();
    await choose('MCP prompt');
    await channels.getByText('"role": "user"').waitFor();
    await choose('On disk');
    await channels.getByText('Version 1 has been reviewed').waitFor();
    await channels.getByText(`~/.claude/skills/${name}`).waitFor();
    for (const to of ['claude', 'codex', 'gemini', 'agents'])
      await channels.getByText(`export GATEHOUSE_URL=${world.origin} GATEHOUSE_KEY=YOUR_KEY gatehouse skills sync --to ${to}`).waitFor();
    assert.equal(await channels.getByRole('button', { name: /^Copy the command for/ }).count(), 4);

    await page.goto(world.at(`/skills?q=${name}`));
    await row.getByText('Reviewed').waitFor();

    const others = [fresh('second'), fresh('third')];
    for (const other of others) await writer.call('write_skill', { content: skillText(other, 'Count the letters.') });
    await page.goto(world.at('/skills?waiting=true'));
    await hand.open(page, 'Skills', new RegExp(others[0] ?? ''));
    const review = page.getByRole('region', { name: 'Review' });
    await hand.press(review.getByRole('button', { name: 'Accept and next' }));
    await page.getByRole('heading', { level: 1, name: others[0] ?? '', exact: true }).waitFor({ state: 'detached' });
    await review.getByRole('button', { name: 'Accept version 1' }).waitFor();
    assert.deepEqual(faults, []);
  },
};

/** D72.20 */
export const uploadSkillFolder: Walk = {
  title: 'uploads a folder as one skill, and is told in plain words why another folder cannot be one',
  async go(world, hand, view) {
    const name = fresh('uploaded');
    const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-upload-'));
    const write = (file: string, text: string) => writeBelow(folder, file, text);
    write('good/SKILL.md', skillText(name, 'See [the style](references/style.md).'));
    write('good/references/style.md', '# Short sentences\n');
    write('good/.git/config', 'hidden\n');
    write('none/README.md', '# Nothing\n');
    try {
      await using visitor = await world.visit(world.owner, view);
      const { page, faults } = visitor;
      const upload = (which: string) => uploadFolder(page, hand, path.join(folder, which));
      await page.goto(world.at('/skills'));
      await page.getByRole('grid', { name: 'Skills' }).waitFor();
      await upload('none');
      await page.getByText('There is no SKILL.md in this folder.').waitFor();
      await upload('good');
      await page.getByText(`${name} was created with 2 files.`).waitFor();
      await page.getByText('Left out: .git.').waitFor();
      await page
        .getByRole('navigation', { name: 'Files' })
        .getByRole('link', { name: /^style\.md/ })
        .waitFor();
      const { skills } = await world.ok('list_skills', { includeFiles: 'paths', limit: 50 });
      const made = skills.find((skill: { name: string }) => skill.name === name);
      assert.deepEqual(
        [made.reviewed, made.manifest.map((file: { path: string }) => file.path)],
        [true, ['SKILL.md', 'references/style.md']],
      );
      await page.goto(world.at('/skills'));
      await page.getByRole('grid', { name: 'Skills' }).waitFor();
      await upload('good');
      await page.getByText(`A skill named ${name} already exists.`).waitFor();
      assert.deepEqual(faults, []);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};

/** D61.1 */
export const uploadSkillsAmongFiles: Walk = {
  title: 'uploads a folder to Documents: skills in it become skills, one that is not valid is left out, and a single skill is opened',
  async go(world, hand, view) {
    const [team, first, alone] = [fresh('team'), fresh('first'), fresh('alone')];
    const place = mkdtempSync(path.join(tmpdir(), 'gatehouse-upload-'));
    const write = (file: string, text: string) => writeBelow(place, file, text);
    write(`${team}/notes.txt`, 'notes\n');
    write(`${team}/${first}/SKILL.md`, skillText(first, 'See [the style](references/style.md).'));
    write(`${team}/${first}/references/style.md`, '# Short sentences\n');
    write('none/SKILL.md', '# It has no name\n');
    write('none/more.txt', 'more\n');
    write(`${alone}/SKILL.md`, skillText(alone, 'One step.'));
    try {
      await using visitor = await world.visit(world.owner, view);
      const { page, faults } = visitor;
      const upload = (which: string) => uploadFolder(page, hand, path.join(place, which));
      await page.goto(world.at('/documents'));
      await page.getByRole('heading', { level: 1, name: 'Documents' }).waitFor();
      await upload(team);
      await page.getByText(`${first} was created with 2 files.`).waitFor();
      await page.getByText('1 of 1 done').waitFor();
      // Only a skill that is uploaded alone opens, so the page stays.
      await upload('none');
      await page.getByText('none: SKILL.md: Start the skill with').waitFor();
      await page.getByText('1 of 1 done').waitFor();
      const { folders } = await world.ok('list_folders');
      const folder = folders.find(({ name }: { name: string }) => name === team);
      const { items } = await world.ok('browse_folder', { folderId: folder.id });
      assert.deepEqual(items.map(({ name, type }: Record<string, string>) => `${type} ${name}`).sort(), [
        'file notes.txt',
        `skill ${first}`,
      ]);

      await page.goto(world.at(`/documents/folder/${folder.id}`));
      await page.getByRole('heading', { level: 1, name: team }).waitFor();
      await upload(alone);
      await page.getByRole('heading', { level: 1, name: alone }).waitFor();
      const { items: after } = await world.ok('browse_folder', { folderId: folder.id });
      assert.equal(after.length, 3);
      assert.deepEqual(faults, []);
    } finally {
      rmSync(place, { recursive: true });
    }
  },
};

/** D72.21 */
export const editSkillFile: Walk = {
  title: 'edits a file beside SKILL.md, keeps what was typed over a reload and beside an agent, creates another one, and finds its draft',
  async go(world, hand, view) {
    const name = fresh('edited');
    const path = 'references/style.md';
    const { id: fileId } = await world.ok('write_skill', {
      content: skillText(name, 'See the style.'),
      files: [{ path, content: 'Short sentences.\n\nPlain words.\n' }],
    });
    const textOf = async (file: string): Promise<string> => (await world.ok('read_file', { fileId, path: file })).content;
    const writer = await openProgram(world, fresh('writer'));
    await using visitor = await world.visit(world.owner, view);
    const { page, faults } = visitor;
    const source = (file: string) => page.getByRole('textbox', { name: `Source of ${name}/${file}` });
    const toEnd = async () => page.keyboard.press('ControlOrMeta+End');

    await page.goto(world.at(`/documents/item/${fileId}?file=${encodeURIComponent(path)}`));
    await page.getByText('Plain words.').waitFor();
    await hand.press(page.getByRole('button', { name: /^Edit(?! tags)/ }));
    await source(path).focus();
    await toEnd();
    await page.keyboard.type('No jargon.');
    await page.getByText('Unsaved changes').waitFor();
    await page.goto(world.at('/documents/drafts'));
    await page.getByRole('grid').getByText(`${name}/${path}`).waitFor();
    await hand.open(page, 'Drafts', new RegExp(`${name}/${path}`));
    await page.getByText('We restored your draft').waitFor();
    await writer.call('write_skill', { fileId, files: [{ path, content: 'Very short sentences.\n\nPlain words.\n' }] });
    await source(path).getByText('Very short sentences.').waitFor();
    await hand.press(page.getByRole('button', { name: /^Save/ }));
    await page.getByText('Saved as version 3.').waitFor();
    assert.equal(await textOf(path), 'Very short sentences.\n\nPlain words.\nNo jargon.');
    assert.equal((await world.ok('read_file', { fileId })).reviewed, true);
    await hand.press(page.getByRole('button', { name: 'Done', exact: true }));
    await page.getByRole('region', { name: 'Content' }).getByText('No jargon.').waitFor();

    const tree = page.getByRole('navigation', { name: 'Files' });
    await hand.press(tree.getByRole('button', { name: 'Add files' }));
    await hand.pick(page, /^New text file/);
    await hand.write(page.getByLabel('Path of the new file'), path);
    await page.keyboard.press('Enter');
    await page.getByText('This skill already has a file at this path.').waitFor();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('scripts/count.sh');
    await page.keyboard.press('Enter');
    await source('scripts/count.sh').focus();
    await page.keyboard.type('wc -w');
    await page.keyboard.press('ControlOrMeta+s');
    await page.getByText('Saved as version 5.').waitFor();
    assert.deepEqual(
      [await textOf('scripts/count.sh'), await textOf(path)],
      ['wc -w', 'Very short sentences.\n\nPlain words.\nNo jargon.'],
    );

    await writer.call('delete_file', { fileId });
    await page
      .getByRole('alert')
      .getByText(/ deleted this /)
      .waitFor();
    await source('scripts/count.sh').focus();
    await toEnd();
    await page.keyboard.type(' "$1"');
    await hand.press(page.getByRole('button', { name: 'Restore', exact: true }));
    await page
      .getByRole('alert')
      .getByText(/ deleted this /)
      .waitFor({ state: 'detached' });
    await page.keyboard.press('ControlOrMeta+s');
    await page.getByText('Saved as version 6.').waitFor();
    assert.equal(await textOf('scripts/count.sh'), 'wc -w "$1"');
    assert.deepEqual(faults, []);
  },
};
