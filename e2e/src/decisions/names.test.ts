import { expect, it } from 'vitest';
import { forEachEngine } from '../kit/engines.ts';
import { openDesk } from './desk.ts';

const persian = 'می\u200cخواهم';
const taken = 'invalid_request/duplicate_name';

forEachEngine((engine) => {
  it.each([
    [`${persian}.txt`, 'میخواهم.txt'],
    ['👩💻 plan', '👩\u200d💻 plan'],
    ['🏴', '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}'],
    ['ක්\u200dෂ', 'ක\u200d්ෂ'],
  ])('file names that differ only in joiners are equal: %j (D16)', async (name, alike) => {
    await using desk = await openDesk({ engine });
    const { id: fileId } = await desk.ok('write_file', { name, content: '' });
    expect((await desk.ok('read_file', { fileId })).name).toBe(name);
    expect(await desk.refused('write_file', { name: alike, content: '' })).toBe(taken);
    const { id: folderId } = await desk.ok('create_folder', { name: 'other' });
    const { id: otherId } = await desk.ok('write_file', { name: alike, content: '', folderId });
    expect(await desk.refused('move_item', { fileId: otherId, outOfFolders: true })).toBe(taken);
    const { id: thirdId } = await desk.ok('write_file', { name: 'third', content: '' });
    expect(await desk.refused('move_item', { fileId: thirdId, name: alike })).toBe(taken);

    await desk.ok('move_item', { fileId, name: alike });
    expect((await desk.ok('read_file', { fileId })).name).toBe(alike);
    expect(await desk.refused('write_file', { name, content: '' })).toBe(taken);
  });

  it('names of folders and agents that differ only in joiners are equal (D16)', async () => {
    await using desk = await openDesk({ engine });
    const { id: folderId } = await desk.ok('create_folder', { name: persian });
    expect(await desk.refused('create_folder', { name: 'میخواهم' })).toBe(taken);
    const { id: otherId } = await desk.ok('create_folder', { name: 'other' });
    const rename = (id: string) => desk.as(desk.person, 'rename_folder', { folderId: id, name: 'میخواهم' });
    await expect(rename(otherId)).rejects.toThrow('there is already a folder');
    await rename(folderId);
    expect(await desk.refused('create_folder', { name: persian })).toBe(taken);

    const agent = await desk.as(desk.person, 'create_agent', { name: persian });
    expect(await desk.as(desk.person, 'create_agent', { name: 'میخواهم' })).toEqual({ ...agent, created: false });
  });

  it('a taken back or restored item gets no name that differs only in joiners from another (D16, D66)', async () => {
    await using desk = await openDesk({ engine });
    const { id: fileId } = await desk.ok('write_file', { name: persian, content: '' });
    await desk.ok('move_item', { fileId, name: 'renamed' });
    await desk.ok('write_file', { name: 'میخواهم', content: '' }, (await desk.createKey(desk.person, 'write')).key);
    await desk.ok('take_back');
    expect((await desk.ok('read_file', { fileId })).name).toBe(`${persian} (2)`);

    const { id: deletedId } = await desk.ok('write_file', { name: '👩\u200d💻', content: '' });
    await desk.ok('delete_file', { fileId: deletedId });
    await desk.ok('write_file', { name: '👩💻', content: '' });
    await expect(desk.as(desk.person, 'restore_item', { itemId: deletedId })).rejects.toThrow('there is already a file');
  });

  it('documents and tasks can share titles, with or without joiners (D16)', async () => {
    await using desk = await openDesk({ engine });
    for (const title of [persian, 'میخواهم', persian]) {
      const { docId } = await desk.ok('create_doc', { title });
      expect((await desk.ok('read_doc', { docId })).title).toBe(title);
      expect(await desk.ok('create_task', { title })).toBeDefined();
    }
    expect(await desk.refused('create_task', { title: 'a\u200db' })).toBe('invalid_request/invalid_argument');
  });
});
