import { describe, expect, it } from 'vitest';
import { createWorld, type Loose } from '../../testing/test-world.ts';

const base64 = (text: string) => Buffer.from(text).toString('base64');

describe('import_item', () => {
  it('creates one item for a path and updates it after that', async () => {
    await using world = await createWorld();
    const { owner } = world;
    const path = 'guide/start.md';
    const made = await world.ok(owner, 'import_item', { path, name: path, bodyMarkdown: '# one\r\n' });
    expect(made).toEqual({ id: expect.stringMatching(/^doc_/), type: 'doc', change: 'created' });
    expect(await world.ok(owner, 'import_item', { path, name: path, bodyMarkdown: '# one\r\n' })).toEqual({ ...made, change: 'unchanged' });
    expect(await world.ok(owner, 'import_item', { path, name: path, bodyMarkdown: '# two\n' })).toEqual({ ...made, change: 'updated' });
    expect(await world.ok(owner, 'read_doc', { docId: made.id })).toMatchObject({ title: path, bodyMarkdown: '# two\n', versionCount: 2 });
  });

  it('stores files byte for byte, and export_item returns them', async () => {
    await using world = await createWorld();
    const contentBase64 = Buffer.from([0, 255, 13, 10]).toString('base64');
    const { id } = await world.ok(world.owner, 'import_item', { path: 'a/b.bin', name: 'a/b.bin', contentBase64 });
    expect(await world.ok(world.owner, 'export_item', { itemId: id })).toEqual({
      id,
      type: 'file',
      importPath: 'a/b.bin',
      name: 'a/b.bin',
      folderId: null,
      contentBase64,
    });
  });

  it('creates folders for a new item, with tags, and finds it by its path wherever it is then (D73.4)', async () => {
    await using world = await createWorld();
    const ok = (tool: string, input: object = {}) => world.ok(world.owner, tool, input);
    const { id: folderId } = await ok('create_folder', { name: 'Vault' });
    const note = (path: string, bodyMarkdown: string) => {
      const [name = '', ...around] = path.split('/').toReversed();
      return { path, name, bodyMarkdown, folderId, folders: around.toReversed(), tags: ['diary'] };
    };
    const first = await ok('import_item', note('Daily/2026/May', 'one'));
    await ok('import_item', note('Daily/June', 'two'));
    const { folders } = await ok('list_folders');
    const idOf = (name: string) => folders.find((folder: Loose) => folder.name === name).id;
    const parents = folders.map(({ name, parentId }: Loose) => [name, folders.find(({ id }: Loose) => id === parentId)?.name]);
    expect(parents).toEqual([
      ['2026', 'Daily'],
      ['Daily', 'Vault'],
      ['Vault', undefined],
    ]);
    const read = async () => (await ok('read_item', { itemId: first.id })) as Loose;
    expect(await read()).toMatchObject({ folderId: idOf('2026'), tags: ['diary'] });
    await ok('rename_folder', { folderId: idOf('2026'), name: 'This year' });
    await ok('move_item', { docId: first.id, outOfFolders: true });
    await ok('set_tags', { docId: first.id, tags: ['mine'] });
    expect((await ok('import_item', note('Daily/2026/May', 'one'))).change).toBe('unchanged');
    expect(await ok('import_item', note('Daily/2026/May', 'changed'))).toMatchObject({ id: first.id, change: 'updated' });
    expect(await read()).toMatchObject({ folderId: null, tags: ['mine'] });
    expect((await ok('list_folders')).folders).toHaveLength(3);
    const dry = await ok('import_item', { ...note('Other/July', 'three'), dryRun: true });
    expect([dry.change, (await ok('list_folders')).folders.length]).toEqual(['created', 3]);
    expect((await ok('export_item', { itemId: first.id })).importPath).toBe('Daily/2026/May');
  });

  it('only reports the result on a dry run', async () => {
    await using world = await createWorld();
    const input = { path: 'a.md', name: 'a.md', bodyMarkdown: 'a', dryRun: true };
    expect(await world.ok(world.owner, 'import_item', input)).toEqual({ id: null, type: 'doc', change: 'created' });
    expect((await world.ok(world.owner, 'search', { query: 'a.md' })).results).toEqual([]);
  });

  it('distinguishes paths of different folders', async () => {
    await using world = await createWorld();
    const folder = await world.ok(world.owner, 'create_folder', { name: 'Inbox' });
    const outside = await world.ok(world.owner, 'import_item', { path: 'a.txt', name: 'a.txt', contentBase64: base64('1') });
    const inside = await world.ok(world.owner, 'import_item', {
      path: 'a.txt',
      name: 'a.txt',
      contentBase64: base64('2'),
      folderId: folder.id,
    });
    expect(inside).toMatchObject({ change: 'created' });
    expect(inside.id).not.toBe(outside.id);
  });

  it('creates a new item if the old one is in the trash', async () => {
    await using world = await createWorld();
    const input = { path: 'a.md', name: 'a.md', bodyMarkdown: 'a' };
    const first = await world.ok(world.owner, 'import_item', input);
    await world.ok(world.owner, 'delete_doc', { docId: first.id });
    expect(await world.ok(world.owner, 'import_item', input)).toMatchObject({ change: 'created' });
  });

  it('replaces a document with a file if its content is no longer valid text for one', async () => {
    await using world = await createWorld();
    const first = await world.ok(world.owner, 'import_item', { path: 'a.md', name: 'a.md', bodyMarkdown: 'a' });
    const bytes = Buffer.from([0xff, 0x00]).toString('base64');
    expect(await world.ok(world.owner, 'import_item', { path: 'a.md', name: 'a.md', contentBase64: bytes })).toMatchObject({
      type: 'file',
      change: 'created',
    });
    expect(await world.refused(world.owner, 'read_doc', { docId: first.id })).toBe('invalid_request/no_such_item');
    expect((await world.ok(world.owner, 'list_trash')).items).toMatchObject([{ id: first.id }]);
  });

  it('never overwrites a file that it did not import, nor agent memory (D28)', async () => {
    await using world = await createWorld();
    await world.ok(world.owner, 'write_file', { name: 'a.txt', content: 'mine' });
    const file = { path: 'a.txt', name: 'a.txt', contentBase64: base64('theirs') };
    expect(await world.refused(world.owner, 'import_item', file)).toBe('invalid_request/duplicate_name');
    const doc = await world.ok(world.owner, 'import_item', { path: 'm.md', name: 'm.md', bodyMarkdown: 'a' });
    await world.ok(world.owner, 'set_agent_memory', { docId: doc.id, isAgentMemory: true });
    expect(await world.refused(world.owner, 'import_item', { path: 'm.md', name: 'm.md', bodyMarkdown: 'b' })).toBe(
      'invalid_request/protected_item',
    );
    const asFile = { path: 'm.md', name: 'm.md', contentBase64: base64('\xff') };
    expect(await world.refused(world.owner, 'import_item', asFile)).toBe('invalid_request/protected_item');
    expect(await world.refused(world.owner, 'import_item', { ...asFile, dryRun: true })).toBe('invalid_request/protected_item');
    expect(await world.ok(world.owner, 'import_item', { path: 'm.md', name: 'm.md', bodyMarkdown: 'a' })).toMatchObject({
      change: 'unchanged',
    });
  });

  it('is not available to keys (D12), and sees nothing that its person cannot see (D25)', async () => {
    await using world = await createWorld();
    const key = await world.key(world.owner, 'write');
    expect(await world.refused(key, 'import_item', { path: 'a', name: 'a', bodyMarkdown: '' })).toBe('not_found');
    expect(await world.refused(key, 'export_item', { itemId: 'x' })).toBe('not_found');
    const folder = await world.ok(world.owner, 'create_folder', { name: 'Secret' });
    const doc = await world.ok(world.owner, 'create_doc', { title: 'x', folderId: folder.id });
    const member = await world.addPerson('bob@acme.test');
    expect(await world.refused(member, 'export_item', { itemId: doc.docId })).toBe('invalid_request/no_such_item');
    const into = { path: 'a', name: 'a', bodyMarkdown: '', folderId: folder.id };
    expect(await world.refused(member, 'import_item', into)).toBe('invalid_request/no_such_item');
  });

  it('accepts either text or bytes, up to 1 MiB and 25 MiB (D17)', async () => {
    await using world = await createWorld();
    expect(await world.refused(world.owner, 'import_item', { path: 'a', name: 'a' })).toBe('invalid_request/invalid_argument');
    const large = { path: 'a', name: 'a', bodyMarkdown: 'x'.repeat(1024 * 1024 + 1) };
    expect(await world.refused(world.owner, 'import_item', large)).toBe('invalid_request/too_large');
    const contentBase64 = Buffer.alloc(25 * 1024 * 1024 + 1).toString('base64');
    expect(await world.refused(world.owner, 'import_item', { path: 'a', name: 'a', contentBase64 })).toBe('invalid_request/too_large');
  });
});
