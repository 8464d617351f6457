import { describe, expect, it } from 'vitest';
import { createWorld, engines, type Loose, type World } from '../../testing/test-world.ts';

const main = '---\nname: report\ndescription: Writes reports.\n---\n# Steps\n';
const style = 'Short sentences.\nFew of them.\n';
const image = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 1, 2, 255]);
const files = [
  { path: 'references/style.md', content: style },
  { path: 'scripts/run.sh', content: '#!/bin/sh\necho hi\n', executable: true },
  { path: 'assets/logo.png', contentBase64: image.toString('base64') },
];

/** The files of a skill as an agent gets them: their text or base64, and "+x" behind those that are executable. */
async function filesOf(world: World, key: string, fileId: string, version?: number): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (let cursor: string | undefined; cursor !== null; ) {
    const page = await world.ok(key, 'read_skill_files', { fileId, version, cursor });
    for (const { path, content, contentBase64, executable, offset } of page.files as Loose[]) {
      const before = offset ? found[path] : '';
      found[path] = `${before}${content ?? contentBase64}${executable ? ' +x' : ''}`;
    }
    cursor = page.nextCursor;
  }
  return found;
}

describe.each(engines)('a skill as a folder on $engine', ({ engine, missing }) => {
  const test = it.skipIf(missing !== undefined);

  async function open() {
    const world = await createWorld({ engine });
    const key = await world.key(world.owner, 'write');
    const write = (given: object) => world.ok(key, 'write_skill', given);
    const created = await write({ content: main, files });
    return { world, key, write, created, fileId: created.id as string };
  }

  test('is saved with a warning about a description that is long or not YAML (D72)', async () => {
    const { world, key, write } = await open();
    await using _ = world;
    const description = `Use when: ${'x'.repeat(1100)}`;
    const content = `---\nname: odd\ndescription: ${description}\n---\n`;
    const saved = await write({ content });
    expect(saved).toMatchObject({ name: 'odd', description, created: true });
    expect(saved.warnings.map(({ kind }: Loose) => kind)).toEqual(['not_yaml', 'long_description']);
    expect(await world.ok(key, 'read_file', { fileId: saved.id })).toMatchObject({ content });
    const listed = await world.ok(key, 'list_skills', { includeFiles: 'paths' });
    expect(listed.skills.find(({ id }: Loose) => id === saved.id)).toMatchObject({
      description,
      frontmatter: { name: 'odd', description },
    });
  });

  test('counts hidden characters in all its texts, on writing and on review (D72)', async () => {
    const { world, write, fileId } = await open();
    await using _ = world;
    expect(await world.ok(world.owner, 'list_skill_loads', { itemId: fileId })).not.toHaveProperty('hiddenCharacters');
    const hidden = { content: `${main}Fine.\u200b\n`, files: [{ path: 'references/style.md', content: 'Short\u202e sentences.\n' }] };
    const warnings = [
      { kind: 'hidden_characters', message: '"SKILL.md" has 1 hidden character: U+200B at line 6, character 6' },
      { kind: 'hidden_characters', message: '"references/style.md" has 1 hidden character: U+202E at line 1, character 6' },
    ];
    expect((await write({ fileId, ...hidden })).warnings).toEqual(warnings);
    expect((await world.ok(world.owner, 'list_skill_loads', { itemId: fileId })).hiddenCharacters).toEqual([
      { path: 'SKILL.md', count: 1, first: [{ code: 'U+200B', line: 6, column: 6 }] },
      { path: 'references/style.md', count: 1, first: [{ code: 'U+202E', line: 1, column: 6 }] },
    ]);
    // Only new bytes are read where it is written, and all where it is reviewed.
    expect((await write({ fileId, files: [{ path: 'b.md', content: '\u2060' }] })).warnings).toEqual([
      warnings[0],
      { kind: 'hidden_characters', message: '"b.md" has 1 hidden character: U+2060 at line 1, character 1' },
    ]);
    expect((await world.ok(world.owner, 'review_skill', { itemId: fileId, version: 2 })).warnings).toEqual(warnings);
    expect((await world.ok(world.owner, 'review_skill', { itemId: fileId, version: 3 })).warnings).toHaveLength(3);
  });

  test('has its files under one version, and returns them as they were written (D72)', async () => {
    const { world, key, created, fileId } = await open();
    await using _ = world;
    expect(created).toMatchObject({ name: 'report', versionCount: 1, created: true, noop: false, fileCount: 4, warnings: [] });
    expect(await filesOf(world, key, fileId)).toEqual({
      'SKILL.md': main,
      'references/style.md': style,
      'scripts/run.sh': '#!/bin/sh\necho hi\n +x',
      'assets/logo.png': image.toString('base64'),
    });
    const read = await world.ok(key, 'read_file', { fileId });
    expect(read.content).toBe(main);
    expect(read.files.map(({ path, sizeBytes, executable }: Loose) => [path, sizeBytes, executable])).toEqual([
      ['SKILL.md', main.length, false],
      ['assets/logo.png', image.length, false],
      ['references/style.md', style.length, false],
      ['scripts/run.sh', 18, true],
    ]);
    expect(await world.ok(key, 'read_file', { fileId, path: 'references/style.md' })).toMatchObject({
      name: 'report',
      path: 'references/style.md',
      mimeType: 'text/markdown',
      kind: 'text',
      sizeBytes: style.length,
      content: style,
    });
    expect(await world.ok(key, 'read_file', { fileId, path: 'assets/logo.png' })).toMatchObject({ kind: 'image', content: null });
    expect(await world.ok(key, 'read_file', { fileId, path: 'SKILL.md' })).toMatchObject({ content: main });
    expect(await world.ok(key, 'read_lines', { fileId, path: 'references/style.md', startLine: 2 })).toMatchObject({
      text: 'Few of them.\n',
    });
    const match = { totalMatches: 1, matches: [{ line: 1, text: 'Short sentences.' }] };
    expect(await world.ok(key, 'find_text', { fileId, path: 'references/style.md', query: 'short' })).toMatchObject(match);
    expect(await world.ok(key, 'find_text', { fileId, query: 'short' })).toMatchObject({ totalMatches: 0 });
  });

  test('gets one version for a change to any file, and none without a change', async () => {
    const { world, key, write, fileId } = await open();
    await using _ = world;
    const edit = { fileId, path: 'references/style.md', oldText: 'Short', newText: 'Clear' };
    expect(await world.ok(key, 'edit_skill', edit)).toEqual({ versionCount: 2 });
    expect(await write({ fileId, files: [{ path: 'scripts/run.sh', content: '#!/bin/sh\necho ho\n' }] })).toMatchObject({
      versionCount: 3,
    });
    expect(await write({ fileId, files: [{ path: 'scripts/run.sh', executable: false }] })).toMatchObject({ versionCount: 4 });
    expect(await write({ fileId, removeFiles: ['assets/logo.png'] })).toMatchObject({ versionCount: 5, fileCount: 3 });
    expect(await write({ fileId, content: `${main}more\n` })).toMatchObject({ versionCount: 6, fileCount: 3 });
    const same = [{ path: 'scripts/run.sh', content: '#!/bin/sh\necho ho\n' }];
    expect(await write({ fileId, files: same })).toMatchObject({ versionCount: 6, noop: true });
    expect(await write({ fileId, files: same, removeFiles: ['*'] })).toMatchObject({ versionCount: 7, fileCount: 2 });
    expect(await filesOf(world, key, fileId)).toEqual({ 'SKILL.md': `${main}more\n`, 'scripts/run.sh': '#!/bin/sh\necho ho\n' });
    expect(await filesOf(world, key, fileId, 1)).toMatchObject({
      'references/style.md': style,
      'scripts/run.sh': '#!/bin/sh\necho hi\n +x',
    });
    expect(await filesOf(world, key, fileId, 3)).toMatchObject({ 'scripts/run.sh': '#!/bin/sh\necho ho\n +x' });
    expect(await world.ok(key, 'restore_version', { fileId, version: 1 })).toEqual({ versionCount: 8 });
    expect(await filesOf(world, key, fileId)).toEqual(await filesOf(world, key, fileId, 1));
    expect(await world.ok(key, 'restore_version', { fileId, version: 1 })).toEqual({ versionCount: 8 });
  });

  test('lists the files that each version changed, compares one of them, and restores one alone', async () => {
    const { world, key, write, fileId } = await open();
    await using _ = world;
    const changed = [
      { path: 'references/style.md', content: 'Long sentences.\nFew of them.\n' },
      { path: 'new.md', content: 'new' },
    ];
    await write({ fileId, files: changed, removeFiles: ['assets/logo.png'] });
    await write({ fileId, content: `${main}more\n` });
    await write({ fileId, files: [{ path: 'scripts/run.sh', executable: false }] });
    const { versions } = await world.ok(key, 'list_versions', { fileId, limit: 2 });
    expect(versions.map(({ changedFiles }: Loose) => changedFiles)).toEqual([
      [{ path: 'scripts/run.sh', change: 'changed' }],
      [{ path: 'SKILL.md', change: 'changed' }],
    ]);
    const all = (await world.ok(world.owner, 'list_item_versions', { itemId: fileId })).versions;
    expect(all.map(({ changedFiles }: Loose) => changedFiles.length)).toEqual([1, 1, 3, 4]);
    const compared = await world.ok(world.owner, 'compare_versions', { itemId: fileId, before: 1, path: 'references/style.md' });
    expect(compared.changedFiles).toEqual([
      { path: 'SKILL.md', change: 'changed' },
      { path: 'assets/logo.png', change: 'removed' },
      { path: 'new.md', change: 'added' },
      { path: 'references/style.md', change: 'changed' },
      { path: 'scripts/run.sh', change: 'changed' },
    ]);
    expect(compared.parts[0].removed).toContainEqual({ text: 'Short', isChanged: true });
    const added = await world.ok(world.owner, 'compare_versions', { itemId: fileId, before: 1, path: 'new.md' });
    expect(added.parts[0].added).toEqual([{ text: 'new', isChanged: true }]);
    expect(await world.ok(key, 'restore_version', { fileId, version: 1, path: 'assets/logo.png' })).toEqual({ versionCount: 5 });
    expect(await world.ok(key, 'restore_version', { fileId, version: 1, path: 'SKILL.md' })).toEqual({ versionCount: 6 });
    expect(await filesOf(world, key, fileId)).toEqual({
      'SKILL.md': main,
      'assets/logo.png': image.toString('base64'),
      'new.md': 'new',
      'references/style.md': 'Long sentences.\nFew of them.\n',
      'scripts/run.sh': '#!/bin/sh\necho hi\n',
    });
    expect(await world.refused(key, 'restore_version', { fileId, version: 1, path: 'new.md' })).toBe('invalid_request/invalid_argument');
  });

  test('refuses invalid files, and writes nothing', async () => {
    const { world, key, fileId } = await open();
    await using _ = world;
    const refused = (given: object) => world.refused(key, 'write_skill', given);
    for (const path of [
      '../a',
      '/a',
      'C:/a',
      'a\\b',
      '.env',
      'a/.git/b',
      'node_modules/a',
      'nul.md',
      'a.',
      'a\u202eb',
      'e\u0301',
      'skill.md',
    ])
      expect([path, await refused({ fileId, files: [{ path, content: 'x' }] })]).toEqual([path, 'invalid_request/invalid_skill']);
    const two = (...paths: string[]) => ({ fileId, files: paths.map((path) => ({ path, content: 'x' })) });
    expect(await refused(two('a.md', 'A.md'))).toBe('invalid_request/invalid_skill');
    expect(await refused(two('References/other.md'))).toBe('invalid_request/invalid_skill');
    expect(await refused(two('references/style.md/a'))).toBe('invalid_request/invalid_skill');
    expect(await refused(two('a', 'a'))).toBe('invalid_request/invalid_argument');
    expect(await refused(two(...Array.from({ length: 10_000 }, (_, index) => `a/${index}`)))).toBe('invalid_request/too_large');
    expect(await refused({ fileId, files: [{ path: 'big', content: 'x'.repeat(16 * 1024 * 1024) }] })).toBe('invalid_request/too_large');
    expect(await refused({ fileId, files: [{ path: 'SKILL.md', content: 'no frontmatter' }] })).toBe('invalid_request/invalid_skill');
    expect(await refused({ fileId, files: [{ path: 'new.sh', executable: true }] })).toBe('invalid_request/invalid_argument');
    expect(await refused({ fileId, removeFiles: ['gone.md'] })).toBe('invalid_request/invalid_argument');
    expect(await refused({ fileId, removeFiles: ['SKILL.md'] })).toBe('invalid_request/invalid_argument');
    expect(await refused({ fileId, files: [{ path: 'a', content: 'x' }], expectedVersionCount: 9 })).toBe('invalid_request/stale_version');
    expect(await refused({ files: [{ path: 'a', content: 'x' }] })).toBe('invalid_request/invalid_argument');
    expect(await world.refused(key, 'read_file', { fileId, path: 'gone.md' })).toBe('invalid_request/invalid_argument');
    expect(await world.refused(key, 'read_lines', { fileId, path: 'assets/logo.png' })).toBe('invalid_request/not_text');
    expect((await world.ok(key, 'read_file', { fileId })).versionCount).toBe(1);
    const plain = await world.ok(key, 'write_file', { name: 'a.txt', content: 'a' });
    expect(await world.refused(key, 'read_file', { fileId: plain.id, path: 'a' })).toBe('invalid_request/invalid_argument');
  });

  test('is returned in pages of one version, and a large file in parts', async () => {
    const { world, key, write } = await open();
    await using _ = world;
    const large = Buffer.alloc(7 * 1024 * 1024 + 5, 'große Datei');
    const many = Array.from({ length: 30 }, (_, index) => ({ path: `many/${index}.txt`, content: String(index).repeat(100_000) }));
    const { id: fileId } = await write({
      content: main.replace('name: report', 'name: large'),
      files: [{ path: 'large.bin', contentBase64: Buffer.concat([Buffer.from([0]), large]).toString('base64') }, ...many],
    });
    const first = await world.ok(key, 'read_skill_files', { fileId });
    expect(JSON.stringify(first).length).toBeLessThan(5 * 1024 * 1024);
    await write({ fileId, removeFiles: ['*'] });
    const next = await world.ok(key, 'read_skill_files', { fileId, cursor: first.nextCursor });
    expect([next.version, next.versionCount, next.fileCount]).toEqual([1, 2, 32]);
    const whole = await filesOf(world, key, fileId, 1);
    expect(Object.keys(whole)).toHaveLength(32);
    expect(Buffer.from(whole['large.bin'] as string, 'base64').equals(Buffer.concat([Buffer.from([0]), large]))).toBe(true);
    for (const { path, content } of many) expect(whole[path] === content).toBe(true);
  });

  test('is unreviewed if an agent saved it, until a person saves or confirms it', async () => {
    const { world, key, write, fileId } = await open();
    await using _ = world;
    const state = async () => {
      const listed = (await world.ok(key, 'list_skills', {})).skills.find(({ id }: Loose) => id === fileId);
      const { reviewed, reviewedVersion } = await world.ok(key, 'read_file', { fileId });
      expect([listed.reviewed, listed.reviewedVersion]).toEqual([reviewed, reviewedVersion]);
      return [reviewed, reviewedVersion];
    };
    expect(await state()).toEqual([false, null]);
    expect(await world.ok(world.owner, 'review_skill', { itemId: fileId, version: 1 })).toEqual({
      versionCount: 1,
      reviewed: true,
      reviewedVersion: 1,
      warnings: [],
    });
    await write({ fileId, removeFiles: ['assets/logo.png'] });
    expect(await state()).toEqual([false, 1]);
    await world.ok(world.owner, 'edit_skill', { fileId, oldText: 'Steps', newText: 'What to do' });
    expect(await state()).toEqual([true, 3]);
    await write({ fileId, removeFiles: ['scripts/run.sh'] });
    expect(await state()).toEqual([false, 3]);
    // Reviewing an older version keeps the newer review.
    expect(await world.ok(world.owner, 'review_skill', { itemId: fileId, version: 2 })).toMatchObject({ reviewedVersion: 3 });
    // A version that a person saved needs no review, and none is stored.
    expect(await world.ok(world.owner, 'review_skill', { itemId: fileId, version: 3 })).toMatchObject({ reviewedVersion: 3 });
    const kept = await world.store.read(() => world.store.skills.reviews(world.orgId, fileId, 9));
    expect(kept.map(({ version }) => version).sort()).toEqual([1, 2]);
    expect(await world.refused(world.owner, 'review_skill', { itemId: fileId, version: 5 })).toBe('invalid_request/invalid_argument');
    expect(await world.refused(key, 'review_skill', { itemId: fileId, version: 4 })).toBe('not_found');
  });

  test('records the readers of each version', async () => {
    const { world, key, write, fileId } = await open();
    await using _ = world;
    const loads = async () =>
      (await world.ok(world.owner, 'list_skill_loads', { itemId: fileId })).loads.map(({ name, version, at }: Loose) => [
        name,
        version,
        at,
      ]);
    expect(await loads()).toEqual([]);
    const began = world.clock.now;
    await world.ok(key, 'read_file', { fileId });
    world.clock.now += 30_000;
    await world.ok(key, 'read_skill_files', { fileId });
    expect(await loads()).toEqual([['test agent', 1, began]]);
    await write({ fileId, removeFiles: ['*'] });
    await world.ok(key, 'read_skill_files', { fileId });
    expect(await loads()).toEqual([['test agent', 2, began + 30_000]]);
    world.clock.now += 60_000;
    await world.ok(key, 'read_file', { fileId });
    await world.ok(world.owner, 'read_file', { fileId });
    expect((await loads()).toSorted()).toEqual(
      [
        ['owner@acme.test', 2, began + 90_000],
        ['test agent', 2, began + 90_000],
      ].toSorted(),
    );
  });

  test('is purged with all its files, versions and readers, and restored completely from the trash', async () => {
    const { world, key, fileId } = await open();
    await using _ = world;
    const before = await filesOf(world, key, fileId);
    await world.ok(key, 'delete_file', { fileId });
    await world.ok(world.owner, 'restore_item', { itemId: fileId });
    expect(await filesOf(world, key, fileId)).toEqual(before);
    await world.ok(world.owner, 'review_skill', { itemId: fileId, version: 1 });
    await world.ok(key, 'delete_file', { fileId });
    await world.ok(world.owner, 'purge_item', { itemId: fileId });
    const { orgId } = world;
    const left = await world.store.read(function* () {
      const { skills } = world.store;
      return [yield* skills.loads(orgId, fileId, 9), yield* skills.reviews(orgId, fileId, 9)];
    });
    expect(left).toEqual([[], []]);
  });
});
