import assert from 'node:assert/strict';
import { fresh, openProgram } from './program.ts';
import type { Walk } from './walk.ts';

const skillText = (name: string, body: string) => `---\nname: ${name}\ndescription: How we write the weekly report.\n---\n${body}\n`;

/** D72.8 */
export const reviewSkill: Walk = {
  title: 'sees what an agent changed in all files of a skill, accepts that version, and restores it when the next one is bad',
  async go(world, hand, view) {
    const writer = await openProgram(world, fresh('writer'));
    const name = fresh('report');
    const { id: fileId } = (
      await writer.call('write_skill', {
        content: skillText(name, 'Count the words.'),
        files: [{ path: 'scripts/count.sh', content: 'wc -w\n', executable: true }],
      })
    ).body;
    const use = () => world.ok('list_skill_loads', { itemId: fileId });
    await using visitor = await world.visit(world.owner, view);
    const { page, faults } = visitor;
    const review = page.getByRole('region', { name: 'Review' });
    const verb = (text: string) => review.getByRole('button', { name: text, exact: true });

    await page.goto(world.at(`/documents/item/${fileId}`));
    await review.getByText('No version has been reviewed yet.').waitFor();
    assert.equal(await verb('Show changes').count(), 0);
    await hand.press(verb('Accept version 1'));
    await page.getByText('You accepted version 1.').waitFor();
    await review.waitFor({ state: 'detached' });
    assert.deepEqual([(await use()).reviewed, (await use()).reviewedVersion], [true, 1]);

    await writer.call('write_skill', {
      fileId,
      content: skillText(name, 'Count the lines.'),
      files: [
        { path: 'scripts/count.sh', content: 'wc -l\u200b\n' },
        { path: 'assets/dot.png', contentBase64: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAAB' },
      ],
    });
    await review.getByText('Version 2 by').waitFor();
    const file = (path: string) => review.getByRole('listitem').filter({ has: page.getByRole('button', { name: path }) });
    await file('SKILL.md').locator('ins').getByText('Count the lines.').waitFor();
    await file('SKILL.md').locator('del').getByText('Count the words.').waitFor();
    await file('scripts/count.sh').locator('ins').getByText('wc -l').waitFor();
    await review.getByText('scripts/count.sh 1 hidden character: U+200B at line 1, character 6').waitFor();
    await file('assets/dot.png').getByText("This file isn't text").waitFor();
    // A closed file shows no content.
    await hand.press(file('scripts/count.sh').getByRole('button'));
    assert.equal(await file('scripts/count.sh').locator('ins').count(), 0);
    await hand.press(verb('Accept version 2'));
    await page.getByText('You accepted version 2.').waitFor();
    assert.deepEqual([(await use()).reviewed, (await use()).reviewedVersion], [true, 2]);

    await writer.call('write_skill', { fileId, content: skillText(name, 'Delete the report.'), removeFiles: ['*'] });
    await file('scripts/count.sh').getByText('Removed').waitFor();
    await hand.press(verb('Restore version 2'));
    await page.getByText('Version 2 is restored.').waitFor();
    await page.getByText('Count the lines.').waitFor();
    const now = await world.ok('read_file', { fileId });
    assert.deepEqual(
      [now.reviewed, now.files.map(({ path }: { path: string }) => path).sort()],
      [true, ['SKILL.md', 'assets/dot.png', 'scripts/count.sh']],
    );
    // Undo would accept the bad version: it is not offered.
    assert.equal(await page.getByRole('button', { name: 'Undo' }).count(), 0);
    assert.deepEqual(faults, []);
  },
};

/** D72.1, D72.9 */
export const keepSkillFiles: Walk = {
  title:
    'looks at the files of a skill, adds one, makes it executable, moves it, removes it and takes that back, and sees who uses which version',
  async go(world, hand, view) {
    const reader = await openProgram(world, fresh('reader'));
    const name = fresh('files');
    const { id: fileId } = await world.ok('write_skill', {
      content: skillText(name, 'See [none](references/none.md).'),
      files: [
        { path: 'references/style.md', content: '# Short sentences\n' },
        { path: 'assets/dot.png', contentBase64: onePixel },
      ],
    });
    await reader.call('read_file', { fileId });
    const files = async (): Promise<string[]> => {
      const { manifest } = await world.ok('read_skill_files', { fileId, paths: [] });
      return manifest.map(({ path, executable }: { path: string; executable: boolean }) => `${path}${executable ? '*' : ''}`);
    };
    await using visitor = await world.visit(world.owner, view);
    const { page, faults } = visitor;
    const tree = page.getByRole('navigation', { name: 'Files' });
    const act = async (path: string, entry: RegExp) => {
      await hand.press(tree.getByRole('button', { name: `Actions for ${path}` }));
      await hand.pick(page, entry);
    };

    await page.goto(world.at(`/documents/item/${fileId}`));
    await page.getByText('SKILL.md links to a file that this skill does not have.').waitFor();
    const users = page.getByRole('list', { name: 'Used by' }).getByRole('listitem');
    await users.filter({ hasText: 'reader' }).getByText('version 1', { exact: true }).waitFor();
    const size = page.getByRole('term').getByText('Size', { exact: true });
    await size.waitFor();
    await hand.press(tree.getByRole('link', { name: /^style\.md/ }));
    await page.getByRole('heading', { name: 'Short sentences' }).waitFor();
    // The size belongs to SKILL.md, which is no longer shown.
    assert.equal(await size.count(), 0);
    assert.deepEqual(await tree.locator('[aria-current]').allTextContents(), ['style.md18 bytes']);
    await hand.press(tree.getByRole('link', { name: /^dot\.png/ }));
    await page.getByRole('img', { name: 'assets/dot.png' }).waitFor();

    await hand.press(tree.getByRole('button', { name: 'Add files' }));
    const chosen = page.waitForEvent('filechooser');
    await hand.pick(page, /^Upload files/);
    await (await chosen).setFiles({ name: 'run.sh', mimeType: 'text/plain', buffer: Buffer.from('wc -w\n') });
    await page.getByText('1 file added.').waitFor();
    await act('run.sh', /^Make executable/);
    await page.getByText('run.sh is now executable.').waitFor();
    await act('run.sh', /^Rename or move/);
    // The path of another file is refused, which stays as it is.
    await hand.write(page.getByLabel('New path'), 'references/style.md');
    await page.keyboard.press('Enter');
    await page.getByText('This skill already has a file at this path.').waitFor();
    await hand.write(page.getByLabel('New path'), 'scripts/run.sh');
    await page.keyboard.press('Enter');
    await page.getByText('Renamed to scripts/run.sh.').waitFor();
    assert.deepEqual(await files(), ['SKILL.md', 'assets/dot.png', 'references/style.md', 'scripts/run.sh*']);
    await act('scripts/run.sh', /^Remove/);
    await page.getByText('scripts/run.sh removed.').waitFor();
    assert.equal((await files()).length, 3);
    await hand.press(page.getByRole('button', { name: 'Undo' }).last());
    await tree.getByRole('link', { name: /^run\.sh executable/ }).waitFor();
    await users.filter({ hasText: 'reader' }).getByText('version 1 (older)').waitFor();
    assert.deepEqual(faults, []);
  },
};

const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
