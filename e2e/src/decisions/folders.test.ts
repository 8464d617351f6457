import { describe, expect, it } from 'vitest';
import { forEachEntrance } from '../entrances/index.ts';
import { type Loose, openWorld, type PersonCredential } from '../kit/world.ts';
import { type Desk, openDesk } from './desk.ts';

interface Hidden {
  folderId: string;
  docId: string;
  fileId: string;
  bobsKey: string;
}

/** A private folder of another member, full of things whose names say so. */
async function hide(desk: Desk): Promise<Hidden> {
  const bob = await desk.addPerson('bob@acme.test');
  const { id: folderId } = await desk.as(bob, 'create_folder', { name: 'HIDDEN folder' });
  const { docId } = await desk.as(bob, 'create_doc', { title: 'HIDDEN doc', bodyMarkdown: 'HIDDEN words', folderId });
  const { id: fileId } = await desk.as(bob, 'write_file', { name: 'HIDDEN.txt', content: 'HIDDEN', tags: ['HIDDEN'], folderId });
  await desk.as(bob, 'write_skill', { name: 'hidden-skill', description: 'HIDDEN', content: 'HIDDEN', folderId });
  return { folderId, docId, fileId, bobsKey: (await desk.createKey(bob, 'write')).key };
}

describe('folders (D25)', () => {
  it('are hidden from other people, with their content, in every tool', async () => {
    await using desk = await openDesk();
    await hide(desk);
    for (const tool of ['list_docs', 'list_files', 'list_skills', 'list_folders', 'list_tasks']) {
      expect((await desk.reply(tool)).raw).not.toMatch(/hidden/i);
    }
    for (const query of ['HIDDEN', 'hid', 'h', 'HIDDEN words'])
      expect((await desk.ok('search', { query })).results.map(({ title }: Loose) => title)).not.toContain('HIDDEN doc');
    expect((await desk.reply('search', { query: 'HIDDEN' })).value.results).toEqual([]);
  });

  it('are private at first: visible to their person, owners and admins', async () => {
    await using desk = await openDesk();
    const { id: folderId } = await desk.ok('create_folder', { name: 'Mine' });
    const { docId } = await desk.ok('create_doc', { title: 'In it', folderId });
    const keyOf = async (email: string, role: 'admin' | 'member') => (await desk.createKey(await desk.addPerson(email, role), 'read')).key;
    const admin = await keyOf('admin@acme.test', 'admin');
    const member = await keyOf('member@acme.test', 'member');
    const owner = (await desk.createKey(desk.owner, 'read')).key;
    const codes = await Promise.all(
      [desk.key, owner, admin, member].map(async (key) => (await desk.reply('read_doc', { docId }, key)).code),
    );
    expect(codes).toEqual(['ok', 'ok', 'ok', 'invalid_request']);
    const { docId: gone } = await desk.ok('create_doc', { title: 'In the trash', folderId });
    await desk.ok('delete_doc', { docId: gone });
    const [folder] = (await desk.ok('list_folders')).folders;
    expect(folder).toEqual({
      id: folderId,
      name: 'Mine',
      visibility: 'private',
      itemCount: 1,
      isOwner: true,
      canWrite: true,
      parentId: null,
      url: desk.pageOf(folderId),
    });
    expect((await desk.ok('list_folders', {}, owner)).folders[0].isOwner).toBe(false);
    expect((await desk.ok('list_folders', {}, member)).folders).toEqual([]);
  });

  it('are shared with a person, and unshared, with immediate effect', async () => {
    await using desk = await openDesk();
    const { id: folderId } = await desk.ok('create_folder', { name: 'Mine' });
    await desk.ok('create_doc', { title: 'In it', bodyMarkdown: 'needle', folderId });
    const { key } = await desk.createKey(await desk.addPerson('bob@acme.test'), 'write');
    const seen = async () => [
      (await desk.ok('list_folders', {}, key)).folders.length,
      (await desk.ok('list_docs', {}, key)).docs.filter(({ title }: Loose) => title === 'In it').length,
      (await desk.ok('search', { query: 'needle' }, key)).results.length,
    ];
    expect(await seen()).toEqual([0, 0, 0]);
    expect(await desk.as(desk.person, 'share_folder', { folderId, email: 'bob@acme.test' })).toMatchObject({ visibility: 'shared' });
    expect(await seen()).toEqual([1, 1, 1]);
    expect((await desk.ok('list_folders')).folders[0].visibility).toBe('shared');
    await desk.ok('create_doc', { title: 'By Bob', folderId }, key);
    // The folder now contains a document of Bob, so only owners and admins can narrow its sharing.
    const takeBack = (who: PersonCredential, from: object) => desk.as(who, 'unshare_folder', { folderId, ...from });
    await expect(takeBack(desk.person, { email: 'bob@acme.test' })).rejects.toMatchObject({ reason: 'protected_item' });
    await takeBack(desk.owner, { email: 'bob@acme.test' });
    expect(await seen()).toEqual([0, 0, 0]);
    await desk.as(desk.person, 'share_folder', { folderId, organization: true });
    expect(await seen()).toEqual([1, 1, 1]);
    await takeBack(desk.owner, { organization: true });
    expect(await seen()).toEqual([0, 0, 0]);
  });

  it('shared to read let people read, and name the people who can change the content (D25.5)', async () => {
    await using desk = await openDesk();
    const { id: folderId } = await desk.ok('create_folder', { name: 'Rules' });
    const { docId } = await desk.ok('create_doc', { title: 'In it', bodyMarkdown: 'needle\n', folderId });
    const { id: fileId } = await desk.ok('write_file', { name: 'a.txt', content: 'needle', folderId });
    const bob = await desk.addPerson('bob@acme.test');
    await desk.addPerson('carl@acme.test');
    const key = (await desk.createKey(bob, 'write')).key;
    const share = (input: object) => desk.as(desk.person, 'share_folder', { folderId, ...input });
    await share({ email: 'carl@acme.test' });
    expect(await share({ email: 'bob@acme.test', access: 'read' })).toEqual({
      folderId,
      visibility: 'shared',
      sharedWith: expect.arrayContaining(['bob@acme.test', 'carl@acme.test']),
      readers: ['bob@acme.test'],
      organizationAccess: null,
    });
    expect((await desk.ok('search', { query: 'needle' }, key)).results).toHaveLength(1);
    expect((await desk.ok('list_folders', {}, key)).folders).toMatchObject([{ id: folderId, isOwner: false, canWrite: false }]);
    const writes: [string, object][] = [
      ['append_doc', { docId, text: 'x' }],
      ['delete_doc', { docId }],
      ['set_tags', { docId, tags: ['x'] }],
      ['move_item', { docId, outOfFolders: true }],
      ['write_file', { fileId, content: 'x' }],
      ['create_doc', { title: 'x', folderId }],
      ['restore_version', { docId, version: 1 }],
    ];
    for (const [tool, input] of writes) {
      expect(await desk.refused(tool, input, key), tool).toBe('invalid_request/protected_item');
      expect(await desk.complaint(tool, input, key)).toBe(
        `the folder "Rules" (${folderId}) is shared with you for reading; ada@acme.test, carl@acme.test, owners, admins can change its contents: ask one of them, or ask for write access`,
      );
    }
    expect(await share({ organization: true, access: 'read' })).toMatchObject({ visibility: 'organization', organizationAccess: 'read' });
    expect(await desk.refused('append_doc', { docId, text: 'x' }, key)).toBe('invalid_request/protected_item');
    await share({ email: 'bob@acme.test' });
    await desk.ok('append_doc', { docId, text: 'x' }, key);
    const { viewers } = await desk.as(desk.person, 'list_folder_viewers', { folderId });
    expect(viewers.map(({ email, access, shareAccess }: Loose) => [email, access, shareAccess]).sort()).toEqual([
      ['ada@acme.test', 'write', null],
      ['bob@acme.test', 'write', 'write'],
      ['carl@acme.test', 'write', 'write'],
      ['owner@acme.test', 'write', null],
    ]);
  });

  it('are shared only by their person and by admins', async () => {
    await using desk = await openDesk();
    const { id: folderId } = await desk.ok('create_folder', { name: 'Mine' });
    const bob = await desk.addPerson('bob@acme.test');
    const eve = await desk.addPerson('eve@acme.test');
    const share = (who: typeof bob, email: string) => desk.as(who, 'share_folder', { folderId, email });
    await expect(share(bob, 'bob@acme.test')).rejects.toMatchObject({ reason: 'no_such_item' });
    await share(desk.person, 'bob@acme.test');
    await expect(share(bob, 'eve@acme.test')).rejects.toMatchObject({ code: 'forbidden' });
    await share(desk.owner, 'eve@acme.test');
    expect((await desk.as(eve, 'list_folders')).folders).toHaveLength(1);
  });

  it('accept no writes from people who cannot see them', async () => {
    await using desk = await openDesk();
    const { folderId } = await hide(desk);
    const { docId } = await desk.ok('create_doc', { title: 'Mine' });
    const writes: [string, object][] = [
      ['create_doc', { title: 'x', folderId }],
      ['write_file', { name: 'x', content: '', folderId }],
      ['write_skill', { name: 'x', description: 'x', content: '', folderId }],
      ['move_item', { docId, folderId }],
      ['list_docs', { folderId }],
    ];
    for (const [tool, input] of writes) expect(await desk.refused(tool, input)).toBe('invalid_request/no_such_item');
  });

  it('have unique names among those that a person sees, and a hidden one neither conflicts nor is revealed', async () => {
    await using desk = await openDesk();
    const { id } = await desk.ok('create_folder', { name: 'Releases' });
    const complaint = await desk.complaint('create_folder', { name: ' Releases ' });
    expect(complaint).toContain(id);
    expect(await desk.refused('create_folder', { name: 'Releases' })).toBe('invalid_request/duplicate_name');
    await hide(desk);
    expect((await desk.ok('create_folder', { name: 'HIDDEN folder' })).name).toBe('HIDDEN folder');
  });

  it('contain files with different names: an equal one is refused with the id of the other', async () => {
    await using desk = await openDesk();
    const { id: folderId } = await desk.ok('create_folder', { name: 'Releases' });
    const first = await desk.ok('write_file', { name: 'a.txt', content: '1', folderId });
    expect(await desk.complaint('write_file', { name: 'a.txt', content: '2', folderId })).toContain(first.id);
    const outside = await desk.ok('write_file', { name: 'a.txt', content: '3' });
    expect(await desk.refused('move_item', { fileId: outside.id, folderId })).toBe('invalid_request/duplicate_name');
    expect((await desk.ok('read_file', { fileId: first.id })).content).toBe('1');
  });

  it('contain skills with different names, even if a new text or an old version would repeat a name', async () => {
    await using desk = await openDesk();
    const skill = (name: string) => ({ name, description: 'x', content: `# ${name}\n` });
    const first = await desk.ok('write_skill', skill('first'));
    const second = await desk.ok('write_skill', skill('second'));
    const rename = (oldText: string, newText: string) => ({ fileId: second.id, oldText, newText });
    const taken = 'invalid_request/duplicate_name';
    expect(await desk.refused('edit_skill', rename('name: second', 'name: first'))).toBe(taken);
    await desk.ok('edit_skill', rename('name: second', 'name: third'));
    await desk.ok('write_skill', { fileId: first.id, ...skill('second') });
    expect(await desk.refused('restore_version', { fileId: second.id, version: 1 })).toBe(taken);
    expect((await desk.ok('list_skills')).skills.map(({ name }: { name: string }) => name).sort()).toEqual([
      'gatehouse',
      'second',
      'third',
    ]);
  });

  it('give an item their visibility when it moves', async () => {
    await using desk = await openDesk();
    const { bobsKey } = await hide(desk);
    const { docId } = await desk.ok('create_doc', { title: 'Open' });
    expect((await desk.reply('read_doc', { docId }, bobsKey)).code).toBe('ok');
    const { id: folderId } = await desk.ok('create_folder', { name: 'Mine' });
    await desk.ok('move_item', { docId, folderId });
    expect((await desk.reply('read_doc', { docId }, bobsKey)).code).toBe('invalid_request');
    await desk.ok('move_item', { docId, outOfFolders: true });
    expect((await desk.reply('read_doc', { docId }, bobsKey)).code).toBe('ok');
  });

  it('keep a renamed item, and release it only on request (D25)', async () => {
    await using desk = await openDesk();
    const { id: folderId } = await desk.ok('create_folder', { name: 'Mine' });
    const { docId } = await desk.ok('create_doc', { title: 'Secret', folderId });
    await desk.ok('move_item', { docId, fileId: null, folderId: null, outOfFolders: null, name: 'Renamed' });
    expect(await desk.ok('read_doc', { docId })).toMatchObject({ title: 'Renamed', folderId });
    await desk.ok('move_item', { docId, outOfFolders: false, name: 'Again' });
    expect(await desk.ok('read_doc', { docId })).toMatchObject({ title: 'Again', folderId });
    expect(await desk.refused('move_item', { docId, folderId, outOfFolders: true })).toBe('invalid_request/invalid_argument');
    expect(await desk.refused('move_item', { docId, folderId: null })).toBe('invalid_request/nothing_to_change');
    await desk.ok('move_item', { docId, outOfFolders: true });
    expect(await desk.ok('read_doc', { docId })).toMatchObject({ title: 'Again', folderId: null });
  });

  it('are listed by name, with cursors that stay valid when folders are added', async () => {
    await using desk = await openDesk();
    for (const name of ['b', 'd', 'f']) await desk.ok('create_folder', { name });
    const first = await desk.ok('list_folders', { limit: 2 });
    await desk.ok('create_folder', { name: 'a' });
    await desk.ok('create_folder', { name: 'e' });
    const second = await desk.ok('list_folders', { limit: 2, cursor: first.nextCursor });
    expect([...first.folders, ...second.folders].map(({ name }: Loose) => name)).toEqual(['b', 'd', 'e', 'f']);
    expect(second.nextCursor).toBeNull();
    expect(await desk.refused('list_docs', { cursor: first.nextCursor })).toBe('invalid_request/invalid_cursor');
  });
});

forEachEntrance((kind) => {
  describe("moving another person's item (D63)", () => {
    it("never hides it, and shows who can see one's own item", async () => {
      await using world = await openWorld();
      const entrance = kind.open(world);
      const [ada, bob] = [await world.addPerson('ada@acme.test'), await world.addPerson('bob@acme.test')];
      const { key } = await world.createKey(ada, 'write');
      const { docId } = await world.as(bob, 'create_doc', { title: 'Plan' });
      const { id: folderId } = (await entrance.call('create_folder', { name: 'Mine' }, { key })).value;
      const refused = await entrance.call('move_item', { docId, folderId }, { key });
      expect(refused).toMatchObject({ code: 'invalid_request', reason: 'protected_item' });
      expect(refused.message).toContain(
        `"Plan" (${docId}) was created by someone else: only its creator (bob@acme.test), an owner or an admin`,
      );
      const { docId: own } = (await entrance.call('create_doc', { title: 'Own' }, { key })).value;
      expect((await entrance.call('move_item', { docId: own, folderId }, { key })).value).toEqual({
        ok: true,
        seenBy: { visibility: 'private', people: ['ada@acme.test'], peopleCount: 1 },
      });
    });
  });
});

describe('connections (D30)', () => {
  it('are private to the person who connected them, or belong to the whole organization', async () => {
    await using desk = await openDesk();
    const bob = await desk.addPerson('bob@acme.test');
    const { key: bobsKey } = await desk.createKey(bob, 'read');
    const connect = { service: 'github', name: 'GitHub', kind: 'mcp-http', url: 'https://mcp.example.com/' };
    await desk.as(desk.person, 'add_connection', connect);
    const connected = async (key: string) => (await desk.ok('list_connected_services', {}, key)).connected;
    expect([await connected(desk.key), await connected(bobsKey)]).toEqual([['github'], []]);
    expect(await connected((await desk.createKey(desk.owner, 'read')).key)).toEqual([]);
    await desk.as(desk.owner, 'add_connection', { ...connect, service: 'tracker', visibility: 'organization' });
    expect([await connected(desk.key), await connected(bobsKey)]).toEqual([['github', 'tracker'], ['tracker']]);
  });
});
