import { describe, expect, it } from 'vitest';
import { applyAll, findAll } from '../../testing/take-back-desk.ts';
import { createWorld, engines, type Loose, type World } from '../../testing/test-world.ts';

const main = '---\nname: report\ndescription: Writes reports.\n---\n# Steps\n\nOne.\n\nTwo.\n';

async function contentsOf(world: World, key: string, fileId: string): Promise<Record<string, string>> {
  const { files } = await world.ok(key, 'read_skill_files', { fileId });
  return Object.fromEntries(files.map(({ path, content }: Loose) => [path, content]));
}

describe.each(engines)('taking back changes to a skill on $engine (D66, D72)', ({ engine, missing }) => {
  const test = it.skipIf(missing !== undefined);

  async function open() {
    const world = await createWorld({ engine });
    const [agent, other] = [await world.key(world.owner, 'write'), await world.key(world.owner, 'write')];
    const files = ['a.md', 'b.md', 'c.md'].map((path) => ({ path, content: `${path}\n` }));
    const { id: fileId } = await world.ok(other, 'write_skill', { content: main, files });
    world.clock.now += 1000;
    const write = (key: string, path: string, content: string) => world.ok(key, 'write_skill', { fileId, files: [{ path, content }] });
    return { world, agent, other, fileId, write };
  }

  test('restores all its files, including removed ones', async () => {
    const { world, agent, fileId } = await open();
    await using _ = world;
    const before = await contentsOf(world, agent, fileId);
    await world.ok(agent, 'write_skill', {
      fileId,
      content: main.replace('One', 'Eins'),
      files: [
        { path: 'a.md', content: 'wrong' },
        { path: 'new.md', content: 'new' },
      ],
      removeFiles: ['b.md'],
    });
    expect(await world.ok(agent, 'take_back')).toMatchObject({ subjects: [{ outcome: 'taken_back', reason: null }] });
    expect(await contentsOf(world, agent, fileId)).toEqual(before);
    expect(await world.ok(agent, 'take_back')).toMatchObject({ subjects: [{ outcome: 'taken_back' }] });
    expect(await contentsOf(world, agent, fileId)).toMatchObject({ 'a.md': 'wrong', 'new.md': 'new' });
  });

  test('takes back a change to a single file, which SKILL.md does not show', async () => {
    const { world, agent, fileId, write } = await open();
    await using _ = world;
    await write(agent, 'a.md', 'wrong');
    expect(await world.ok(agent, 'take_back')).toMatchObject({ subjects: [{ outcome: 'taken_back', reason: null }] });
    expect(await contentsOf(world, agent, fileId)).toMatchObject({ 'a.md': 'a.md\n' });
  });

  test('keeps later changes by others: other files, other places of SKILL.md, and the same file, which it reports', async () => {
    const { world, agent, other, fileId, write } = await open();
    await using _ = world;
    await world.ok(agent, 'write_skill', {
      fileId,
      content: main.replace('One', 'Eins'),
      files: [
        { path: 'a.md', content: 'wrong' },
        { path: 'b.md', content: 'wrong' },
      ],
      removeFiles: ['c.md'],
    });
    const { changes } = await world.ok(agent, 'list_changes', { mine: true });
    await write(other, 'b.md', 'right');
    await write(other, 'd.md', 'right');
    await world.ok(other, 'edit_skill', { fileId, oldText: 'Two', newText: 'Zwei' });
    const taken = await world.ok(agent, 'take_back', { requestId: changes[0].requestId });
    expect(taken).toMatchObject({ subjects: [{ subjectId: fileId, outcome: 'taken_back', reason: 'changed_since' }] });
    expect(await contentsOf(world, agent, fileId)).toEqual({
      'SKILL.md': main.replace('Two', 'Zwei'),
      'a.md': 'a.md\n',
      'b.md': 'right',
      'c.md': 'c.md\n',
      'd.md': 'right',
    });
  });

  test('leaves everything if the files would collide: others took a name that differs only in case', async () => {
    const { world, agent, other, fileId, write } = await open();
    await using _ = world;
    await world.ok(agent, 'write_skill', { fileId, removeFiles: ['a.md'] });
    const { changes } = await world.ok(agent, 'list_changes', { mine: true });
    await write(other, 'A.md', 'right');
    const before = await contentsOf(world, agent, fileId);
    const taken = await world.ok(agent, 'take_back', { requestId: changes[0].requestId });
    expect(taken).toMatchObject({ subjects: [{ outcome: 'left', reason: 'changed_since' }] });
    expect(await contentsOf(world, agent, fileId)).toEqual(before);
  });

  test('leaves an unreviewed text unreviewed, even if a person takes changes back, until it is confirmed (D72.13)', async () => {
    const { world, agent, other, fileId } = await open();
    await using _ = world;
    const take = async (given: object) => {
      const { takeBackId } = await findAll(world, world.owner, given);
      await applyAll(world, world.owner, takeBackId);
      world.clock.now++;
      return takeBackId;
    };
    const edit = async (by: string | World['owner'], oldText: string, newText: string) => {
      const since = ++world.clock.now;
      await world.ok(by, 'edit_skill', { fileId, oldText, newText });
      world.clock.now++;
      return since;
    };
    const review = async () => {
      const { versionCount, reviewedVersion } = await world.ok(world.owner, 'read_file', { fileId });
      return { versionCount, reviewedVersion };
    };
    await edit(world.owner, 'One', 'Eins');
    expect(await review()).toEqual({ versionCount: 2, reviewedVersion: 2 });
    const since = await edit(agent, 'Eins', 'Un');
    const reviewed = await take({ since });
    expect(await review()).toEqual({ versionCount: 4, reviewedVersion: 4 });
    await take({ takeBackId: reviewed });
    expect(await review()).toEqual({ versionCount: 5, reviewedVersion: 4 });
    const merged = await edit(other, 'Two', 'Zwei');
    await edit(agent, 'Steps', 'Schritte');
    await take({ since: merged, until: merged });
    expect(await review()).toEqual({ versionCount: 8, reviewedVersion: 4 });
    // A version that a person makes by a take-back is not reviewed either.
    await take({ since: await edit(agent, 'Schritte', 'Pas') });
    expect(await review()).toEqual({ versionCount: 10, reviewedVersion: 4 });
    await world.ok(world.owner, 'review_skill', { itemId: fileId, version: 8 });
    expect(await review()).toEqual({ versionCount: 10, reviewedVersion: 8 });
    await world.ok(world.owner, 'review_skill', { itemId: fileId, version: 10 });
    await take({ since: await edit(agent, 'Schritte', 'Pas') });
    expect(await review()).toEqual({ versionCount: 12, reviewedVersion: 12 });
    const last = await edit(agent, 'Schritte', 'Pas');
    await world.ok(world.owner, 'edit_skill', { fileId, oldText: 'Two', newText: 'Deux' });
    await take({ since: last, until: last });
    expect(await review()).toEqual({ versionCount: 15, reviewedVersion: 15 });
    expect(await world.store.read(() => world.store.skills.reviews(world.orgId, fileId, 5))).toHaveLength(2);
  });
});
