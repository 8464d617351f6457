import { describe, expect, it } from 'vitest';
import type { Loose } from '../kit/world.ts';
import { openDesk } from './desk.ts';

const day = 24 * 60 * 60 * 1000;

describe('deleting (D27)', () => {
  it('moves items to a trash from which people restore them, with their whole history', async () => {
    await using desk = await openDesk();
    const { docId } = await desk.ok('create_doc', { title: 'Plan', bodyMarkdown: 'a' });
    await desk.ok('update_doc', { docId, bodyMarkdown: 'needle', changeSummary: 's' });
    expect(await desk.ok('delete_doc', { docId })).toEqual({ ok: true });
    expect(await desk.refused('read_doc', { docId })).toBe('invalid_request/no_such_item');
    expect(await desk.refused('delete_doc', { docId })).toBe('invalid_request/no_such_item');
    const { items } = await desk.as(desk.person, 'list_trash');
    expect(items).toEqual([{ id: docId, type: 'doc', name: 'Plan', deletedAt: desk.clock.now, purgedAfter: desk.clock.now + 30 * day }]);
    await desk.as(desk.person, 'restore_item', { itemId: docId });
    expect(await desk.ok('read_doc', { docId })).toMatchObject({ bodyMarkdown: 'needle', versionCount: 2 });
    expect((await desk.ok('search', { query: 'needle' })).results).toHaveLength(1);
  });

  it('is undone or made final only by people: no agent restores or purges', async () => {
    await using desk = await openDesk();
    for (const tool of ['list_trash', 'restore_item', 'purge_item']) expect(await desk.refused(tool, { itemId: 'x' })).toBe('not_found');
    const { id: itemId } = await desk.ok('write_file', { name: 'a.txt', content: 'a' });
    await desk.ok('delete_file', { fileId: itemId });
    await expect(desk.as(desk.person, 'purge_item', { itemId })).rejects.toMatchObject({ code: 'forbidden' });
    await desk.as(desk.owner, 'purge_item', { itemId });
    await expect(desk.as(desk.owner, 'restore_item', { itemId })).rejects.toMatchObject({ reason: 'no_such_item' });
  });

  it('frees the name, and a restored file does not take it back', async () => {
    await using desk = await openDesk();
    const first = await desk.ok('write_file', { name: 'a.txt', content: '1' });
    await desk.ok('delete_file', { fileId: first.id });
    await desk.ok('write_file', { name: 'a.txt', content: '2' });
    await expect(desk.as(desk.person, 'restore_item', { itemId: first.id })).rejects.toMatchObject({ reason: 'duplicate_name' });
  });

  it('hides items of a hidden folder in the trash too', async () => {
    await using desk = await openDesk();
    const { id: folderId } = await desk.as(desk.owner, 'create_folder', { name: 'Board' });
    const { docId } = await desk.as(desk.owner, 'create_doc', { title: 'Minutes', folderId });
    await desk.as(desk.owner, 'delete_doc', { docId });
    expect((await desk.as(desk.person, 'list_trash')).items).toEqual([]);
    await expect(desk.as(desk.person, 'restore_item', { itemId: docId })).rejects.toMatchObject({ reason: 'no_such_item' });
    expect((await desk.as(desk.owner, 'list_trash')).items).toHaveLength(1);
  });
});

describe('system and agent-memory documents (D28)', () => {
  it('a new organization has its starter documents, which can be changed but not deleted', async () => {
    await using desk = await openDesk();
    const { docs } = await desk.ok('list_docs');
    expect(docs.map(({ title }: Loose) => title).sort()).toEqual(['Company overview', 'Goals', 'How agents work here']);
    for (const { id: docId, isSystem, isAgentMemory } of docs) {
      expect([isSystem, isAgentMemory]).toEqual([true, false]);
      expect(await desk.refused('delete_doc', { docId })).toBe('invalid_request/protected_item');
      expect(await desk.ok('append_doc', { docId, text: '\nMore.\n' })).toEqual({ versionCount: 2 });
    }
    const [{ actor }] = (await desk.ok('list_versions', { docId: docs[0].id })).versions.slice(-1);
    expect(actor).toBe('Gatehouse');
  });

  it('agent memory is created by people, read by agents, and changed or deleted by no tool', async () => {
    await using desk = await openDesk();
    const { docId } = await desk.ok('create_doc', { title: 'Memory', bodyMarkdown: 'a' });
    await desk.ok('append_doc', { docId, text: 'b' });
    await desk.as(desk.person, 'set_agent_memory', { docId, isAgentMemory: true });
    expect(await desk.refused('set_agent_memory', { docId, isAgentMemory: false })).toBe('not_found');
    expect((await desk.ok('list_docs')).docs.find(({ id }: Loose) => id === docId).isAgentMemory).toBe(true);
    expect(await desk.ok('read_doc', { docId })).toMatchObject({ bodyMarkdown: 'ab', isAgentMemory: true });
    const changes: [string, object][] = [
      ['update_doc', { docId, bodyMarkdown: 'x', changeSummary: 's' }],
      ['edit_doc', { docId, oldText: 'a', newText: 'x' }],
      ['append_doc', { docId, text: 'x' }],
      ['restore_version', { docId, version: 1 }],
      ['move_item', { docId, outOfFolders: true, name: 'Other' }],
      ['delete_doc', { docId }],
    ];
    for (const [tool, input] of changes) expect([tool, await desk.refused(tool, input)]).toEqual([tool, 'invalid_request/protected_item']);
    expect(await desk.ok('read_doc', { docId })).toMatchObject({ bodyMarkdown: 'ab', title: 'Memory', versionCount: 2 });
  });
});

describe('attribution (D29)', () => {
  it('of a version has person, agent, key, entrance and SDK', async () => {
    await using desk = await openDesk();
    const { docId } = await desk.ok('create_doc', { title: 'One', bodyMarkdown: 'a' });
    await desk.as(desk.owner, 'append_doc', { docId, text: 'b' });
    const stored = await desk.store.read(() => desk.store.versions.list(desk.orgId, docId, 10));
    expect(stored[1]).toMatchObject({
      personId: desk.person.personId,
      agentId: expect.stringMatching(/^agent_/),
      keyId: desk.keyId,
      entrance: 'http',
      sdk: 'gatehouse-e2e/1.0',
    });
    expect(stored[0]).toMatchObject({ personId: desk.owner.personId, agentId: null, keyId: null, entrance: 'cli', sdk: null });
    const { versions } = await desk.ok('list_versions', { docId });
    expect(versions.map(({ actor }: Loose) => actor)).toEqual(['owner@acme.test', 'test agent (ada@acme.test)']);
  });

  it('by agentName is a label without authority', async () => {
    await using desk = await openDesk();
    const [doc] = (await desk.ok('search', { query: 'Goals' })).results;
    await desk.ok('read_doc', { docId: doc.id, agentName: 'owner@acme.test' });
    expect((await desk.activity())[0]).toMatchObject({ agentName: 'owner@acme.test', personId: desk.person.personId });
  });
});
