import { describe, expect, it } from 'vitest';
import type { Credential } from '../../kernel/context/context.ts';
import { applyAll, findAll, openTakeBackDesk } from '../../testing/take-back-desk.ts';
import type { Loose } from '../../testing/test-world.ts';

type Desk = Awaited<ReturnType<typeof openTakeBackDesk>>;

/** Takes changes back and undoes that, and expects what the preview showed. */
async function takeBack({ world, ada }: Desk, given: object, person: Credential = ada) {
  const { takeBackId } = await findAll(world, person, given);
  const entries = async (): Promise<Loose[]> => (await world.ok(person, 'list_take_back_items', { takeBackId, limit: 30 })).items;
  const told = (all: Loose[]) =>
    Object.fromEntries(
      all.map(({ itemId, outcome, reason, expected, fields }) => [itemId, { outcome, reason, expected, fields: fields.toSorted() }]),
    );
  const preview = told(await entries());
  await applyAll(world, person, takeBackId);
  const done = told(await entries());
  expect(Object.fromEntries(Object.entries(done).filter(([id]) => id in preview))).toEqual(preview);
  world.clock.now++;
  return { takeBackId: takeBackId as string, entries: done };
}

const asBefore = { outcome: 'taken_back', reason: null };

/** A file or a skill, and another name for it. */
const kinds = [
  {
    kind: 'file',
    nameOf: (name: string) => `${name}.txt`,
    numbered: (number: number) => `one (${number})`,
    make: ({ world }: Desk, who: Loose, name: string) => world.ok(who, 'write_file', { name: `${name}.txt`, content: name }),
    rename: ({ world }: Desk, who: Loose, fileId: string, name: string) => world.ok(who, 'move_item', { fileId, name: `${name}.txt` }),
  },
  {
    kind: 'skill',
    nameOf: (name: string) => name,
    numbered: (number: number) => `one-${number}`,
    make: ({ world }: Desk, who: Loose, name: string) => world.ok(who, 'write_skill', { name, description: 'd', content: 'text' }),
    rename: async ({ world }: Desk, who: Loose, fileId: string, name: string) => {
      const { name: present } = await world.ok(who, 'read_file', { fileId });
      return world.ok(who, 'edit_skill', { fileId, oldText: `name: ${present}`, newText: `name: ${name}` });
    },
  },
];

describe.each(kinds)('the name of a $kind (D66.3)', ({ make, rename, nameOf, numbered }) => {
  async function open() {
    const desk = await openTakeBackDesk();
    const { world, ada, key } = desk;
    const begin = async (...names: string[]): Promise<string[]> => {
      const ids: string[] = [];
      for (const name of names) {
        world.clock.now++;
        ids.push((await make(desk, ada, name)).id);
      }
      world.clock.now++;
      return ids;
    };
    const nameNow = async (itemId: string) => (await world.ok(ada, 'read_item', { itemId })).name;
    return { ...desk, begin, nameNow, since: () => ++world.clock.now, by: key, desk };
  }

  it.each(['older', 'newer'])('is restored with a deleted item, although the run gave it to something %s', async (which) => {
    await using opened = await open();
    const { world, desk, key, keyId, begin, nameNow } = opened;
    const ids = await begin('one', 'two');
    const [gone, other] = which === 'newer' ? ids : ids.toReversed();
    const names = [await nameNow(gone!), await nameNow(other!)];
    const since = opened.since();
    await world.ok(key, 'delete_file', { fileId: gone });
    await rename(desk, key, other!, names[0]!.replace('.txt', ''));
    const { takeBackId, entries } = await takeBack(desk, { keyId, since });
    expect(entries).toMatchObject({ [gone!]: asBefore, [other!]: asBefore });
    expect([await nameNow(gone!), await nameNow(other!)]).toEqual(names);
    await takeBack(desk, { takeBackId });
    expect(await nameNow(other!)).toBe(names[0]);
  });

  it('returns around a ring of three items', async () => {
    await using opened = await open();
    const { desk, key, keyId, begin, nameNow } = opened;
    const ids = await begin('one', 'two', 'three');
    const since = opened.since();
    for (const [index, name] of ['on-the-way', 'one', 'two'].entries()) await rename(desk, key, ids[index]!, name);
    await rename(desk, key, ids[0]!, 'three');
    const namesNow = () => Promise.all(ids.map(nameNow));
    const passed = await namesNow();
    const { takeBackId, entries } = await takeBack(desk, { keyId, since });
    for (const id of ids) expect(entries[id]).toMatchObject(asBefore);
    expect(await namesNow()).toEqual(['one', 'two', 'three'].map(nameOf));
    await takeBack(desk, { takeBackId });
    expect(await namesNow()).toEqual(passed);
  });

  it('gets a number if another item has it now, while every other field is taken back', async () => {
    await using opened = await open();
    const { world, desk, ada, key, keyId, begin, nameNow } = opened;
    const [fileId] = await begin('one');
    const since = opened.since();
    await rename(desk, key, fileId!, 'two');
    await world.ok(key, 'set_tags', { fileId, tags: ['run'] });
    world.clock.now++;
    await make(desk, ada, 'one');
    const { entries } = await takeBack(desk, { keyId, since });
    expect(entries[fileId!]).toMatchObject({ outcome: 'taken_back', reason: 'name_taken', expected: 'merged' });
    expect(await nameNow(fileId!)).toMatch(/^one(?: \(2\)\.txt|-2)$/);
    expect((await world.ok(ada, 'read_item', { itemId: fileId })).tags).toEqual([]);
  });

  it('gets a free number, however many are taken', async () => {
    await using opened = await open();
    const { world, key, keyId, begin, nameNow } = opened;
    const [fileId] = await begin('one');
    const since = opened.since();
    await world.ok(key, 'delete_file', { fileId });
    await begin('one', ...Array.from({ length: 99 }, (_, at) => numbered(at + 2)));
    await takeBack(opened, { keyId, since });
    expect(await nameNow(fileId!)).toBe(nameOf(numbered(200)));
  });
});

describe('the name of a folder (D66.3)', () => {
  it('gets a free number, however many are taken', async () => {
    await using desk = await openTakeBackDesk();
    const { world, ada } = desk;
    const { id: folderId } = await world.ok(ada, 'create_folder', { name: 'Plans' });
    const since = ++world.clock.now;
    await world.ok(ada, 'rename_folder', { folderId, name: 'Ideas' });
    const until = world.clock.now++;
    const taken = ['Plans', ...Array.from({ length: 99 }, (_, at) => `Plans (${at + 2})`)];
    for (const name of taken) await world.ok(ada, 'create_folder', { name });
    const { entries } = await takeBack(desk, { personId: ada.personId, since, until });
    expect(entries[folderId]).toMatchObject({ outcome: 'taken_back', reason: 'name_taken', fields: ['name'] });
    expect(await world.ok(ada, 'browse_folder', { folderId })).toMatchObject({ folder: { name: 'Plans (200)' } });
  });
});

describe('each field separately (D66.1)', () => {
  it('moves a skill out of a folder and restores its name (D66.3)', async () => {
    await using desk = await openTakeBackDesk();
    const { world, ada, key, keyId } = desk;
    const { id: folderId } = await world.ok(ada, 'create_folder', { name: 'Own' });
    const { id: fileId } = await world.ok(ada, 'write_skill', { name: 'one', description: 'd', content: 'text' });
    const since = ++world.clock.now;
    await world.ok(key, 'move_item', { fileId, folderId });
    await world.ok(key, 'write_skill', { fileId, name: 'two', description: 'd', content: 'text' });
    const { entries } = await takeBack(desk, { keyId, since });
    expect(entries[fileId]).toMatchObject({ ...asBefore, fields: ['folderId'] });
    expect(await world.ok(ada, 'read_item', { itemId: fileId })).toMatchObject({ name: 'one', folderId: null });
  });

  it.each(['renamed', 'tagged', 'moved'])('keeps an item that the run restored if others have %s it since (D66.9)', async (what) => {
    await using desk = await openTakeBackDesk();
    const { world, ada } = desk;
    const { id: fileId } = await world.ok(world.owner, 'write_file', { name: 'a.txt', content: 'one' });
    const { id: folderId } = await world.ok(world.owner, 'create_folder', { name: 'Shared' });
    await world.ok(world.owner, 'share_folder', { folderId, organization: true });
    await world.ok(world.owner, 'delete_file', { fileId });
    const since = ++world.clock.now;
    await world.ok(ada, 'restore_item', { itemId: fileId });
    world.clock.now++;
    if (what === 'tagged') await world.ok(world.owner, 'set_tags', { fileId, tags: ['theirs'] });
    else await world.ok(world.owner, 'move_item', { fileId, ...(what === 'moved' ? { folderId } : { name: 'theirs.txt' }) });
    const { entries } = await takeBack(desk, { personId: ada.personId, since });
    expect(entries[fileId]).toMatchObject({ outcome: 'left', reason: 'changed_since' });
    expect((await world.ok(ada, 'list_files')).files.map(({ id }: Loose) => id)).toEqual([fileId]);
  });

  it('takes back the text of a skill that others edited too, except for its name if that is taken now (D66.4)', async () => {
    await using desk = await openTakeBackDesk();
    const { world, ada, key, keyId } = desk;
    const skill = { description: 'd', content: 'line 1\n\nline 2\n\nline 3\n' };
    const { id: fileId } = await world.ok(ada, 'write_skill', { ...skill, name: 'one' });
    const since = ++world.clock.now;
    await world.ok(key, 'edit_skill', { fileId, oldText: 'name: one', newText: 'name: two' });
    await world.ok(key, 'edit_skill', { fileId, oldText: 'line 1', newText: 'run' });
    world.clock.now++;
    await world.ok(ada, 'edit_skill', { fileId, oldText: 'line 3', newText: 'mine' });
    await world.ok(ada, 'write_skill', { ...skill, name: 'one' });
    const { entries } = await takeBack(desk, { keyId, since });
    expect(entries[fileId]).toMatchObject({ outcome: 'taken_back', reason: 'name_taken' });
    const { text } = await world.ok(ada, 'read_item', { itemId: fileId });
    expect(text).toContain('name: one-2\n');
    expect(text.endsWith('line 1\n\nline 2\n\nmine\n')).toBe(true);
  });

  it('keeps the words of others in a skill that the run created, without those of the run (D66.9, D72.13)', async () => {
    await using desk = await openTakeBackDesk();
    const { world, ada, key, keyId } = desk;
    const since = ++world.clock.now;
    const { id: fileId } = await world.ok(key, 'write_skill', {
      name: 'one',
      description: 'd',
      content: 'run 1\n\nrun 2\n\nrun 3\n\nrun 4\n',
    });
    world.clock.now++;
    await world.ok(ada, 'edit_skill', { fileId, oldText: 'run 2\n', newText: 'mine\n' });
    const { entries } = await takeBack(desk, { keyId, since });
    expect(entries[fileId]).toMatchObject({ outcome: 'taken_back', reason: 'others_worked_on_it' });
    const { text, name } = await world.ok(ada, 'read_item', { itemId: fileId });
    expect(name).toBe('one');
    expect(text).toContain('mine\n');
    expect(text).not.toContain('run 4');
  });

  it('reports an item as unchanged if only the run created, renamed and deleted it (D66.9)', async () => {
    await using desk = await openTakeBackDesk();
    const { world, key, keyId } = desk;
    const since = ++world.clock.now;
    const { id: fileId } = await world.ok(key, 'write_file', { name: 'temporary.txt', content: 'one' });
    await world.ok(key, 'move_item', { fileId, name: 'other.txt' });
    await world.ok(key, 'set_tags', { fileId, tags: ['x'] });
    await world.ok(key, 'delete_file', { fileId });
    const { entries } = await takeBack(desk, { keyId, since });
    expect(entries[fileId]).toMatchObject({ outcome: 'unchanged', reason: null });
  });
});

describe('the rights of the requester (D63, D66.8)', () => {
  it("show in the preview that a member cannot move another person's item out of sight", async () => {
    await using desk = await openTakeBackDesk();
    const { world, ada } = desk;
    const bob = await world.addPerson('bob@acme.test');
    const { id: folderId } = await world.ok(ada, 'create_folder', { name: 'Of Ada' });
    await world.ok(ada, 'share_folder', { folderId, email: 'bob@acme.test' });
    const { docId } = await world.ok(bob, 'create_doc', { title: 'Of Bob', folderId });
    const since = ++world.clock.now;
    await world.ok(bob, 'move_item', { docId, outOfFolders: true });
    const { entries } = await takeBack(desk, { personId: bob.personId, since });
    expect(entries[docId]).toMatchObject({ outcome: 'left', reason: 'protected_item' });
  });

  it('show in the preview that a member cannot stop sharing a folder into which others have put something', async () => {
    await using desk = await openTakeBackDesk();
    const { world, ada } = desk;
    const bob = await world.addPerson('bob@acme.test');
    const { id: folderId } = await world.ok(ada, 'create_folder', { name: 'Of Ada' });
    const since = ++world.clock.now;
    await world.ok(ada, 'share_folder', { folderId, email: 'bob@acme.test' });
    world.clock.now++;
    await world.ok(bob, 'create_doc', { title: 'Of Bob', folderId });
    const { entries } = await takeBack(desk, { personId: ada.personId, since });
    expect(entries[folderId]).toMatchObject({ outcome: 'left', reason: 'protected_item' });
  });

  it('count a share that comes back before one that goes: then nobody loses sight of a folder', async () => {
    await using desk = await openTakeBackDesk();
    const { world, ada } = desk;
    const bob = await world.addPerson('bob@acme.test');
    const { id: folderId } = await world.ok(ada, 'create_folder', { name: 'Of Ada' });
    const share = (given: object) => world.ok(ada, 'share_folder', { folderId, ...given });
    const { groupId } = await world.ok(world.owner, 'create_group', { name: 'Editors', emails: ['bob@acme.test'] });
    await share({ email: 'bob@acme.test' });
    await world.ok(bob, 'create_doc', { title: 'Of Bob', folderId });
    const since = ++world.clock.now;
    await share({ email: 'bob@acme.test', access: 'read' });
    await share({ groupId });
    await world.ok(ada, 'unshare_folder', { folderId, email: 'bob@acme.test' });
    world.clock.now++;
    const { entries } = await takeBack(desk, { personId: ada.personId, since });
    expect(entries[folderId]).toMatchObject(asBefore);
    expect((await world.ok(ada, 'list_folder_viewers', { folderId })).groups).toBeUndefined();
    expect((await world.ok(bob, 'list_folders')).folders).toMatchObject([{ id: folderId, canWrite: true }]);
  });

  it("list another person's folder that was restored with a member's item, and can take both back again (D66.6)", async () => {
    await using desk = await openTakeBackDesk();
    const { world } = desk;
    const [bo, cy] = [await world.addPerson('bo@acme.test'), await world.addPerson('cy@acme.test')];
    const { id: folderId } = await world.ok(bo, 'create_folder', { name: 'Shared' });
    await world.ok(bo, 'share_folder', { folderId, organization: true });
    const { docId } = await world.ok(cy, 'create_doc', { title: 'Of Cy', folderId });
    const since = ++world.clock.now;
    await world.ok(bo, 'delete_folder', { folderId });
    world.clock.now++;
    const { takeBackId, entries } = await takeBack(desk, { since }, cy);
    expect(entries).toMatchObject({ [docId]: asBefore, [folderId]: { ...asBefore, fields: ['isDeleted'] } });
    await takeBack(desk, { takeBackId }, cy);
    expect(await world.refused(cy, 'read_doc', { docId })).toBe('invalid_request/no_such_item');
    expect(await world.refused(world.owner, 'browse_folder', { folderId })).toBe('invalid_request/no_such_item');
  });
});
