import { describe, expect, it } from 'vitest';
import { applyAll, findAll, openTakeBackDesk } from '../../testing/take-back-desk.ts';
import type { Loose } from '../../testing/test-world.ts';

/** Entries before and after the take-back, and the run afterwards, by item. */
async function takeBack(desk: Awaited<ReturnType<typeof openTakeBackDesk>>, given: object) {
  const { world, ada } = desk;
  const { takeBackId } = await findAll(world, ada, given);
  const entries = async (): Promise<Record<string, Loose>> => {
    const found: Loose[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page: Loose = await world.ok(ada, 'list_take_back_items', { takeBackId, ...(cursor && { cursor }) });
      found.push(...page.items);
      cursor = page.nextCursor;
    }
    return Object.fromEntries(found.map((entry) => [entry.itemId, entry]));
  };
  const before = await entries();
  const run = await applyAll(world, ada, takeBackId);
  return { takeBackId, before, run, after: await entries() };
}

describe('changes that a take-back leaves and reports (D66)', () => {
  it('include fields that the run set on an item that others have deleted (D66.9)', async () => {
    await using desk = await openTakeBackDesk();
    const { world, ada, key, keyId } = desk;
    const { docId } = await world.ok(ada, 'create_doc', { title: 'Plan' });
    await world.ok(ada, 'set_tags', { docId, tags: ['of Ada'] });
    const since = ++world.clock.now;
    await world.ok(key, 'set_tags', { docId, tags: ['of the run'] });
    world.clock.now++;
    await world.ok(world.owner, 'delete_doc', { docId });
    const { before, after, run } = await takeBack(desk, { keyId, since });
    for (const entries of [before, after])
      expect(entries[docId]).toMatchObject({ outcome: 'left', expected: 'left', reason: 'changed_since', fields: [] });
    expect(run).toMatchObject({ takenBack: 0, left: 1, unchanged: 0 });
    await world.ok(ada, 'restore_item', { itemId: docId });
    expect(await world.ok(ada, 'read_item', { itemId: docId })).toMatchObject({ tags: ['of the run'] });
  });

  it('include an item that the run created and others have changed, without the words of the run (D66.9)', async () => {
    await using desk = await openTakeBackDesk();
    const { world, ada, key, keyId } = desk;
    const since = ++world.clock.now;
    const { docId: named } = await world.ok(key, 'create_doc', { title: 'Named', bodyMarkdown: 'of the run\n' });
    const { docId: written } = await world.ok(key, 'create_doc', { title: 'Written', bodyMarkdown: 'of the run\n\nalso\n' });
    world.clock.now++;
    await world.ok(ada, 'move_item', { docId: named, name: 'Named by Ada' });
    await world.ok(ada, 'append_doc', { docId: written, text: '\nnext\n\nof Ada\n' });
    const { before, after } = await takeBack(desk, { keyId, since });
    for (const entries of [before, after]) {
      expect(entries[named]).toMatchObject({ outcome: 'left', reason: 'others_worked_on_it' });
      expect(entries[written]).toMatchObject({ outcome: 'taken_back', reason: 'others_worked_on_it' });
    }
    expect(await world.ok(ada, 'read_doc', { docId: named })).toMatchObject({ title: 'Named by Ada', bodyMarkdown: 'of the run\n' });
    const { bodyMarkdown } = await world.ok(ada, 'read_doc', { docId: written });
    expect(bodyMarkdown).toContain('of Ada');
    expect(bodyMarkdown).not.toContain('of the run');
  });

  it('include an item that the run created and deleted after others wrote in it: it is restored with only their words (D66.9)', async () => {
    await using desk = await openTakeBackDesk();
    const { world, ada, key, keyId } = desk;
    const since = ++world.clock.now;
    const { docId } = await world.ok(key, 'create_doc', { title: 'Plan' });
    world.clock.now++;
    await world.ok(ada, 'append_doc', { docId, text: 'of Ada\n' });
    await world.ok(key, 'delete_doc', { docId });
    const { before, after } = await takeBack(desk, { keyId, since });
    for (const entries of [before, after]) expect(entries[docId]).toMatchObject({ outcome: 'taken_back', reason: 'others_worked_on_it' });
    expect(await world.ok(ada, 'read_doc', { docId })).toMatchObject({ bodyMarkdown: 'of Ada\n' });
  });

  it('include an item that others deleted and the run restored, if the run had changed its text before (D66.9)', async () => {
    await using desk = await openTakeBackDesk();
    const { world, ada } = desk;
    const { docId } = await world.ok(world.owner, 'create_doc', { title: 'Plan', bodyMarkdown: 'of the owner\n' });
    const since = ++world.clock.now;
    await world.ok(ada, 'append_doc', { docId, text: '\nof the run\n' });
    await world.ok(world.owner, 'delete_doc', { docId });
    world.clock.now++;
    await world.ok(ada, 'restore_item', { itemId: docId });
    const { before, after } = await takeBack(desk, { personId: ada.personId, since });
    for (const entries of [before, after]) expect(entries[docId]).toMatchObject({ outcome: 'taken_back', reason: 'changed_since' });
    expect(await world.ok(ada, 'read_doc', { docId })).toMatchObject({ bodyMarkdown: 'of the owner\n' });
  });

  it('exclude an item that the run deleted and restored, whatever others wrote in it since (D66.9)', async () => {
    await using desk = await openTakeBackDesk();
    const { world, ada } = desk;
    const { id: folderId } = await world.ok(ada, 'create_folder', { name: 'Plans' });
    await world.ok(ada, 'share_folder', { folderId, organization: true });
    const docs: string[] = [];
    for (const title of ['Plan', 'Moved plan']) docs.push((await world.ok(ada, 'create_doc', { title, bodyMarkdown: 'one' })).docId);
    const [docId, moved] = docs as [string, string];
    const since = ++world.clock.now;
    for (const one of docs) {
      await world.ok(ada, 'delete_doc', { docId: one });
      await world.ok(ada, 'restore_item', { itemId: one });
    }
    await world.ok(ada, 'move_item', { docId: moved, folderId });
    world.clock.now++;
    for (const one of docs) await world.ok(world.owner, 'append_doc', { docId: one, text: ' two' });
    const { before, after } = await takeBack(desk, { personId: ada.personId, since });
    for (const entries of [before, after]) {
      expect(entries[docId]).toMatchObject({ outcome: 'unchanged', reason: null });
      expect(entries[moved]).toMatchObject({ outcome: 'taken_back', expected: 'as_before', reason: null, fields: ['folderId'] });
    }
    for (const one of docs) expect(await world.ok(ada, 'read_doc', { docId: one })).toMatchObject({ bodyMarkdown: 'one two' });
  });

  it('include items in a folder that the person can now only read (D25.5)', async () => {
    await using desk = await openTakeBackDesk();
    const { world, ada, key, keyId } = desk;
    const { id: folderId } = await world.ok(world.owner, 'create_folder', { name: 'Rules' });
    const share = (access: string) => world.ok(world.owner, 'share_folder', { folderId, email: 'ada@acme.test', access });
    await share('write');
    const { docId } = await world.ok(world.owner, 'create_doc', { title: 'Rule', bodyMarkdown: 'one\n', folderId });
    const { docId: moved } = await world.ok(ada, 'create_doc', { title: 'Moved', folderId });
    const since = ++world.clock.now;
    await world.ok(key, 'append_doc', { docId, text: 'two\n' });
    await world.ok(key, 'move_item', { docId: moved, outOfFolders: true });
    await world.ok(key, 'append_doc', { docId: moved, text: 'more' });
    await share('read');
    const { before, after } = await takeBack(desk, { keyId, since });
    for (const entries of [before, after]) {
      expect(entries[docId]).toMatchObject({ outcome: 'left', reason: 'protected_item' });
      expect(entries[moved]).toMatchObject({ outcome: 'taken_back', reason: 'protected_item' });
    }
    expect(await world.ok(ada, 'read_doc', { docId })).toMatchObject({ bodyMarkdown: 'one\ntwo\n' });
    expect(await world.ok(ada, 'read_item', { itemId: moved })).toMatchObject({ folderId: null, canWrite: true, text: '' });
  });

  it('exclude a share with read access: the same access is restored (D66)', async () => {
    await using desk = await openTakeBackDesk();
    const { world, ada } = desk;
    await world.addPerson('bob@acme.test');
    const { id: folderId } = await world.ok(ada, 'create_folder', { name: 'Plans' });
    await world.ok(ada, 'share_folder', { folderId, email: 'bob@acme.test', access: 'read' });
    await world.ok(ada, 'share_folder', { folderId, organization: true, access: 'read' });
    const since = ++world.clock.now;
    await world.ok(ada, 'share_folder', { folderId, email: 'bob@acme.test' });
    await world.ok(ada, 'unshare_folder', { folderId, organization: true });
    await takeBack(desk, { personId: ada.personId, since });
    const { viewers, organizationAccess } = await world.ok(ada, 'list_folder_viewers', { folderId });
    expect(organizationAccess).toBe('read');
    expect(viewers.find(({ email }: Loose) => email === 'bob@acme.test')).toMatchObject({ access: 'read', shareAccess: 'read' });
  });

  it('include a text file that the run replaced with an image, and that others replaced with text again', async () => {
    await using desk = await openTakeBackDesk();
    const { world, ada, key, keyId } = desk;
    const { id: fileId } = await world.ok(ada, 'write_file', { name: 'a.txt', content: 'one\n' });
    const since = ++world.clock.now;
    await world.ok(key, 'write_file', { fileId, contentBase64: 'iVBORw0KGgo=' });
    world.clock.now++;
    await world.ok(ada, 'write_file', { fileId, content: 'three\n' });
    const { before, after } = await takeBack(desk, { keyId, since });
    for (const entries of [before, after])
      expect(entries[fileId]).toMatchObject({ outcome: 'left', reason: 'changed_since', isMerged: false });
    expect(await world.ok(ada, 'read_item', { itemId: fileId })).toMatchObject({ text: 'three\n' });
  });

  it('include the place of an item in a folder that the run created and deleted, because the folder stays deleted (D66.9)', async () => {
    await using desk = await openTakeBackDesk();
    const { world, ada } = desk;
    const { docId } = await world.ok(ada, 'create_doc', { title: 'Plan' });
    const since = ++world.clock.now;
    const { id: folderId } = await world.ok(ada, 'create_folder', { name: 'Plans' });
    await world.ok(world.owner, 'move_item', { docId, folderId });
    await world.ok(ada, 'move_item', { docId, outOfFolders: true });
    await world.ok(ada, 'delete_folder', { folderId });
    const { before, after } = await takeBack(desk, { personId: ada.personId, since });
    for (const entries of [before, after]) {
      expect(entries[docId]).toMatchObject({ outcome: 'left', expected: 'left', reason: 'protected_item', fields: [] });
      expect(entries[folderId]).toMatchObject({ outcome: 'unchanged', reason: null });
    }
  });

  it('include a folder that the run created, if an item in it cannot return to its place (D66.6)', async () => {
    await using desk = await openTakeBackDesk();
    const { world, ada, key, keyId } = desk;
    const { id: lost } = await world.ok(world.owner, 'create_folder', { name: 'For Ada' });
    await world.ok(world.owner, 'share_folder', { folderId: lost, email: 'ada@acme.test' });
    const { docId } = await world.ok(ada, 'create_doc', { title: 'Plan', folderId: lost });
    const since = ++world.clock.now;
    const { id: made } = await world.ok(key, 'create_folder', { name: 'Made' });
    await world.ok(key, 'move_item', { docId, folderId: made });
    world.clock.now++;
    await world.ok(world.owner, 'unshare_folder', { folderId: lost, email: 'ada@acme.test' });
    const { before, after } = await takeBack(desk, { keyId, since });
    for (const entries of [before, after]) {
      expect(entries[docId]).toMatchObject({ outcome: 'left', reason: 'protected_item', fields: [] });
      expect(entries[made]).toMatchObject({ outcome: 'left', reason: 'others_worked_on_it' });
    }
    expect(await world.ok(ada, 'read_item', { itemId: docId })).toMatchObject({ folderId: made });
  });

  it('include a skill whose name is taken, with the name as the reason even if its folder is out of reach too', async () => {
    await using desk = await openTakeBackDesk();
    const { world, ada, key, keyId } = desk;
    const { id: lost } = await world.ok(world.owner, 'create_folder', { name: 'For Ada' });
    await world.ok(world.owner, 'share_folder', { folderId: lost, email: 'ada@acme.test' });
    const skill = { description: 'd', content: 'text' };
    const { id: fileId } = await world.ok(ada, 'write_skill', { ...skill, name: 'alpha', folderId: lost });
    const since = ++world.clock.now;
    await world.ok(key, 'move_item', { fileId, outOfFolders: true });
    await world.ok(key, 'write_skill', { ...skill, fileId, name: 'beta' });
    world.clock.now++;
    await world.ok(world.owner, 'write_skill', { ...skill, name: 'alpha' });
    await world.ok(world.owner, 'unshare_folder', { folderId: lost, email: 'ada@acme.test' });
    const { before, after } = await takeBack(desk, { keyId, since });
    for (const entries of [before, after]) expect(entries[fileId]).toMatchObject({ reason: 'name_taken' });
    expect(after[fileId]).toMatchObject({ outcome: 'taken_back' });
    expect(await world.ok(ada, 'read_item', { itemId: fileId })).toMatchObject({ name: 'alpha-2', folderId: null });
  });

  it('include a deleted folder that the person may not restore (D66.3)', async () => {
    await using desk = await openTakeBackDesk();
    const { world } = desk;
    const bob = await world.addPerson('bob@acme.test');
    const { id: folderId } = await world.ok(bob, 'create_folder', { name: 'Plans' });
    await world.ok(bob, 'share_folder', { folderId, organization: true });
    const since = ++world.clock.now;
    await world.ok(world.owner, 'delete_folder', { folderId });
    world.clock.now++;
    const { before, after } = await takeBack(desk, { since });
    for (const entries of [before, after]) expect(entries).toMatchObject({ [folderId]: { outcome: 'left', reason: 'protected_item' } });
    expect(await world.refused(bob, 'browse_folder', { folderId })).toBe('invalid_request/no_such_item');
  });

  it('include access that the run took from a person who has since left', async () => {
    await using desk = await openTakeBackDesk();
    const { world, ada } = desk;
    const bob = await world.addPerson('bob@acme.test');
    const { id: folderId } = await world.ok(ada, 'create_folder', { name: 'Plans' });
    await world.ok(ada, 'share_folder', { folderId, email: 'bob@acme.test' });
    const since = ++world.clock.now;
    await world.ok(ada, 'unshare_folder', { folderId, email: 'bob@acme.test' });
    await world.ok(ada, 'rename_folder', { folderId, name: 'Old plans' });
    world.clock.now++;
    await world.ok(world.owner, 'remove_person', { email: 'bob@acme.test' });
    const { before, after } = await takeBack(desk, { personId: ada.personId, since });
    for (const entries of [before, after])
      expect(entries[folderId]).toMatchObject({ outcome: 'taken_back', expected: 'merged', fields: ['name'], reason: 'protected_item' });
    expect(await world.ok(ada, 'browse_folder', { folderId })).toMatchObject({ folder: { name: 'Plans' } });
    const { viewers } = await world.ok(ada, 'list_folder_viewers', { folderId });
    expect(viewers.map(({ personId }: Loose) => personId)).not.toContain(bob.personId);
  });

  it('include shares of a moved folder with a deleted group or with a person who has since left (D73.2, D77.3)', async () => {
    await using desk = await openTakeBackDesk();
    const { world, ada } = desk;
    const [bob, cleo] = [await world.addPerson('bob@acme.test'), await world.addPerson('cleo@acme.test')];
    const { groupId } = await world.ok(world.owner, 'create_group', { name: 'Design', emails: ['bob@acme.test'] });
    const { groupId: kept } = await world.ok(world.owner, 'create_group', { name: 'Sales', emails: ['cleo@acme.test'] });
    const [{ id: folderId }, { id: parentId }] = [
      await world.ok(ada, 'create_folder', { name: 'Plans' }),
      await world.ok(ada, 'create_folder', { name: 'Archive' }),
    ];
    const { docId } = await world.ok(ada, 'create_doc', { title: 'Plan', folderId });
    for (const to of [{ groupId }, { groupId: kept }, { email: 'bob@acme.test' }]) await world.ok(ada, 'share_folder', { folderId, ...to });
    const since = ++world.clock.now;
    await world.ok(ada, 'move_folder', { folderId, parentId });
    world.clock.now++;
    await world.ok(world.owner, 'delete_group', { groupId });
    await world.ok(world.owner, 'remove_person', { email: 'bob@acme.test' });
    const { before, after } = await takeBack(desk, { personId: ada.personId, since });
    for (const entries of [before, after])
      expect(entries[folderId]).toMatchObject({ outcome: 'taken_back', expected: 'merged', reason: 'protected_item' });
    expect(await world.ok(ada, 'list_folder_viewers', { folderId })).toMatchObject({ groups: [{ groupId: kept, name: 'Sales' }] });
    expect((await world.ok(cleo, 'read_doc', { docId })).folderName).toBe('Plans');
    await world.addPerson('bob@acme.test');
    expect(await world.refused(bob, 'read_doc', { docId })).toBe('invalid_request/no_such_item');
    expect((await world.ok(ada, 'unshare_folder', { folderId, groupId: kept })).sharedWith).toEqual([]);
  });

  it('include the owner of a moved folder who has since left: it belongs to whoever takes the move back (D73.2)', async () => {
    await using desk = await openTakeBackDesk();
    const { world, ada } = desk;
    const { owner } = world;
    const { id: parentId } = await world.ok(ada, 'create_folder', { name: 'Archive' });
    await world.ok(ada, 'share_folder', { folderId: parentId, email: 'owner@acme.test' });
    const bob = await world.addPerson('bob@acme.test');
    await world.ok(ada, 'share_folder', { folderId: parentId, email: 'bob@acme.test' });
    const { id: folderId } = await world.ok(bob, 'create_folder', { name: 'Plans', parentId });
    const since = ++world.clock.now;
    await world.ok(owner, 'move_folder', { folderId, toTop: true });
    world.clock.now++;
    await world.ok(owner, 'remove_person', { email: 'bob@acme.test' });
    const { before, after } = await takeBack({ ...desk, ada: owner }, { since });
    for (const entries of [before, after])
      expect(entries[folderId]).toMatchObject({ outcome: 'taken_back', expected: 'merged', reason: 'protected_item' });
    expect((await world.ok(owner, 'browse_folder', { folderId })).folder).toMatchObject({ parentId, isOwner: true });
  });

  it('include folders and tasks that others received from a removed person, who can no longer have any', async () => {
    await using desk = await openTakeBackDesk();
    const { world, ada } = desk;
    const { id: folderId } = await world.ok(ada, 'create_folder', { name: 'Plans' });
    const { taskId } = await world.ok(ada, 'create_task', { title: 'Write', assignee: 'ada@acme.test' });
    const since = ++world.clock.now;
    await world.ok(world.owner, 'remove_person', { email: 'ada@acme.test', successorEmail: 'owner@acme.test' });
    world.clock.now++;
    const { before, after, run } = await takeBack({ ...desk, ada: world.owner }, { since });
    for (const entries of [before, after])
      for (const id of [folderId, taskId]) expect(entries[id]).toMatchObject({ outcome: 'left', reason: 'protected_item', fields: [] });
    expect(run).toMatchObject({ takenBack: 0, left: 2, unchanged: 0 });
  });

  it('include a document that cannot return to its folder, with the folder as the reason even if its merged text has an open place', async () => {
    await using desk = await openTakeBackDesk();
    const { world, ada, key, keyId } = desk;
    const { id: lost } = await world.ok(world.owner, 'create_folder', { name: 'For Ada' });
    await world.ok(world.owner, 'share_folder', { folderId: lost, email: 'ada@acme.test' });
    const { docId } = await world.ok(ada, 'create_doc', { title: 'Plan', bodyMarkdown: 'one\n\ntwo\n', folderId: lost });
    const since = ++world.clock.now;
    await world.ok(key, 'move_item', { docId, outOfFolders: true });
    await world.ok(key, 'edit_doc', { docId, oldText: 'one', newText: 'of the run' });
    world.clock.now++;
    await world.ok(ada, 'edit_doc', { docId, oldText: 'of the run', newText: 'of Ada' });
    await world.ok(world.owner, 'unshare_folder', { folderId: lost, email: 'ada@acme.test' });
    const { before, after } = await takeBack(desk, { keyId, since });
    for (const entries of [before, after])
      expect(entries[docId]).toMatchObject({ isMerged: true, openPlaces: 1, reason: 'protected_item' });
  });

  it('include a folder that the run created, with more items in it than are checked (D66.6)', async () => {
    await using desk = await openTakeBackDesk();
    const { world, key, keyId } = desk;
    const since = ++world.clock.now;
    const fill = async (name: string, count: number): Promise<string> => {
      const { id: folderId } = await world.ok(key, 'create_folder', { name });
      for (let made = 0; made < count; made++) await world.ok(key, 'create_doc', { title: `doc ${made}`, folderId });
      return folderId;
    };
    const [few, many] = [await fill('Few', 50), await fill('Many', 51)];
    const { before } = await takeBack(desk, { keyId, since });
    expect(before[few]).toMatchObject({ outcome: 'taken_back', reason: null });
    expect(before[many]).toMatchObject({ outcome: 'left', reason: 'others_worked_on_it' });
  });

  it('include a folder that the run created, even if the run deleted it after others had worked on it (D66.6)', async () => {
    await using desk = await openTakeBackDesk();
    const { world, ada } = desk;
    const since = ++world.clock.now;
    const { id: shared } = await world.ok(ada, 'create_folder', { name: 'Shared' });
    const { id: untouched } = await world.ok(ada, 'create_folder', { name: 'Untouched' });
    world.clock.now++;
    await world.ok(world.owner, 'share_folder', { folderId: shared, organization: true });
    const { id: kept } = await world.ok(ada, 'create_folder', { name: 'Kept' });
    await world.ok(world.owner, 'share_folder', { folderId: kept, organization: true });
    for (const folderId of [shared, untouched]) await world.ok(ada, 'delete_folder', { folderId });
    const { before, after, takeBackId } = await takeBack(desk, { personId: ada.personId, since });
    for (const entries of [before, after]) {
      expect(entries[shared]).toMatchObject({ outcome: 'taken_back', reason: 'others_worked_on_it' });
      expect(entries[untouched]).toMatchObject({ outcome: 'unchanged', reason: null });
      expect(entries[kept]).toMatchObject({ outcome: 'left', reason: 'others_worked_on_it', fields: [] });
    }
    const folders = async () => (await world.ok(ada, 'list_folders')).folders.map(({ id }: Loose) => id);
    expect(await folders()).toEqual([kept, shared]);
    world.clock.now++;
    await takeBack(desk, { takeBackId });
    expect(await folders()).toEqual([kept]);
  });

  it('include a folder that the run restored, if others have put something into it since (D66.6)', async () => {
    await using desk = await openTakeBackDesk();
    const { world, ada } = desk;
    const { id: folderId } = await world.ok(ada, 'create_folder', { name: 'Plans' });
    await world.ok(ada, 'share_folder', { folderId, organization: true });
    const { docId } = await world.ok(ada, 'create_doc', { title: 'Plan', folderId });
    world.clock.now++;
    await world.ok(world.owner, 'delete_folder', { folderId });
    const since = ++world.clock.now;
    await world.ok(ada, 'restore_item', { itemId: docId });
    world.clock.now++;
    const { docId: others } = await world.ok(world.owner, 'create_doc', { title: 'Of the owner', folderId });
    const { before, after } = await takeBack(desk, { personId: ada.personId, since });
    for (const entries of [before, after]) {
      expect(entries[docId]).toMatchObject({ outcome: 'taken_back', reason: null });
      expect(entries[folderId]).toMatchObject({ outcome: 'left', reason: 'others_worked_on_it' });
    }
    expect(await world.ok(ada, 'read_item', { itemId: others })).toMatchObject({ folderId });
    expect(await world.refused(ada, 'read_item', { itemId: docId })).toBe('invalid_request/no_such_item');
  });
});

describe('a folder that was deleted with its content (D66.6)', () => {
  it('is restored before its content, and undoing that deletes both again', async () => {
    await using desk = await openTakeBackDesk();
    const { world, ada } = desk;
    const { id: folderId } = await world.ok(ada, 'create_folder', { name: 'Plans' });
    const { docId } = await world.ok(ada, 'create_doc', { title: 'Plan', folderId });
    const since = ++world.clock.now;
    await world.ok(ada, 'delete_folder', { folderId });
    world.clock.now++;
    const { takeBackId, before, after, run } = await takeBack(desk, { personId: ada.personId, since });
    expect(run).toMatchObject({ found: 2, takenBack: 2 });
    expect(before[folderId]).toMatchObject({ version: null, isDeleted: false });
    expect(after[folderId]).toMatchObject({ outcome: 'taken_back', reason: null, fields: ['isDeleted'] });
    expect((await world.ok(ada, 'browse_folder', { folderId })).items.map(({ id }: Loose) => id)).toEqual([docId]);
    world.clock.now++;
    const again = await takeBack(desk, { takeBackId });
    expect(again.before[folderId]).toMatchObject({ version: null, isDeleted: true });
    expect(again.run).toMatchObject({ found: 2, takenBack: 2 });
    expect(await world.refused(ada, 'browse_folder', { folderId })).toBe('invalid_request/no_such_item');
  });

  it('is restored with an item that the run had deleted, although others deleted the folder, and is deleted again by the undo', async () => {
    await using desk = await openTakeBackDesk();
    const { world, ada, key, keyId } = desk;
    const { id: folderId } = await world.ok(ada, 'create_folder', { name: 'Plans' });
    const { docId } = await world.ok(ada, 'create_doc', { title: 'Plan', folderId });
    const since = ++world.clock.now;
    await world.ok(key, 'delete_doc', { docId });
    world.clock.now++;
    await world.ok(ada, 'delete_folder', { folderId });
    world.clock.now++;
    const { takeBackId, before, after, run } = await takeBack(desk, { keyId, since });
    expect(before[folderId]).toBeUndefined();
    expect(after[folderId]).toMatchObject({ type: 'folder', outcome: 'taken_back', fields: ['isDeleted'] });
    expect(run).toMatchObject({ found: 2, takenBack: 2, left: 0, unchanged: 0 });
    expect(await world.ok(ada, 'read_item', { itemId: docId })).toMatchObject({ folderId });
    world.clock.now++;
    expect((await takeBack(desk, { takeBackId })).run).toMatchObject({ found: 2, takenBack: 2 });
    expect(await world.refused(ada, 'browse_folder', { folderId })).toBe('invalid_request/no_such_item');
  });

  it('is restored before items that the run had moved out of it, as the preview shows', async () => {
    await using desk = await openTakeBackDesk();
    const { world, ada } = desk;
    const { id: folderId } = await world.ok(ada, 'create_folder', { name: 'Plans' });
    const { docId } = await world.ok(ada, 'create_doc', { title: 'Plan', folderId });
    const since = ++world.clock.now;
    await world.ok(ada, 'move_item', { docId, outOfFolders: true });
    await world.ok(ada, 'delete_folder', { folderId });
    world.clock.now++;
    const { before, after } = await takeBack(desk, { personId: ada.personId, since });
    for (const entries of [before, after])
      expect(entries[docId]).toMatchObject({ outcome: 'taken_back', expected: 'as_before', reason: null, fields: ['folderId'] });
    expect(await world.ok(ada, 'read_item', { itemId: docId })).toMatchObject({ folderId, folderName: 'Plans' });
  });

  it('stays in the trash if the item moves on to the folder that it came from', async () => {
    await using desk = await openTakeBackDesk();
    const { world, ada, key, keyId } = desk;
    const [{ id: from }, { id: to }] = [
      await world.ok(ada, 'create_folder', { name: 'From' }),
      await world.ok(ada, 'create_folder', { name: 'To' }),
    ];
    const { docId } = await world.ok(ada, 'create_doc', { title: 'Plan', folderId: from });
    const since = ++world.clock.now;
    await world.ok(key, 'move_item', { docId, folderId: to });
    await world.ok(key, 'delete_doc', { docId });
    world.clock.now++;
    await world.ok(ada, 'delete_folder', { folderId: to });
    world.clock.now++;
    const { after } = await takeBack(desk, { keyId, since });
    expect(after).toMatchObject({ [docId]: { outcome: 'taken_back', reason: null, fields: ['folderId'] } });
    expect(after[to]).toBeUndefined();
    expect(await world.ok(ada, 'read_item', { itemId: docId })).toMatchObject({ folderId: from });
    expect(await world.refused(ada, 'browse_folder', { folderId: to })).toBe('invalid_request/no_such_item');
  });
});

describe('a name that the run gave to another item', () => {
  it('does not number a document: only names of files and skills must be unique in a folder', async () => {
    await using desk = await openTakeBackDesk();
    const { world, ada, key, keyId } = desk;
    const { docId } = await world.ok(ada, 'create_doc', { title: 'plan.md' });
    const { id: fileId } = await world.ok(ada, 'write_file', { name: 'plan.md', content: 'of Ada' });
    const since = ++world.clock.now;
    await world.ok(key, 'delete_doc', { docId });
    await world.ok(key, 'delete_file', { fileId });
    world.clock.now++;
    await world.ok(world.owner, 'write_file', { name: 'plan.md', content: 'of the owner' });
    const { after } = await takeBack(desk, { keyId, since });
    expect(after).toMatchObject({
      [docId]: { outcome: 'taken_back', reason: null },
      [fileId]: { outcome: 'taken_back', reason: 'name_taken' },
    });
    expect(await world.ok(ada, 'read_item', { itemId: fileId })).toMatchObject({ name: 'plan (2).md' });
  });

  it.each([
    ['a later', false],
    ['an earlier', true],
  ])('becomes free for a deleted file, if the run had restored %s one with that name from the trash', async (_which, isEarlier) => {
    await using desk = await openTakeBackDesk();
    const { world, ada, key } = desk;
    const { id: first } = await world.ok(ada, 'write_file', { name: 'a.txt', content: 'first' });
    await world.ok(ada, 'delete_file', { fileId: first });
    world.clock.now++;
    const { id: second } = await world.ok(ada, 'write_file', { name: 'a.txt', content: 'second' });
    await world.ok(ada, 'write_file', { fileId: second, content: 'second again' });
    await world.ok(ada, 'delete_file', { fileId: second });
    const [there, brought] = isEarlier ? [second, first] : [first, second];
    await world.ok(ada, 'restore_item', { itemId: there });
    const since = ++world.clock.now;
    await world.ok(key, 'delete_file', { fileId: there });
    await world.ok(ada, 'restore_item', { itemId: brought });
    world.clock.now++;
    let given: object = { personId: ada.personId, since };
    // Taken back, and that taken back.
    for (const expected of [there, brought]) {
      const { after, takeBackId } = await takeBack(desk, given);
      for (const id of [first, second]) expect(after[id]).toMatchObject({ outcome: 'taken_back', reason: null });
      const { files } = await world.ok(ada, 'list_files');
      expect(files.map(({ id }: Loose) => id)).toEqual([expected]);
      given = { takeBackId };
      world.clock.now++;
    }
  });
});

describe('a run of many versions', () => {
  it('is merged as one change, however many versions it has (D66.4)', async () => {
    await using desk = await openTakeBackDesk();
    const { world, ada, key, keyId } = desk;
    const bodyMarkdown = 'first\n\nsecond\n\nthird\n';
    const { docId } = await world.ok(ada, 'create_doc', { title: 'Plan', bodyMarkdown });
    const since = ++world.clock.now;
    let text = 'first';
    for (let count = 0; count < 25; count++) {
      await world.ok(key, 'edit_doc', { docId, oldText: text, newText: `run ${count}.` });
      text = `run ${count}.`;
    }
    world.clock.now++;
    await world.ok(ada, 'edit_doc', { docId, oldText: 'third', newText: 'third of Ada' });
    const { after } = await takeBack(desk, { keyId, since });
    expect(after[docId]).toMatchObject({ outcome: 'taken_back', expected: 'merged', reason: null });
    expect(await world.ok(ada, 'read_doc', { docId })).toMatchObject({ bodyMarkdown: 'first\n\nsecond\n\nthird of Ada\n' });
  });
});

describe('an entry of a take-back', () => {
  it('cannot be edited while the take-back is still collecting changes (D66.8)', async () => {
    await using desk = await openTakeBackDesk();
    const { world, ada, key, keyId } = desk;
    const since = world.clock.now;
    const { docId } = await world.ok(key, 'create_doc', { title: 'Plan' });
    const { takeBackId, state } = await world.ok(ada, 'prepare_take_back', { keyId, since });
    expect(state).toBe('looking');
    expect(await world.refused(ada, 'edit_take_back', { takeBackId, exclude: [docId] })).toBe('invalid_request/invalid_argument');
    while ((await world.ok(ada, 'continue_take_back', { takeBackId })).state === 'looking');
    expect(await world.ok(ada, 'edit_take_back', { takeBackId, exclude: [docId] })).toMatchObject({ items: [{ isLeftOut: true }] });
  });

  it('is compared in pages if its text is long, and each page continues where the last one ended (D66.8)', async () => {
    await using desk = await openTakeBackDesk();
    const { world, ada, key, keyId } = desk;
    // Each tenth line changes, which makes it a separate place.
    const lines = (word: string) => Array.from({ length: 3000 }, (_, index) => `${index % 10 === 5 ? word : 'same'} ${index}\n`);
    const changed = lines('old').filter((line) => line.startsWith('old'));
    const { docId } = await world.ok(ada, 'create_doc', { title: 'Plan', bodyMarkdown: lines('old').join('') });
    const { docId: other } = await world.ok(ada, 'create_doc', { title: 'Other' });
    const since = ++world.clock.now;
    await world.ok(key, 'update_doc', { docId, bodyMarkdown: lines('new').join(''), changeSummary: 's' });
    await world.ok(key, 'append_doc', { docId: other, text: 'x' });
    world.clock.now++;
    const { takeBackId } = await findAll(world, ada, { keyId, since });
    const added: string[] = [];
    const cursors: string[] = [];
    let cursor: string | undefined;
    do {
      const page: Loose = await world.ok(ada, 'compare_take_back_item', { takeBackId, itemId: docId, ...(cursor && { cursor }) });
      for (const { kind, added: pieces } of page.parts) if (kind === 'changed') added.push(pieces.map(({ text }: Loose) => text).join(''));
      cursor = page.nextCursor ?? undefined;
      if (cursor) cursors.push(cursor);
    } while (cursor);
    expect(cursors.length).toBeGreaterThan(0);
    expect(added).toEqual(changed);
    const [first] = cursors;
    expect(await world.refused(ada, 'compare_take_back_item', { takeBackId, itemId: other, cursor: first })).toBe(
      'invalid_request/invalid_cursor',
    );
  });
});
