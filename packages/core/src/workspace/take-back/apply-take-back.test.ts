import { describe, expect, it } from 'vitest';
import { applyAll, findAll, openTakeBackDesk } from '../../testing/take-back-desk.ts';
import { engines, type Loose, type World } from '../../testing/test-world.ts';

describe.each(engines)('taking back the changes of a run on $engine', ({ engine, missing }) => {
  describe.skipIf(missing !== undefined)('', () => {
    const openDesk = () => openTakeBackDesk(engine);

    it('restores what was changed or deleted, deletes what was created, leaves what changed since, and can be taken back', async () => {
      await using desk = await openDesk();
      const { world, ada, key, keyId } = desk;
      const { docId } = await world.ok(ada, 'create_doc', { title: 'Plan', bodyMarkdown: 'one' });
      const { id: imageId } = await world.ok(ada, 'write_file', { name: 'a.png', contentBase64: 'iVBORw0KGgo=', tags: ['x'] });
      const { id: skillId } = await world.ok(ada, 'write_skill', { name: 'release', description: 'd', content: 'old' });
      const { docId: goneId } = await world.ok(ada, 'create_doc', { title: 'Gone', bodyMarkdown: 'kept' });
      const { docId: othersId } = await world.ok(ada, 'create_doc', { title: 'Others', bodyMarkdown: 'mine' });
      const { taskId } = await world.ok(ada, 'create_task', { title: 'Do it' });
      world.clock.now += 1000;
      const since = world.clock.now;
      await world.ok(key, 'update_doc', { docId, bodyMarkdown: 'two', changeSummary: 's' });
      await world.ok(key, 'append_doc', { docId, text: ' three' });
      await world.ok(key, 'move_item', { docId, name: 'Plans' });
      await world.ok(key, 'write_file', { fileId: imageId, contentBase64: 'R0lGODlh', tags: ['y'] });
      await world.ok(key, 'write_skill', { fileId: skillId, name: 'shipping', description: 'e', content: 'new' });
      await world.ok(key, 'delete_doc', { docId: goneId });
      const { docId: madeId } = await world.ok(key, 'create_doc', { title: 'Made', bodyMarkdown: 'x' });
      await world.ok(key, 'append_doc', { docId: othersId, text: ' and theirs' });
      await world.ok(ada, 'append_doc', { docId: othersId, text: ' and mine again' });
      await world.ok(key, 'update_task', { taskId, status: 'done' });

      const put = await findAll(world, ada, { keyId, since });
      expect(put).toMatchObject({ state: 'ready', subject: { kind: 'key', id: keyId }, since, found: 7, takenBack: 0 });
      const preview = await world.ok(ada, 'list_take_back_items', { takeBackId: put.takeBackId });
      const entries = Object.fromEntries(preview.items.map((entry: Loose) => [entry.itemId, entry]));
      expect(entries[docId]).toMatchObject({
        type: 'doc',
        name: 'Plans',
        outcome: 'taken_back',
        version: 1,
        isDeleted: false,
        fields: ['name'],
        others: [],
      });
      expect(entries[imageId]).toMatchObject({ outcome: 'taken_back', version: 1, fields: ['tags'], others: [] });
      expect(entries[skillId]).toMatchObject({ name: 'shipping', outcome: 'taken_back', version: 1, others: [] });
      expect(entries[goneId]).toMatchObject({ outcome: 'taken_back', version: null, isDeleted: false });
      expect(entries[madeId]).toMatchObject({ outcome: 'taken_back', version: null, isDeleted: true });
      expect(entries[othersId]).toMatchObject({ outcome: 'left', reason: 'changed_since', isDone: false });
      expect(entries[taskId]).toMatchObject({
        type: 'task',
        outcome: 'taken_back',
        reason: null,
        isDeleted: null,
        fields: ['status'],
        others: [],
      });
      expect(await world.ok(ada, 'read_item', { itemId: docId })).toMatchObject({ text: 'two three' });

      expect(await applyAll(world, ada, put.takeBackId)).toMatchObject({ takenBack: 6, left: 1, unchanged: 0 });
      expect(await world.ok(ada, 'read_task', { taskId })).toMatchObject({ status: 'todo', doneAt: null });
      expect(await world.ok(ada, 'read_item', { itemId: docId })).toMatchObject({ text: 'one', version: 4, name: 'Plan' });
      expect(await world.ok(ada, 'read_item', { itemId: imageId })).toMatchObject({ mimeType: 'image/png', sizeBytes: 8, tags: ['x'] });
      expect(await world.ok(ada, 'read_item', { itemId: skillId })).toMatchObject({ name: 'release', description: 'd' });
      expect(await world.ok(ada, 'read_item', { itemId: goneId })).toMatchObject({ text: 'kept' });
      expect(await world.refused(ada, 'read_item', { itemId: madeId })).toBe('invalid_request/no_such_item');
      expect(await world.ok(ada, 'read_item', { itemId: othersId })).toMatchObject({ text: 'mine and theirs and mine again' });
      const { versions } = await world.ok(ada, 'list_item_versions', { itemId: docId, limit: 1 });
      expect(versions).toMatchObject([{ changeSummary: 'took back to version 1', person: { id: ada.personId }, key: null }]);

      world.clock.now++;
      const undo = await findAll(world, ada, { takeBackId: put.takeBackId });
      expect(await applyAll(world, ada, undo.takeBackId)).toMatchObject({ found: 6, takenBack: 6, left: 0 });
      expect(await world.ok(ada, 'read_task', { taskId })).toMatchObject({ status: 'done' });
      expect(await world.ok(ada, 'read_item', { itemId: docId })).toMatchObject({ text: 'two three', name: 'Plans' });
      expect(await world.ok(ada, 'read_item', { itemId: imageId })).toMatchObject({ tags: ['y'] });
      expect(await world.ok(ada, 'read_item', { itemId: madeId })).toMatchObject({ text: 'x' });
      expect(await world.refused(ada, 'read_item', { itemId: goneId })).toBe('invalid_request/no_such_item');
      const { takeBacks, nextCursor } = await world.ok(ada, 'list_take_backs', { limit: 1 });
      expect(takeBacks).toMatchObject([{ takeBackId: undo.takeBackId, subject: { kind: 'take_back', id: put.takeBackId }, state: 'done' }]);
      expect((await world.ok(ada, 'list_take_backs', { cursor: nextCursor })).takeBacks).toMatchObject([{ takeBackId: put.takeBackId }]);
    });

    it.each([
      // 20 deletions, 10 and the first four of all, four.
      ['a bounded number of deletions', 'delete_doc', {}, [0, 4, 8]],
      ['no item that was only changed', 'append_doc', { text: ' more' }, [4, 8, 12]],
    ])('checks %s in one call when it looks for items that go to the trash first (D56)', async (_what, tool, input, takenBack) => {
      await using desk = await openDesk();
      const { world, ada, key, keyId } = desk;
      const made: string[] = [];
      for (let count = 0; count < 30; count++) made.push((await world.ok(ada, 'create_doc', { title: `doc ${count}` })).docId);
      const since = ++world.clock.now;
      for (const docId of made) await world.ok(key, tool, { docId, ...input });
      const { takeBackId } = await findAll(world, ada, { keyId, since });
      const applied: number[] = [];
      for (let call = 0; call < 3; call++) applied.push((await world.ok(ada, 'apply_take_back', { takeBackId })).takenBack);
      expect(applied).toEqual(takenBack);
      expect(await applyAll(world, ada, takeBackId)).toMatchObject({ takenBack: 30, left: 0 });
    });

    it('continues in another process after one has ended, and does nothing twice', async () => {
      await using desk = await openDesk();
      const { world, ada, key, keyId } = desk;
      const since = world.clock.now;
      for (let count = 0; count < 60; count++) await world.ok(key, 'create_doc', { title: `doc ${count}`, bodyMarkdown: 'x' });
      const first = await world.ok(ada, 'prepare_take_back', { keyId, since });
      expect(first).toMatchObject({ state: 'looking', found: 60 });
      expect(await world.refused(ada, 'apply_take_back', { takeBackId: first.takeBackId })).toBe('invalid_request/invalid_argument');
      const put = await findAll(world, ada, { keyId, since });
      expect(put).toMatchObject({ state: 'ready', found: 60 });
      expect(await world.ok(ada, 'apply_take_back', { takeBackId: put.takeBackId })).toMatchObject({ state: 'working', takenBack: 4 });
      const other = await world.openAnother();
      const stored = await other.read(() => other.takeBacks.find(world.orgId, put.takeBackId));
      expect(stored).toMatchObject({ state: 'working', progress: { takenBack: 4 } });
      expect((await world.ok(ada, 'list_trash', { limit: 200 })).items).toHaveLength(4);
      await Promise.all([1, 2, 3].map(() => world.ok(ada, 'apply_take_back', { takeBackId: put.takeBackId })));
      expect(await applyAll(world, ada, put.takeBackId)).toMatchObject({ found: 60, takenBack: 60, left: 0, unchanged: 0 });
      expect(await world.ok(ada, 'apply_take_back', { takeBackId: put.takeBackId })).toMatchObject({ state: 'done', takenBack: 60 });
      expect((await world.ok(ada, 'list_trash', { limit: 200 })).items).toHaveLength(60);
    });

    it('ends when it is undone while it is running, and restores its own changes', async () => {
      await using desk = await openDesk();
      const { world, ada, key, keyId } = desk;
      const since = world.clock.now;
      for (let count = 0; count < 15; count++) await world.ok(key, 'create_doc', { title: `doc ${count}` });
      const put = await findAll(world, ada, { keyId, since });
      await world.ok(ada, 'apply_take_back', { takeBackId: put.takeBackId });
      const undo = await findAll(world, ada, { takeBackId: put.takeBackId });
      expect(await world.ok(ada, 'apply_take_back', { takeBackId: put.takeBackId })).toMatchObject({ state: 'done', takenBack: 4 });
      expect(await applyAll(world, ada, undo.takeBackId)).toMatchObject({ takenBack: 4 });
      expect((await world.ok(ada, 'list_trash')).items).toEqual([]);
    });

    it('contains only items that the person sees now, and is visible only to that person', async () => {
      await using desk = await openDesk();
      const { world, ada, key, keyId } = desk;
      const bob = await world.addPerson('bob@acme.test');
      const since = world.clock.now;
      const { id: folderId } = await world.ok(ada, 'create_folder', { name: 'Own' });
      const { docId: hidden } = await world.ok(key, 'create_doc', { title: 'Hidden', folderId });
      const { docId: open } = await world.ok(key, 'create_doc', { title: 'Open' });
      const put = await findAll(world, bob, { keyId, since });
      expect(put.found).toBe(1);
      const { items } = await world.ok(bob, 'list_take_back_items', { takeBackId: put.takeBackId });
      expect(items).toMatchObject([{ itemId: open, outcome: 'taken_back' }]);
      for (const tool of ['list_take_back_items', 'continue_take_back', 'apply_take_back'])
        expect(await world.refused(ada, tool, { takeBackId: put.takeBackId })).toBe('invalid_request/no_such_item');
      expect(await world.refused(ada, 'prepare_take_back', { takeBackId: put.takeBackId })).toBe('invalid_request/no_such_item');
      await world.ok(ada, 'move_item', { docId: open, folderId });
      expect((await world.ok(bob, 'list_take_back_items', { takeBackId: put.takeBackId })).items).toEqual([]);
      expect(await applyAll(world, bob, put.takeBackId)).toMatchObject({ takenBack: 0, left: 1 });
      for (const docId of [hidden, open]) expect(await world.ok(ada, 'read_doc', { docId })).toMatchObject({ versionCount: 1 });
    });

    it('leaves protected items, and gives a file another name if its own is taken now (D66.3)', async () => {
      await using desk = await openDesk();
      const { world, ada, key, keyId } = desk;
      const { id: fileId } = await world.ok(ada, 'write_file', { name: 'a.txt', content: 'a' });
      const { docId } = await world.ok(ada, 'create_doc', { title: 'Memory', bodyMarkdown: 'a' });
      world.clock.now++;
      const since = world.clock.now;
      await world.ok(key, 'append_doc', { docId, text: 'b' });
      await world.ok(ada, 'set_agent_memory', { docId, isAgentMemory: true });
      await world.ok(key, 'delete_file', { fileId });
      await world.ok(ada, 'write_file', { name: 'a.txt', content: 'b' });
      const put = await findAll(world, ada, { keyId, since });
      expect(await applyAll(world, ada, put.takeBackId)).toMatchObject({ found: 2, left: 1, takenBack: 1 });
      const { items } = await world.ok(ada, 'list_take_back_items', { takeBackId: put.takeBackId });
      expect(await world.ok(ada, 'read_item', { itemId: fileId })).toMatchObject({ name: 'a (2).txt', text: 'a' });
      expect(items.map(({ itemId, reason }: Loose) => [itemId, reason]).toSorted()).toEqual(
        [
          [docId, 'protected_item'],
          [fileId, 'name_taken'],
        ].toSorted(),
      );
    });

    /** Takes back as the preview showed, then undoes it and expects everything back. */
    async function takeBackAsShown(world: World, person: Loose, given: object): Promise<Record<string, Loose>> {
      const put = await findAll(world, person, given);
      const entries = async (): Promise<Loose[]> => (await world.ok(person, 'list_take_back_items', { takeBackId: put.takeBackId })).items;
      const told = (shown: Loose[]) => shown.map(({ itemId, outcome, reason }: Loose) => ({ itemId, outcome, reason }));
      const preview = await entries();
      await applyAll(world, person, put.takeBackId);
      expect(told(await entries())).toEqual(told(preview));
      return Object.fromEntries(preview.map((entry) => [entry.itemId, entry]));
    }

    it('gives a deleted file its name back if the same key wrote the file again, any number of times', async () => {
      await using desk = await openDesk();
      const { world, ada, key, keyId } = desk;
      const { id: fileId } = await world.ok(ada, 'write_file', { name: 'a.txt', content: 'first' });
      world.clock.now++;
      const since = world.clock.now;
      await world.ok(key, 'delete_file', { fileId });
      const { id: again } = await world.ok(key, 'write_file', { name: 'a.txt', content: 'second' });
      await world.ok(key, 'delete_file', { fileId: again });
      const { id: third } = await world.ok(key, 'write_file', { name: 'a.txt', content: 'third' });
      const entries = await takeBackAsShown(world, ada, { keyId, since });
      expect(entries[fileId]).toMatchObject({ outcome: 'taken_back', isDeleted: false });
      expect(entries[again]).toMatchObject({ outcome: 'unchanged' });
      expect(entries[third]).toMatchObject({ outcome: 'taken_back', isDeleted: true });
      const { files } = await world.ok(ada, 'list_files');
      expect(files.map(({ id }: Loose) => id)).toEqual([fileId]);
      const [{ takeBackId }] = (await world.ok(ada, 'list_take_backs')).takeBacks;
      await takeBackAsShown(world, ada, { takeBackId });
      expect((await world.ok(ada, 'list_files')).files.map(({ id }: Loose) => id)).toEqual([third]);
    });

    it('gives a shared name back to the file that had it last, and a numbered name to the other', async () => {
      await using desk = await openDesk();
      const { world, ada, key, keyId } = desk;
      const { id: first } = await world.ok(ada, 'write_file', { name: 'a.txt', content: 'first' });
      world.clock.now++;
      const since = world.clock.now;
      await world.ok(key, 'delete_file', { fileId: first });
      world.clock.now++;
      const { id: second } = await world.ok(ada, 'write_file', { name: 'a.txt', content: 'second' });
      await world.ok(key, 'delete_file', { fileId: second });
      const entries = await takeBackAsShown(world, ada, { keyId, since });
      const outcomes = [first, second].map((id) => [entries[id].outcome, entries[id].reason]);
      expect(outcomes).toEqual([
        ['taken_back', 'name_taken'],
        ['taken_back', null],
      ]);
      const { files } = await world.ok(ada, 'list_files');
      expect(Object.fromEntries(files.map(({ id, name }: Loose) => [id, name]))).toEqual({ [first]: 'a (2).txt', [second]: 'a.txt' });
    });

    it('gives skills their names back that had passed to other skills, whichever is older', async () => {
      await using desk = await openDesk();
      const { world, ada, key, keyId } = desk;
      const skill = (name: string) => ({ name, description: 'd', content: 'c' });
      const write = async (who: Loose, name: string): Promise<string> => {
        world.clock.now++;
        return (await world.ok(who, 'write_skill', skill(name))).id;
      };
      const [first, second] = [await write(ada, 'one'), await write(ada, 'two')];
      world.clock.now++;
      const since = world.clock.now;
      // The first becomes another, the second gets its name, and a new one that of the second.
      await world.ok(key, 'write_skill', { fileId: first, ...skill('three') });
      await world.ok(key, 'write_skill', { fileId: second, ...skill('one') });
      const made = await write(key, 'two');
      const entries = await takeBackAsShown(world, ada, { keyId, since });
      expect(entries[made]).toMatchObject({ outcome: 'taken_back', isDeleted: true });
      for (const id of [first, second]) expect(entries[id]).toMatchObject({ outcome: 'taken_back', reason: null });
      expect(await world.ok(ada, 'read_item', { itemId: first })).toMatchObject({ name: 'one' });
      expect(await world.ok(ada, 'read_item', { itemId: second })).toMatchObject({ name: 'two' });
      const [third, fourth] = [await write(ada, 'four'), await write(ada, 'five')];
      const sinceThen = ++world.clock.now;
      await world.ok(key, 'write_skill', { fileId: fourth, ...skill('six') });
      await world.ok(key, 'write_skill', { fileId: third, ...skill('five') });
      const next = await takeBackAsShown(world, ada, { keyId, since: sinceThen });
      expect([next[third].outcome, next[fourth].outcome]).toEqual(['taken_back', 'taken_back']);
    });

    it('gives a shared name back to the skill that had it last, and a numbered name to the other', async () => {
      await using desk = await openDesk();
      const { world, ada, key, keyId } = desk;
      const skill = (name: string) => ({ name, description: 'd', content: 'c' });
      const { id: first } = await world.ok(ada, 'write_skill', skill('one'));
      world.clock.now++;
      const since = world.clock.now;
      await world.ok(key, 'write_skill', { fileId: first, ...skill('two') });
      world.clock.now++;
      const { id: second } = await world.ok(ada, 'write_skill', skill('one'));
      await world.ok(key, 'write_skill', { fileId: second, ...skill('three') });
      const entries = await takeBackAsShown(world, ada, { keyId, since });
      expect(entries[first]).toMatchObject({ outcome: 'taken_back', reason: 'name_taken' });
      expect(entries[second]).toMatchObject({ outcome: 'taken_back', reason: null });
      expect(await world.ok(ada, 'read_item', { itemId: first })).toMatchObject({ name: 'one-2', description: 'd' });
      expect(await world.ok(ada, 'read_item', { itemId: second })).toMatchObject({ name: 'one' });
    });

    it('gives a skill the name of another skill in the trash, which is restored under its own name', async () => {
      await using desk = await openDesk();
      const { world, ada, key, keyId } = desk;
      const skill = (name: string) => ({ name, description: 'd', content: 'c' });
      const { id: first } = await world.ok(ada, 'write_skill', skill('one'));
      world.clock.now++;
      const since = world.clock.now;
      await world.ok(key, 'write_skill', { fileId: first, ...skill('two') });
      await world.ok(key, 'delete_file', { fileId: first });
      world.clock.now++;
      const { id: second } = await world.ok(ada, 'write_skill', skill('two'));
      await world.ok(key, 'write_skill', { fileId: second, ...skill('three') });
      const entries = await takeBackAsShown(world, ada, { keyId, since });
      expect([entries[first].outcome, entries[second].outcome]).toEqual(['taken_back', 'taken_back']);
      const { skills } = await world.ok(ada, 'list_skills', { order: 'created' });
      expect(skills.map(({ name }: Loose) => name).filter((name: string) => name !== 'gatehouse')).toEqual(['one', 'two']);
    });

    it('does not undo an item that others have deleted or restored since', async () => {
      await using desk = await openDesk();
      const { world, ada, key, keyId } = desk;
      const since = world.clock.now;
      const { docId: made } = await world.ok(key, 'create_doc', { title: 'Made' });
      const { docId: kept } = await world.ok(key, 'create_doc', { title: 'Kept' });
      const put = await findAll(world, ada, { keyId, since });
      await applyAll(world, ada, put.takeBackId);
      world.clock.now++;
      // The item is as the take-back left it, at the same version.
      await world.ok(world.owner, 'restore_item', { itemId: made });
      await world.ok(world.owner, 'delete_doc', { docId: made });
      world.clock.now++;
      const entries = await takeBackAsShown(world, ada, { takeBackId: put.takeBackId });
      expect(entries[made]).toMatchObject({ outcome: 'left', reason: 'changed_since' });
      expect(entries[kept]).toMatchObject({ outcome: 'taken_back' });
      expect((await world.ok(ada, 'list_trash')).items.map(({ id }: Loose) => id)).toEqual([made]);
    });

    it.each(['key', 'agent', 'person'])(
      'reads the changes of one %s in the same number of calls, however much others changed',
      async (maker) => {
        await using desk = await openDesk();
        const { world, ada, key, keyId } = desk;
        const since = world.clock.now;
        const [{ id: agentId }] = (await world.ok(ada, 'list_agents')).agents;
        const asked = { key: { keyId }, agent: { agentId }, person: { personId: ada.personId } }[maker];
        const callsToPrepare = async () => {
          let calls = 1;
          let put: Loose = await world.ok(ada, 'prepare_take_back', { ...asked, since });
          for (; put.state === 'looking'; calls++) put = await world.ok(ada, 'continue_take_back', { takeBackId: put.takeBackId });
          return { calls, found: put.found };
        };
        const { docId } = await world.ok(key, 'create_doc', { title: 'Plan' });
        const alone = await callsToPrepare();
        expect(alone.found).toBe(1);
        const others = (await world.ok(world.owner, 'create_doc', { title: 'Others' })).docId;
        // A call looks at 200 rows.
        for (let count = 0; count < 410; count++) await world.ok(world.owner, 'append_doc', { docId: others, text: 'x' });
        for (let count = 0; count < 205; count++) await world.ok(world.owner, 'move_item', { docId, name: `Plan ${count}` });
        expect(await callsToPrepare()).toEqual(alone);
      },
    );

    it('moves about a megabyte per call', async () => {
      await using desk = await openDesk();
      const { world, ada, key, keyId } = desk;
      const bodyMarkdown = 'x'.repeat(700 * 1024);
      const docIds: string[] = [];
      for (let count = 0; count < 4; count++)
        docIds.push((await world.ok(ada, 'create_doc', { title: `doc ${count}`, bodyMarkdown })).docId);
      const since = ++world.clock.now;
      for (const docId of docIds) await world.ok(key, 'append_doc', { docId, text: 'y' });
      const { takeBackId } = await findAll(world, ada, { keyId, since });
      expect(await world.ok(ada, 'apply_take_back', { takeBackId })).toMatchObject({ state: 'working', takenBack: 2 });
      expect(await world.ok(ada, 'apply_take_back', { takeBackId })).toMatchObject({ state: 'done', takenBack: 4 });
    });

    it('starts with the first change at a version, even if the clock went back between changes', async () => {
      await using desk = await openDesk();
      const { world, ada, key, keyId } = desk;
      const { docId } = await world.ok(ada, 'create_doc', { title: 'Plan' });
      const since = world.clock.now + 1;
      world.clock.now += 1000;
      await world.ok(key, 'delete_doc', { docId });
      world.clock.now -= 500;
      await world.ok(ada, 'restore_item', { itemId: docId });
      const { personId } = ada;
      world.clock.now += 1000;
      // Ada's changes are her agent's and her own. The item was there before the first of them.
      const entries = await takeBackAsShown(world, ada, { personId, since });
      expect(entries[docId]).toMatchObject({ outcome: 'unchanged' });
      const ofKey = await takeBackAsShown(world, ada, { keyId, since });
      expect(ofKey[docId]).toMatchObject({ outcome: 'left', reason: 'changed_since' });
      expect(await world.ok(ada, 'read_doc', { docId })).toMatchObject({ versionCount: 1 });
    });

    it('finds only the tasks that the named person changed, for a member as for the owner', async () => {
      await using desk = await openDesk();
      const { world, ada } = desk;
      const bob = await world.addPerson('bob@acme.test');
      const since = world.clock.now;
      await world.ok(bob, 'create_task', { title: 'Mine' });
      await world.ok(ada, 'create_task', { title: 'Theirs' });
      expect((await findAll(world, bob, { personId: ada.personId, since })).found).toBe(1);
      expect((await findAll(world, bob, { personId: bob.personId, since })).found).toBe(1);
      expect((await findAll(world, world.owner, { personId: ada.personId, since })).found).toBe(1);
    });

    it('refuses an unknown subject, two subjects, or a missing time', async () => {
      await using desk = await openDesk();
      const { world, ada, keyId } = desk;
      const since = world.clock.now;
      expect(await world.refused(ada, 'prepare_take_back', { keyId: 'key_absent', since })).toBe('invalid_request/no_such_item');
      expect(await world.refused(ada, 'prepare_take_back', { agentId: 'agent_absent', since })).toBe('invalid_request/no_such_item');
      expect(await world.refused(ada, 'prepare_take_back', { personId: 'person_absent', since })).toBe('invalid_request/no_such_item');
      const both = { keyId, personId: ada.personId, since };
      expect(await world.refused(ada, 'prepare_take_back', both)).toBe('invalid_request/invalid_argument');
      expect(await world.refused(ada, 'prepare_take_back', { keyId })).toBe('invalid_request/invalid_argument');
      expect(await world.refused(ada, 'prepare_take_back', { keyId, since, until: since - 1 })).toBe('invalid_request/invalid_argument');
    });
  });
});
