import { describe, expect, it } from 'vitest';
import { applyAll, findAll, openTakeBackDesk } from '../../testing/take-back-desk.ts';
import { engines, type Loose, type World } from '../../testing/test-world.ts';

describe.each(engines)('taking back texts by merging (D66) on $engine', ({ engine, missing }) => {
  describe.skipIf(missing !== undefined)('', () => {
    const openDesk = () => openTakeBackDesk(engine);

    async function takeBack(world: World, person: Loose, given: object) {
      const found = await findAll(world, person, given);
      const preview = (await world.ok(person, 'list_take_back_items', { takeBackId: found.takeBackId })).items;
      const put = await applyAll(world, person, found.takeBackId);
      const entries = (await world.ok(person, 'list_take_back_items', { takeBackId: put.takeBackId })).items;
      const told = (all: Loose[]) => all.map(({ outcome, reason, isMerged, openPlaces }) => ({ outcome, reason, isMerged, openPlaces }));
      expect(told(entries)).toEqual(told(preview));
      world.clock.now++;
      return { put, entry: entries[0] };
    }

    it('keeps later changes by others, and can be undone', async () => {
      await using desk = await openDesk();
      const { world, ada, key, keyId } = desk;
      const { docId } = await world.ok(ada, 'create_doc', { title: 'Plan', bodyMarkdown: 'one\n\ntwo\n\nthree\n' });
      world.clock.now++;
      const since = world.clock.now;
      await world.ok(key, 'edit_doc', { docId, oldText: 'one', newText: 'ONE' });
      await world.ok(ada, 'edit_doc', { docId, oldText: 'two', newText: 'two' + ' and more' });
      await world.ok(key, 'edit_doc', { docId, oldText: 'three', newText: 'four' });
      const body = async () => (await world.ok(ada, 'read_item', { itemId: docId })).text;
      const before = await body();
      const { put, entry } = await takeBack(world, ada, { keyId, since });
      expect(entry).toMatchObject({ outcome: 'taken_back', reason: null, isMerged: true, openPlaces: 0 });
      expect(await body()).toBe('one\n\ntwo and more\n\nthree\n');
      await takeBack(world, ada, { takeBackId: put.takeBackId });
      expect(await body()).toBe(before);
    });

    it('leaves a place that others changed too, counts it, and takes back the rest', async () => {
      await using desk = await openDesk();
      const { world, ada, key, keyId } = desk;
      const { docId } = await world.ok(ada, 'create_doc', { title: 'Plan', bodyMarkdown: 'one\n\ntwo\n\nthree\n' });
      world.clock.now++;
      const since = world.clock.now;
      await world.ok(key, 'update_doc', { docId, bodyMarkdown: 'ONE\n\ntwo\n\nthird\n', changeSummary: 's' });
      await world.ok(ada, 'edit_doc', { docId, oldText: 'third', newText: 'thirdly' });
      const { entry } = await takeBack(world, ada, { keyId, since });
      expect(entry).toMatchObject({ outcome: 'taken_back', reason: 'changed_since', isMerged: true, openPlaces: 1 });
      expect((await world.ok(ada, 'read_item', { itemId: docId })).text).toBe('one\n\ntwo\n\nthirdly\n');
    });

    it('keeps a document that the run created and others worked on, without the words of the run', async () => {
      await using desk = await openDesk();
      const { world, ada, key, keyId } = desk;
      const since = world.clock.now;
      const { docId } = await world.ok(key, 'create_doc', { title: 'Made', bodyMarkdown: 'one\n\ntwo\n\nthree\n\nfour\n\nfive\n' });
      await world.ok(ada, 'edit_doc', { docId, oldText: 'three', newText: 'mine' });
      const { entry } = await takeBack(world, ada, { keyId, since });
      expect(entry).toMatchObject({ outcome: 'taken_back', reason: 'others_worked_on_it', isMerged: true, openPlaces: 1 });
      expect((await world.ok(ada, 'read_item', { itemId: docId })).text).toMatch(/^two\n\nmine\n\n/);
    });
  });
});
