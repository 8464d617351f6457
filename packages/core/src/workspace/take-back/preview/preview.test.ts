import { describe, expect, it } from 'vitest';
import { findAll } from '../../../testing/take-back-desk.ts';
import { createWorld, engines, type Loose } from '../../../testing/test-world.ts';

describe.each(engines)('the preview of a take-back on $engine (D66.8)', ({ engine, missing }) => {
  describe.skipIf(missing !== undefined)('', () => {
    /** Ada's documents: the run changed all of them, and Ada changed some since. */
    async function openDesk() {
      const world = await createWorld({ engine });
      const ada = await world.addPerson('ada@acme.test');
      const key = await world.key(ada, 'write');
      const { id: folderId } = await world.ok(ada, 'create_folder', { name: 'Plans' });
      const text = 'one two three\n\nfour five six\n\nseven eight nine\n';
      const make = async (title: string, where: object = {}): Promise<string> =>
        (await world.ok(ada, 'create_doc', { title, bodyMarkdown: text, ...where })).docId;
      const edit = (by: Loose, docId: string, oldText: string, newText: string) => world.ok(by, 'edit_doc', { docId, oldText, newText });
      const ids = { whole: await make('whole'), merged: await make('merged', { folderId }), asked: await make('asked', { folderId }) };
      const since = ++world.clock.now;
      for (const docId of Object.values(ids)) await edit(key, docId, 'two', 'TWO of the run');
      await edit(key, ids.asked, 'eight', 'EIGHT of the run');
      world.clock.now++;
      await edit(ada, ids.merged, 'five', 'five of Ada');
      await edit(ada, ids.asked, 'TWO of the run', 'TWO of Ada');
      await edit(ada, ids.asked, 'EIGHT of the run', 'EIGHT of Ada');
      const [{ keyId }] = (await world.ok(ada, 'list_keys')).keys;
      world.clock.now++;
      let run = await world.ok(ada, 'prepare_take_back', { keyId, since });
      while (run.state === 'looking') run = await world.ok(ada, 'continue_take_back', { takeBackId: run.takeBackId });
      const { takeBackId } = run;
      const preview = () => world.ok(ada, 'preview_take_back', { takeBackId });
      const apply = async () => {
        do run = await world.ok(ada, 'apply_take_back', { takeBackId });
        while (run.state !== 'done');
        return run;
      };
      const read = async (docId: string) => (await world.ok(ada, 'read_doc', { docId })).bodyMarkdown;
      return {
        world,
        ada,
        ids,
        folderId,
        takeBackId,
        preview,
        apply,
        read,
        text,
        [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
      };
    }

    const none = { as_before: 0, merged: 0, needs_you: 0, left: 0, unchanged: 0 };

    it('compares no images and no texts over 1 MiB, but reports that they are taken back', async () => {
      await using desk = await openDesk();
      const { world, ada } = desk;
      const large = 'line of a large text\n'.repeat(60_000);
      const { id: image } = await world.ok(ada, 'write_file', { name: 'a.png', contentBase64: 'iVBORw0KGgo=' });
      const { id: text } = await world.ok(ada, 'write_file', { name: 'a.txt', content: large });
      const since = ++world.clock.now;
      await world.ok(ada, 'write_file', { fileId: image, contentBase64: 'iVBORw0KGgoK' });
      await world.ok(ada, 'write_file', { fileId: text, content: `${large}more\n` });
      world.clock.now++;
      const { takeBackId } = await findAll(world, ada, { since });
      for (const itemId of [image, text]) {
        const compared = await world.ok(ada, 'compare_take_back_item', { takeBackId, itemId });
        expect(compared).toMatchObject({ entry: { expected: 'as_before', version: 1 }, parts: [], places: [], nextCursor: null });
      }
    });

    it('counts the entries in total and for each folder, and lists those of one folder, or of one kind in it', async () => {
      await using desk = await openDesk();
      const { world, ada, ids, folderId, takeBackId, preview } = desk;
      expect(await preview()).toMatchObject({
        takeBack: { state: 'ready', found: 3 },
        counts: { ...none, as_before: 1, merged: 1, needs_you: 1 },
        reasons: [{ reason: 'changed_since', count: 1 }],
        folders: [
          { folderId: 'none', name: null, counts: { ...none, as_before: 1 } },
          { folderId, name: 'Plans', counts: { ...none, merged: 1, needs_you: 1 } },
        ],
        nextCursor: null,
      });
      const listed = async (more: object) => {
        const { items } = await world.ok(ada, 'list_take_back_items', { takeBackId, ...more });
        return items.map(({ itemId, expected }: Loose) => [itemId, expected]);
      };
      expect(await listed({ folderId: 'none' })).toEqual([[ids.whole, 'as_before']]);
      // Entries with a choice for the person come first.
      expect(await listed({ folderId })).toEqual([
        [ids.asked, 'needs_you'],
        [ids.merged, 'merged'],
      ]);
      expect(await listed({ folderId, expected: 'merged' })).toEqual([[ids.merged, 'merged']]);
      expect(await listed({ folderId, expected: 'needs_you' })).toEqual([[ids.asked, 'needs_you']]);
      const first = await world.ok(ada, 'list_take_back_items', { takeBackId, folderId, limit: 1 });
      const second = await world.ok(ada, 'list_take_back_items', { takeBackId, folderId, limit: 1, cursor: first.nextCursor });
      expect([first.items[0].itemId, second.items[0].itemId, second.nextCursor]).toEqual([ids.asked, ids.merged, null]);
      const folders = await world.ok(ada, 'preview_take_back', { takeBackId, limit: 1 });
      expect(folders.folders).toHaveLength(1);
      const next = await world.ok(ada, 'preview_take_back', { takeBackId, limit: 1, cursor: folders.nextCursor });
      expect([next.folders.map((folder: Loose) => folder.folderId), next.nextCursor]).toEqual([[folderId], null]);
    });

    it('leaves out folders that the person no longer sees', async () => {
      await using desk = await openDesk();
      const { world, ada, ids } = desk;
      const bob = await world.addPerson('bob@acme.test');
      const { id: folderId } = await world.ok(bob, 'create_folder', { name: 'Of Bob' });
      await world.ok(bob, 'share_folder', { folderId, email: 'ada@acme.test' });
      const { docId } = await world.ok(bob, 'create_doc', { title: 'of Bob', folderId });
      const since = ++world.clock.now;
      await world.ok(ada, 'append_doc', { docId, text: 'by Ada' });
      await world.ok(ada, 'append_doc', { docId: ids.whole, text: 'by Ada' });
      world.clock.now++;
      const { takeBackId } = await findAll(world, ada, { since });
      const foldersSeen = async () => {
        const { folders } = await world.ok(ada, 'preview_take_back', { takeBackId });
        return folders.map(({ folderId, name }: Loose) => [folderId, name]);
      };
      expect(await foldersSeen()).toEqual([
        ['none', null],
        [folderId, 'Of Bob'],
      ]);
      await world.ok(bob, 'unshare_folder', { folderId, email: 'ada@acme.test' });
      expect(await foldersSeen()).toEqual([['none', null]]);
    });

    it('shows changed words, fields, and both texts of a place before anything is done', async () => {
      await using desk = await openDesk();
      const { world, ada, ids, takeBackId, read } = desk;
      const before = await read(ids.asked);
      const compare = (itemId: string) => world.ok(ada, 'compare_take_back_item', { takeBackId, itemId });
      const changed = ({ parts }: Loose) =>
        parts
          .filter(({ kind }: Loose) => kind === 'changed')
          .map(({ removed, added }: Loose) => [removed, added].map((side) => side.filter((piece: Loose) => piece.isChanged)));
      const merged = await compare(ids.merged);
      expect(merged.entry).toMatchObject({ itemId: ids.merged, expected: 'merged', isMerged: true });
      expect(merged.places).toEqual([]);
      expect(
        changed(merged)
          .flat(2)
          .map(({ text }: Loose) => text)
          .join('|'),
      ).toContain('TWO');
      expect(JSON.stringify(merged.parts)).not.toContain('"five of Ada","isChanged":true');
      const whole = await compare(ids.whole);
      expect(changed(whole)).toHaveLength(1);
      const asked = await compare(ids.asked);
      expect(asked.places).toMatchObject([
        { now: expect.stringContaining('TWO of Ada'), before: expect.stringContaining('two'), choice: null },
        { now: expect.stringContaining('EIGHT of Ada'), before: expect.stringContaining('eight'), choice: null },
      ]);
      expect(asked.parts).toEqual([]);
      expect(await read(ids.asked)).toBe(before);
      const bob = await world.addPerson('bob@acme.test');
      expect(await world.refused(bob, 'compare_take_back_item', { takeBackId, itemId: ids.asked })).toBe('invalid_request/no_such_item');
      expect(await world.refused(bob, 'edit_take_back', { takeBackId, exclude: [ids.asked] })).toBe('invalid_request/no_such_item');
      expect(await world.refused(ada, 'compare_take_back_item', { takeBackId, itemId: 'doc_absent' })).toBe('invalid_request/no_such_item');
    });

    it('follows the choice for each place, and leaves excluded entries', async () => {
      await using desk = await openDesk();
      const { world, ada, ids, takeBackId, preview, apply, read, text } = desk;
      const { places } = await world.ok(ada, 'compare_take_back_item', { takeBackId, itemId: ids.asked });
      const choose = (place: Loose, choice: string) =>
        world.ok(ada, 'edit_take_back', { takeBackId, places: [{ itemId: ids.asked, placeId: place.placeId, choice }] });
      expect((await choose(places[0], 'before')).items).toMatchObject([{ itemId: ids.asked, expected: 'needs_you', openPlaces: 1 }]);
      const compared = await world.ok(ada, 'compare_take_back_item', { takeBackId, itemId: ids.asked });
      expect(compared.places.map(({ choice }: Loose) => choice)).toEqual(['before', null]);
      expect((await choose(places[1], 'now')).items).toMatchObject([{ expected: 'merged', openPlaces: 0, reason: null }]);
      const left = await world.ok(ada, 'edit_take_back', { takeBackId, exclude: [ids.merged, ids.whole] });
      expect(left.items).toMatchObject([
        { itemId: ids.merged, outcome: 'left', expected: 'left', reason: 'left_out', isLeftOut: true },
        { itemId: ids.whole, reason: 'left_out' },
      ]);
      expect((await preview()).reasons).toEqual([{ reason: 'left_out', count: 2 }]);
      expect((await world.ok(ada, 'edit_take_back', { takeBackId, include: [ids.whole] })).items).toMatchObject([
        { expected: 'as_before', isLeftOut: false },
      ]);
      expect((await preview()).counts).toEqual({ ...none, as_before: 1, merged: 1, left: 1 });
      const merged = await read(ids.merged);
      expect(await apply()).toMatchObject({ takenBack: 2, left: 1 });
      expect(await read(ids.whole)).toBe(text);
      expect(await read(ids.merged)).toBe(merged);
      expect(await read(ids.asked)).toBe(text.replace('eight', 'EIGHT of Ada'));
      const { items } = await world.ok(ada, 'list_take_back_items', { takeBackId });
      expect(Object.fromEntries(items.map(({ itemId, reason }: Loose) => [itemId, reason]))).toEqual({
        [ids.whole]: null,
        [ids.merged]: 'left_out',
        [ids.asked]: null,
      });
      expect(await world.refused(ada, 'edit_take_back', { takeBackId, exclude: [ids.whole] })).toBe('invalid_request/invalid_argument');
      // Its history says what changed.
      expect(await world.refused(ada, 'compare_take_back_item', { takeBackId, itemId: ids.whole })).toBe(
        'invalid_request/invalid_argument',
      );
    });

    it('drops a choice if the place changes afterwards, and then decides nothing', async () => {
      await using desk = await openDesk();
      const { world, ada, ids, takeBackId, apply, read } = desk;
      const { places } = await world.ok(ada, 'compare_take_back_item', { takeBackId, itemId: ids.asked });
      const chosen = places.map(({ placeId }: Loose) => ({ itemId: ids.asked, placeId, choice: 'before' }));
      await world.ok(ada, 'edit_take_back', { takeBackId, places: chosen });
      await world.ok(ada, 'edit_doc', { docId: ids.asked, oldText: 'TWO of Ada', newText: 'TWO of Ada, again' });
      expect(await world.refused(ada, 'edit_take_back', { takeBackId, places: chosen.slice(0, 1) })).toBe('invalid_request/stale_version');
      await apply();
      const after = await read(ids.asked);
      expect(after).toContain('TWO of Ada, again');
      expect(after).toContain('seven eight nine');
      const { items } = await world.ok(ada, 'list_take_back_items', { takeBackId });
      expect(items.find(({ itemId }: Loose) => itemId === ids.asked)).toMatchObject({ expected: 'needs_you', openPlaces: 1 });
    });

    it('leaves a folder of the run if an item in it was excluded', async () => {
      await using desk = await openDesk();
      const { world, ada } = desk;
      const key = await world.key(ada, 'write');
      const since = ++world.clock.now;
      const { id: folderId } = await world.ok(key, 'create_folder', { name: 'Drafts' });
      const { docId } = await world.ok(key, 'create_doc', { title: 'in it', folderId });
      const keyId = (await world.ok(ada, 'list_keys')).keys.find((one: Loose) => one.createdAt >= since - 1).keyId;
      world.clock.now++;
      let run = await world.ok(ada, 'prepare_take_back', { keyId, since });
      const { takeBackId } = run;
      while (run.state === 'looking') run = await world.ok(ada, 'continue_take_back', { takeBackId });
      expect((await world.ok(ada, 'preview_take_back', { takeBackId })).counts).toEqual({ ...none, as_before: 2 });
      await world.ok(ada, 'edit_take_back', { takeBackId, exclude: [docId] });
      const preview = await world.ok(ada, 'preview_take_back', { takeBackId });
      expect(preview.counts).toEqual({ ...none, left: 2 });
      expect(preview.reasons).toEqual([
        { reason: 'others_worked_on_it', count: 1 },
        { reason: 'left_out', count: 1 },
      ]);
      while (run.state !== 'done') run = await world.ok(ada, 'apply_take_back', { takeBackId });
      expect(run).toMatchObject({ takenBack: 0, left: 2 });
      expect((await world.ok(ada, 'list_folders')).folders.map(({ id }: Loose) => id)).toContain(folderId);
    });

    it('shows that an excluded folder keeps its name, which the run had taken from another one', async () => {
      await using desk = await openDesk();
      const { world, ada } = desk;
      const [first, second] = [
        await world.ok(ada, 'create_folder', { name: 'Notes' }),
        await world.ok(ada, 'create_folder', { name: 'Ideas' }),
      ];
      const since = ++world.clock.now;
      await world.ok(ada, 'rename_folder', { folderId: first.id, name: 'Old notes' });
      await world.ok(ada, 'rename_folder', { folderId: second.id, name: 'Notes' });
      let run = await world.ok(ada, 'prepare_take_back', { personId: ada.personId, since });
      const { takeBackId } = run;
      while (run.state === 'looking') run = await world.ok(ada, 'continue_take_back', { takeBackId });
      await world.ok(ada, 'edit_take_back', { takeBackId, exclude: [second.id] });
      const entryOf = async (id: string): Promise<Loose> =>
        (await world.ok(ada, 'list_take_back_items', { takeBackId })).items.find(({ itemId }: Loose) => itemId === id);
      const expected = { outcome: 'taken_back', expected: 'merged', reason: 'name_taken' };
      expect(await entryOf(first.id)).toMatchObject(expected);
      while (run.state !== 'done') run = await world.ok(ada, 'apply_take_back', { takeBackId });
      expect(await entryOf(first.id)).toMatchObject({ ...expected, name: 'Notes (2)' });
      expect(await entryOf(second.id)).toMatchObject({ outcome: 'left', reason: 'left_out', name: 'Notes' });
    });
  });
});
