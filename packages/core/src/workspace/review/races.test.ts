import { testEngines } from '@gatehouse/storage/testing';
import { describe, expect, it } from 'vitest';
import { createWorld, type Loose } from '../../testing/test-world.ts';

const rounds = 12;
const include = ['reviews'];

for (const engine of testEngines()) {
  describe.skipIf(engine.missing !== undefined)(`reviews at the same time on ${engine.name} (D78)`, () => {
    it('let nothing wait in a place whose review is switched off during writes of keys', async () => {
      await using world = await createWorld({ engine: engine.dialect });
      const keys = [await world.key(world.owner, 'write'), await world.key(world.owner, 'write')] as const;
      for (let round = 0; round < rounds; round++) {
        const place = round % 2 === 0 ? { folderId: (await world.ok(world.owner, 'create_folder', { name: `Plans ${round}` })).id } : {};
        await world.ok(world.owner, 'set_review', { ...place, review: true });
        const made = await Promise.all(
          ['one', 'two', 'three', 'four'].map((word) =>
            world.ok(world.owner, 'create_doc', { title: `${word} ${round}`, bodyMarkdown: `${word}\n`, ...place }),
          ),
        );
        const [first, second, third, fourth] = made.map(({ docId }: Loose) => docId as string);
        await world.ok(keys[0], 'append_doc', { docId: first, text: 'waits\n' });
        const [fresh] = await Promise.all([
          world.ok(keys[0], 'create_doc', { title: `fresh ${round}`, bodyMarkdown: 'fresh', ...place }),
          world.ok(keys[1], 'append_doc', { docId: second, text: 'by a key\n' }),
          world.ok(keys[0], 'delete_doc', { docId: third }),
          world.ok(world.owner, 'set_review', { ...place, review: false, acceptWaiting: true }),
          world.ok(keys[1], 'append_doc', { docId: first, text: 'more\n' }),
          world.ok(keys[0], 'append_doc', { docId: fourth, text: 'by a key\n' }),
        ]);
        expect((await world.ok(world.owner, 'list_reviews')).items).toEqual([]);
        for (const itemId of [first, second, third, fourth, fresh.docId]) {
          expect(await world.store.read(() => world.store.reviews.isWaiting(world.orgId, itemId))).toBe(false);
          const found = await world.store.read(() => world.store.reviewDecisions.list(world.orgId, itemId, 9));
          expect(found.length).toBeLessThanOrEqual(1);
          expect(itemId !== first || found.length === 1).toBe(true);
        }
      }
      expect(world.reported).toEqual([]);
    });

    it('answer readers while people decide and agents write, and show no change as reviewed before it is accepted', async () => {
      await using world = await createWorld({ engine: engine.dialect });
      const key = await world.key(world.owner, 'write');
      const { id: folderId } = await world.ok(world.owner, 'create_folder', { name: 'Plans' });
      await world.ok(world.owner, 'set_review', { folderId, review: true });
      for (let round = 0; round < rounds; round++) {
        const { docId } = await world.ok(world.owner, 'create_doc', { title: 'Plan', bodyMarkdown: 'one\n\ntwo\n\n', folderId });
        await world.ok(key, 'append_doc', { docId, text: 'accepted\n\n' });
        const { reviewCount } = await world.ok(world.owner, 'read_review', { itemId: docId });
        const reading = async () => {
          const answers = await Promise.all([
            world.call(key, 'read_doc', { docId, version: 'reviewed' }),
            world.call(world.owner, 'read_review', { itemId: docId }),
            world.call(key, 'read_lines', { docId, version: 'reviewed' }),
          ]);
          for (const answer of answers) if (!answer.ok) expect(answer.error.reason).toBe('no_such_item');
          const texts = answers.flatMap((answer) =>
            answer.ok ? ((answer.value as Loose).bodyMarkdown ?? (answer.value as Loose).text ?? []) : [],
          );
          expect(texts.filter((text) => text.includes('waits'))).toEqual([]);
        };
        const wait = world.call(key, 'append_doc', { docId, text: 'waits\n\n' });
        const decide = world.call(world.owner, 'review_item', { itemId: docId, reviewCount, accept: true });
        const remove = async () => {
          await world.ok(key, 'delete_doc', { docId });
          await world.ok(world.owner, 'restore_item', { itemId: docId });
        };
        await Promise.all([reading(), decide, reading(), wait, reading(), remove(), reading(), reading()]);
      }
      expect(world.reported).toEqual([]);
    });

    it('count each decision once if two people decide, save and switch off at the same time', async () => {
      await using world = await createWorld({ engine: engine.dialect });
      const ada = await world.addPerson('ada@acme.test');
      const key = await world.key(world.owner, 'write');
      for (let round = 0; round < rounds; round++) {
        const { id: folderId } = await world.ok(world.owner, 'create_folder', { name: `Plans ${round}` });
        await world.ok(world.owner, 'share_folder', { folderId, organization: true });
        await world.ok(world.owner, 'set_review', { folderId, review: true });
        const { docId } = await world.ok(world.owner, 'create_doc', { title: 'Plan', bodyMarkdown: 'one\n\ntwo\n\nthree\n\n', folderId });
        const edits = ['one', 'two', 'three'].map((oldText) => ({ oldText, newText: oldText.toUpperCase() }));
        await world.ok(key, 'apply_edits', { docId, edits });
        const { reviewCount, changes } = await world.ok(ada, 'read_review', { itemId: docId });
        const decide = (who: typeof ada, choice: object) => world.call(who, 'review_item', { itemId: docId, reviewCount, ...choice });
        const [accepted, declined] = await Promise.all([
          decide(ada, { accept: [changes[0].id] }),
          decide(world.owner, { decline: [changes[1].id] }),
          world.ok(ada, 'edit_doc', { docId, oldText: 'THREE', newText: 'three by Ada' }),
          world.ok(key, 'append_doc', { docId, text: 'four\n\n' }),
          round % 3 > 0 && world.ok(world.owner, 'set_review', { folderId, review: false, acceptWaiting: true }),
        ]);
        for (const answer of [accepted, declined]) if (!answer.ok) expect(answer.error.reason).toBe('stale_version');
        const found = (await world.ok(ada, 'list_changes', { itemId: docId, include, limit: 100 })).changes.flatMap(
          ({ what, review }: Loose) => (what === 'reviewed' ? [review] : []),
        );
        const ways = found.map(({ how }: Loose) => how);
        expect(ways.filter((how: string) => how === 'review')).toHaveLength([accepted, declined].filter(({ ok }) => ok).length);
        expect(ways.filter((how: string) => how === 'switched_off').length).toBeLessThanOrEqual(1);
        const kept = await world.store.read(() => world.store.reviewDecisions.list(world.orgId, docId, 99));
        expect(kept.map(({ number }) => number)).toEqual(kept.map((_, at) => kept.length - at));
      }
      expect(world.reported).toEqual([]);
    });
  });
}
