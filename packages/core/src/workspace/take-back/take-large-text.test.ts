import { describe, expect, it } from 'vitest';
import { createWorld, engines, type Loose } from '../../testing/test-world.ts';
import { createTextMerger } from './load/text-merger.ts';

/** A text of 230 KB, with a distinct line in the middle and one at the end. */
const large = (middle: string, last: string) => {
  const lines = Array.from({ length: 4000 }, (_, number) => `This is line ${number} of a long text, and it stays.\n`).join('');
  return `${lines}${middle}\n${lines}${last}\n`;
};

describe.each(engines)('taking back large texts (D66.11) on $engine', ({ engine, missing }) => {
  const test = it.skipIf(missing !== undefined);

  async function openDesk(betweenMerges: (merge: number) => Promise<void> = async () => {}) {
    const merger = createTextMerger();
    let merges = 0;
    const world = await createWorld({
      engine,
      merger: {
        find: merger.find,
        async merge(job, caller) {
          const merged = await merger.merge(job, caller);
          await betweenMerges(++merges);
          return merged;
        },
      },
    });
    const ada = await world.addPerson('ada@acme.test');
    const key = await world.key(ada, 'write');
    const [{ keyId }] = (await world.ok(ada, 'list_keys')).keys;
    const { docId } = await world.ok(ada, 'create_doc', { title: 'Long', bodyMarkdown: large('one', 'end') });
    world.clock.now++;
    const since = world.clock.now;
    await world.ok(key, 'edit_doc', { docId, oldText: 'one\n', newText: 'ONE\n' });
    await world.ok(ada, 'edit_doc', { docId, oldText: 'end\n', newText: 'the end\n' });
    const body = async () => (await world.ok(ada, 'read_item', { itemId: docId })).text;
    const prepared = async () => {
      let run: Loose = await world.ok(ada, 'prepare_take_back', { keyId, since, until: world.clock.now });
      while (run.state === 'looking') run = await world.ok(ada, 'continue_take_back', { takeBackId: run.takeBackId });
      return run.takeBackId as string;
    };
    const apply = async (takeBackId: string) => {
      let run: Loose;
      do run = await world.ok(ada, 'apply_take_back', { takeBackId });
      while (run.state !== 'done');
      return (await world.ok(ada, 'list_take_back_items', { takeBackId })).items[0];
    };
    return {
      world,
      ada,
      key,
      docId,
      body,
      prepared,
      apply,
      mergeCount: () => merges,
      [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
    };
  }

  test('merges on a thread, once for the preview, the comparison and the take-back', async () => {
    await using desk = await openDesk();
    const { world, ada, docId, body, prepared, apply, mergeCount } = desk;
    const takeBackId = await prepared();
    const compared = await world.ok(ada, 'compare_take_back_item', { takeBackId, itemId: docId });
    expect(compared).toMatchObject({ entry: { expected: 'merged', openPlaces: 0 }, places: [] });
    expect(compared.parts).not.toEqual([]);
    expect(await apply(takeBackId)).toMatchObject({ outcome: 'taken_back', reason: null, isMerged: true });
    expect(await body()).toBe(large('one', 'the end'));
    expect(mergeCount()).toBe(1);
  });

  test('merges again if a version was saved during the merge, and loses nothing of it', async () => {
    let save: () => Promise<void> = async () => {};
    await using desk = await openDesk((merge) => (merge === 2 ? save() : Promise.resolve()));
    const { world, ada, docId, body, prepared, apply, mergeCount } = desk;
    const takeBackId = await prepared();
    const edit = (oldText: string, newText: string) => world.ok(ada, 'edit_doc', { docId, oldText, newText });
    await edit('line 3999 of a long text, and it stays.\nONE', 'line 3999 is short.\nONE');
    save = async () => void (await edit('the end', 'the very end'));
    expect(await apply(takeBackId)).toMatchObject({ outcome: 'taken_back', isMerged: true });
    expect(mergeCount()).toBe(3);
    const text: string = await body();
    expect(text.endsWith('the very end\n')).toBe(true);
    expect(text).toContain('line 3999 is short.\n');
  });

  test.each([
    // At 1,400 bytes in three versions, eleven are merged here.
    { bytes: 450, count: 20, onThread: 9 },
    { bytes: 900, count: 20, onThread: 20 },
  ])('merges a few texts of $bytes bytes itself, and the others on the thread', async ({ bytes, count, onThread }) => {
    const merger = createTextMerger();
    const jobs = new Set<string>();
    const world = await createWorld({
      engine,
      merger: {
        find: merger.find,
        merge(job, caller) {
          jobs.add(job.key);
          return merger.merge(job, caller);
        },
      },
    });
    await using _ = world;
    const ada = await world.addPerson('ada@acme.test');
    const key = await world.key(ada, 'write');
    const [{ keyId }] = (await world.ok(ada, 'list_keys')).keys;
    const since = ++world.clock.now;
    const bodyMarkdown = `one\n\n${'x'.repeat(bytes)}\n\ntwo\n`;
    const made: string[] = [];
    for (let number = 0; number < count; number++)
      made.push((await world.ok(ada, 'create_doc', { title: `doc ${number}`, bodyMarkdown })).docId);
    for (const docId of made) {
      await world.ok(key, 'edit_doc', { docId, oldText: 'one', newText: 'run' });
      await world.ok(ada, 'edit_doc', { docId, oldText: 'two', newText: 'mine' });
    }
    let run: Loose = await world.ok(ada, 'prepare_take_back', { keyId, since });
    while (run.state === 'looking') run = await world.ok(ada, 'continue_take_back', { takeBackId: run.takeBackId });
    expect(jobs.size).toBe(onThread);
    while (run.state !== 'done') run = await world.ok(ada, 'apply_take_back', { takeBackId: run.takeBackId });
    for (const docId of made) expect((await world.ok(ada, 'read_item', { itemId: docId })).text).toBe(bodyMarkdown.replace('two', 'mine'));
  });

  test('leaves a text that a thread could not merge, and reports that', async () => {
    const world = await createWorld({ engine, merger: { find: () => undefined, merge: async () => null } });
    await using _ = world;
    const [agent, other] = [await world.key(world.owner, 'write'), await world.key(world.owner, 'write')];
    const { docId } = await world.ok(other, 'create_doc', { title: 'Long', bodyMarkdown: large('one', 'end') });
    world.clock.now++;
    await world.ok(agent, 'edit_doc', { docId, oldText: 'one\n', newText: 'ONE\n' });
    await world.ok(other, 'edit_doc', { docId, oldText: 'end\n', newText: 'the end\n' });
    expect(await world.ok(agent, 'take_back')).toMatchObject({ subjects: [{ outcome: 'left', reason: 'changed_since' }] });
    expect((await world.ok(world.owner, 'read_item', { itemId: docId })).text).toBe(large('ONE', 'the end'));
  });
});
