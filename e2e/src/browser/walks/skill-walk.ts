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
        { path: 'scripts/count.sh', content: 'wc -l\n' },
        { path: 'assets/dot.png', contentBase64: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAAB' },
      ],
    });
    await review.getByText('Version 2 by').waitFor();
    const file = (path: string) => review.getByRole('listitem').filter({ has: page.getByRole('button', { name: path }) });
    await file('SKILL.md').locator('ins').getByText('Count the lines.').waitFor();
    await file('SKILL.md').locator('del').getByText('Count the words.').waitFor();
    await file('scripts/count.sh').locator('ins').getByText('wc -l').waitFor();
    await file('assets/dot.png').getByText("This file isn't text").waitFor();
    // One that is closed shows nothing of it.
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
