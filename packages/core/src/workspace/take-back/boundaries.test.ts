import { describe, expect, it } from 'vitest';
import { createWorld, engines, type Loose } from '../../testing/test-world.ts';

describe.each(engines)('changes at the boundaries of a run, on $engine (D66)', ({ engine, missing }) => {
  const test = it.skipIf(missing !== undefined);

  async function openDesk() {
    const world = await createWorld({ engine });
    const { owner, clock } = world;
    const ada = await world.addPerson('ada@acme.test');
    const key = await world.key(ada, 'write');
    const [{ keyId }] = (await world.ok(ada, 'list_keys')).keys;
    const { docId } = await world.ok(ada, 'create_doc', { title: 'Plan', bodyMarkdown: 'one\n\ntwo\n\nthree\n' });
    const since = ++clock.now;
    const edit = async (who: Loose, oldText: string, newText: string) => {
      await world.ok(who, 'edit_doc', { docId, oldText, newText });
      return clock.now++;
    };
    const takeBack = async (given: object) => {
      let run: Loose = await world.ok(ada, 'prepare_take_back', given);
      const { takeBackId } = run;
      while (run.state === 'looking') run = await world.ok(ada, 'continue_take_back', { takeBackId });
      while (run.state !== 'done') run = await world.ok(ada, 'apply_take_back', { takeBackId });
      clock.now++;
      return { takeBackId, entry: (await world.ok(ada, 'list_take_back_items', { takeBackId })).items[0] };
    };
    const read = async () => (await world.ok(ada, 'read_item', { itemId: docId })).text;
    return { world, owner, ada, key, keyId, docId, since, edit, takeBack, read, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
  }

  test('undoes a take-back by merging if others changed the text since', async () => {
    await using desk = await openDesk();
    const { key, keyId, owner, since, edit, takeBack, read } = desk;
    await edit(key, 'one', 'ONE');
    const { takeBackId } = await takeBack({ keyId, since });
    await edit(owner, 'three', 'THREE');
    const { entry } = await takeBack({ takeBackId });
    expect(entry).toMatchObject({ outcome: 'taken_back', reason: null, isMerged: true });
    expect(await read()).toBe('ONE\n\ntwo\n\nTHREE\n');
  });

  test('keeps the text and the field that the run changed after the end', async () => {
    await using desk = await openDesk();
    const { world, ada, key, keyId, docId, since, edit, takeBack, read } = desk;
    await world.ok(key, 'set_tags', { docId, tags: ['first'] });
    const until = await edit(key, 'one', 'ONE');
    await edit(key, 'three', 'THREE');
    await world.ok(key, 'set_tags', { docId, tags: ['second'] });
    const { entry } = await takeBack({ keyId, since, until });
    expect(entry).toMatchObject({ outcome: 'taken_back', reason: 'changed_since', fields: [] });
    expect(await read()).toBe('one\n\ntwo\n\nTHREE\n');
    expect((await world.ok(ada, 'read_item', { itemId: docId })).tags).toEqual(['second']);
  });

  test('ignores an item that the run changed only after the end', async () => {
    await using desk = await openDesk();
    const { world, ada, key, keyId, since, edit } = desk;
    await edit(key, 'one', 'ONE');
    let run: Loose = await world.ok(ada, 'prepare_take_back', { keyId, since: since - 2, until: since - 1 });
    while (run.state === 'looking') run = await world.ok(ada, 'continue_take_back', { takeBackId: run.takeBackId });
    expect(run.found).toBe(0);
  });

  test('leaves an item that others deleted and restored after the take-back', async () => {
    await using desk = await openDesk();
    const { world, owner, key, keyId, docId, since, takeBack, read } = desk;
    await world.ok(key, 'delete_doc', { docId });
    const { takeBackId } = await takeBack({ keyId, since });
    await world.ok(owner, 'delete_doc', { docId });
    await world.ok(owner, 'restore_item', { itemId: docId });
    const { entry } = await takeBack({ takeBackId });
    expect(entry).toMatchObject({ outcome: 'left', reason: 'changed_since' });
    expect(await read()).toBe('one\n\ntwo\n\nthree\n');
  });

  test('restores a deleted document, merges its text and takes back its tags', async () => {
    await using desk = await openDesk();
    const { world, ada, owner, key, keyId, docId, since, edit, takeBack, read } = desk;
    await edit(key, 'one', 'ONE');
    await edit(owner, 'three', 'THREE');
    await world.ok(key, 'set_tags', { docId, tags: ['of the run'] });
    await world.ok(key, 'delete_doc', { docId });
    const { takeBackId, entry } = await takeBack({ keyId, since });
    expect(entry).toMatchObject({ outcome: 'taken_back', reason: null, fields: ['tags'] });
    expect(await read()).toBe('one\n\ntwo\n\nTHREE\n');
    expect((await world.ok(ada, 'list_trash')).items).toEqual([]);
    expect((await world.ok(ada, 'search', { query: 'THREE' })).results).toEqual([expect.objectContaining({ id: docId })]);
    await takeBack({ takeBackId });
    expect((await world.ok(ada, 'list_trash')).items).toEqual([expect.objectContaining({ id: docId })]);
  });

  test('leaves an item in the trash if others had deleted it before the run restored and deleted it', async () => {
    await using desk = await openDesk();
    const { world, ada, owner, key, docId, since, edit, takeBack } = desk;
    await edit(key, 'one', 'ONE');
    await edit(owner, 'three', 'THREE');
    await world.ok(owner, 'delete_doc', { docId });
    await world.ok(ada, 'restore_item', { itemId: docId });
    await world.ok(ada, 'delete_doc', { docId });
    const { entry } = await takeBack({ personId: ada.personId, since });
    expect(entry).toMatchObject({ outcome: 'left', reason: 'changed_since' });
    expect((await world.ok(ada, 'list_trash')).items).toEqual([expect.objectContaining({ id: docId })]);
  });

  test('restores the whole text of a document that only the run edited and deleted', async () => {
    await using desk = await openDesk();
    const { world, ada, key, keyId, docId, since, edit, takeBack, read } = desk;
    await edit(key, 'one', 'ONE');
    await world.ok(key, 'delete_doc', { docId });
    const { entry } = await takeBack({ keyId, since });
    expect(entry).toMatchObject({ outcome: 'taken_back', reason: null, isMerged: false });
    expect(await read()).toBe('one\n\ntwo\n\nthree\n');
    expect((await world.ok(ada, 'list_trash')).items).toEqual([]);
  });

  test('hides a take-back from everyone but the person who prepared it', async () => {
    await using desk = await openDesk();
    const { world, owner, key, keyId, since, edit, takeBack } = desk;
    await edit(key, 'one', 'ONE');
    const { takeBackId } = await takeBack({ keyId, since });
    expect(await world.refused(owner, 'list_take_back_items', { takeBackId })).toBe('invalid_request/no_such_item');
    expect(await world.refused(owner, 'apply_take_back', { takeBackId })).toBe('invalid_request/no_such_item');
  });

  test("refuses a key the take-back of another key's call, or of a call a day old", async () => {
    await using desk = await openDesk();
    const { world, ada, key, docId, edit, read } = desk;
    const other = await world.key(await world.addPerson('bob@acme.test'), 'write');
    await edit(key, 'one', 'ONE');
    const { changes } = await world.ok(key, 'list_changes', { mine: true });
    const { requestId } = changes[0];
    expect(await world.refused(other, 'take_back', { requestId })).toBe('invalid_request/nothing_to_change');
    world.clock.now += 24 * 3_600_000;
    expect(await world.refused(key, 'take_back', { requestId })).toBe('invalid_request/nothing_to_change');
    expect(await read()).toBe('ONE\n\ntwo\n\nthree\n');
    expect((await world.ok(ada, 'read_item', { itemId: docId })).versionCount).toBe(2);
  });
});
