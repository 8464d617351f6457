import { testEngines } from '@gatehouse/storage/testing';
import { describe, expect, it } from 'vitest';
import { createWorld, type Loose, type World } from '../../testing/test-world.ts';

const include = ['reviews'];
const start = 'one\n\ntwo\n\nthree\n\n';

/** A document in a folder that asks for review, its owner Ada, and a key that writes. */
async function openReviewed(engine: 'sqlite' | 'postgres') {
  const world = await createWorld({ engine });
  const ada = await world.addPerson('ada@acme.test');
  const bot = await world.key(ada, 'write');
  const { id: folderId } = await world.ok(ada, 'create_folder', { name: 'Handbook' });
  await world.ok(ada, 'set_review', { folderId, review: true });
  const { docId } = await world.ok(ada, 'create_doc', { title: 'Plan', bodyMarkdown: start, folderId });
  return { world, ada, bot, folderId, docId, ...actionsOf(world, ada), [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
}

function actionsOf(world: World, ada: World['owner']) {
  return {
    edit: (who: World['owner'] | string, docId: string, oldText: string, newText: string) =>
      world.ok(who, 'edit_doc', { docId, oldText, newText }),
    async decide(itemId: string, accept: string[] | true | undefined, decline?: string[] | true): Promise<void> {
      const { reviewCount } = await world.ok(ada, 'read_review', { itemId });
      await world.ok(ada, 'review_item', { itemId, reviewCount, accept, decline });
    },
    async decisions(who: World['owner'] | string, itemId: string): Promise<Loose[]> {
      const { changes } = await world.ok(who, 'list_changes', { itemId, include, limit: 100 });
      return changes.flatMap(({ what, review }: Loose) => (what === 'reviewed' ? [review] : []));
    },
  };
}

describe.each(testEngines())('list_changes with reviews on $name (D78.6)', ({ dialect, missing }) => {
  describe.skipIf(missing)('', () => {
    it('returns each decision with its author, call and version, and only if it is asked to', async () => {
      await using opened = await openReviewed(dialect);
      const { world, ada, bot, docId, edit } = opened;
      await edit(bot, docId, 'one', 'ONE');
      await edit(bot, docId, 'two', 'TWO');
      await edit(bot, docId, 'three', 'THREE');
      world.clock.now += 1000;
      const { reviewCount, changes } = await world.ok(ada, 'read_review', { itemId: docId });
      const [first, second] = changes.map(({ id }: Loose) => id);
      await world.ok(ada, 'review_item', { itemId: docId, reviewCount, accept: [first], decline: [second], note: 'Lower case.' });
      const whats = async (who: World['owner'] | string, included?: string[]) =>
        (await world.ok(who, 'list_changes', { itemId: docId, include: included })).changes.map(({ what }: Loose) => what);
      expect(await whats(bot)).toEqual(['edited', 'edited', 'edited', 'edited', 'created']);
      expect(await whats(bot, ['comments'])).toEqual(['commented', 'edited', 'edited', 'edited', 'edited', 'created']);
      expect(await whats(bot, include)).toEqual(['reviewed', 'edited', 'edited', 'edited', 'edited', 'created']);
      const both = await world.ok(bot, 'list_changes', { itemId: docId, include: ['reviews', 'comments'] });
      expect(both.changes.map(({ what }: Loose) => what)).toEqual([
        'commented',
        'reviewed',
        'edited',
        'edited',
        'edited',
        'edited',
        'created',
      ]);
      expect(both.changes[1]).toEqual({
        subjectId: docId,
        what: 'reviewed',
        version: null,
        changeSummary: null,
        fields: [],
        by: { personId: expect.stringMatching('^person_'), agentId: null, name: 'ada@acme.test', entrance: 'cli' },
        requestId: both.changes[2].requestId,
        at: world.clock.now,
        url: expect.stringContaining(docId),
        review: { how: 'review', accepted: 1, declined: 1, version: 4 },
      });
    });

    it('has what a save accepts, what a restored text declines, and what is accepted when the review is switched off', async () => {
      await using opened = await openReviewed(dialect);
      const { world, ada, bot, folderId, docId, edit, decisions } = opened;
      await edit(bot, docId, 'one', 'ONE');
      await edit(bot, docId, 'two', 'TWO');
      await edit(ada, docId, 'three', 'three by Ada');
      expect(await decisions(bot, docId)).toEqual([]);
      await edit(ada, docId, 'ONE', 'One');
      await edit(ada, docId, 'TWO', 'two');
      await edit(bot, docId, 'three', 'THREE');
      const { docId: fresh } = await world.ok(bot, 'create_doc', { title: 'New', bodyMarkdown: 'new', folderId });
      const { id: deleted } = await world.ok(ada, 'write_file', { name: 'a.txt', content: 'a', folderId });
      await world.ok(bot, 'delete_file', { fileId: deleted });
      expect(await world.ok(ada, 'set_review', { folderId, review: false, acceptWaiting: true })).toMatchObject({ accepted: 3 });
      expect(await decisions(bot, docId)).toEqual([
        { how: 'switched_off', accepted: null, declined: 0, version: 7 },
        { how: 'save', accepted: 0, declined: 1, version: 5 },
        { how: 'save', accepted: 1, declined: 0, version: 4 },
      ]);
      expect(await decisions(bot, fresh)).toEqual([{ how: 'switched_off', accepted: null, declined: 0, version: 1 }]);
      const { changes } = await world.ok(bot, 'list_changes', { since: 1, include, limit: 100 });
      const ofAll = changes.filter(({ what }: Loose) => what === 'reviewed').map(({ subjectId }: Loose) => subjectId);
      expect(ofAll.toSorted()).toEqual([docId, docId, docId, fresh, deleted].toSorted());
    });

    it('has decisions about whole items and deletions, and about skills', async () => {
      await using opened = await openReviewed(dialect);
      const { world, ada, bot, folderId, docId, decide, decisions } = opened;
      const { docId: fresh } = await world.ok(bot, 'create_doc', { title: 'New', bodyMarkdown: 'new', folderId });
      await world.ok(ada, 'append_doc', { docId: fresh, text: ' and old' });
      expect(await decisions(bot, fresh)).toEqual([{ how: 'save', accepted: 1, declined: 0, version: 1 }]);
      await world.ok(bot, 'delete_doc', { docId });
      await decide(docId, undefined, true);
      expect(await decisions(bot, docId)).toEqual([{ how: 'review', accepted: 0, declined: 1, version: 1 }]);

      const skill = { name: 'release', description: 'How to release.', content: 'one' };
      const { id } = await world.ok(ada, 'write_skill', { ...skill, folderId });
      const write = async (who: World['owner'] | string, content: string) =>
        await world.ok(who, 'write_skill', { fileId: id, ...skill, content });
      await write(bot, 'two');
      await world.ok(ada, 'review_item', { itemId: id, version: 2, decline: true });
      await write(bot, 'three');
      for (const _ of [1, 2]) await world.ok(ada, 'review_item', { itemId: id, version: 4, accept: true });
      await write(bot, 'four');
      await write(ada, 'five');
      await write(bot, 'six');
      await world.ok(ada, 'restore_version', { fileId: id, version: 6 });
      expect((await decisions(bot, id)).toReversed()).toEqual([
        { how: 'review', accepted: 0, declined: 1, version: 2 },
        { how: 'review', accepted: 1, declined: 0, version: 4 },
        { how: 'save', accepted: 1, declined: 0, version: 5 },
        { how: 'save', accepted: 0, declined: 1, version: 7 },
      ]);
    });

    it('reads decisions page by page, refuses them for the own changes of a key, and ends with the item', async () => {
      await using opened = await openReviewed(dialect);
      const { world, ada, bot, docId, edit, decide } = opened;
      for (const word of ['ONE', 'One', 'oNE']) {
        await edit(bot, docId, (await world.ok(bot, 'read_doc', { docId })).bodyMarkdown.slice(0, 3), word);
        await decide(docId, true);
      }
      const pages = async (list: object) => {
        const rows: Loose[] = [];
        for (let cursor: string | null | undefined; cursor !== null; ) {
          const page: Loose = await world.ok(bot, 'list_changes', { ...list, limit: 1, include, cursor });
          rows.push(...page.changes);
          cursor = page.nextCursor;
        }
        return rows.map(({ what, version, review }) => [what, version ?? review?.version]);
      };
      const all = [
        ['reviewed', 4],
        ['reviewed', 3],
        ['reviewed', 2],
        ['edited', 4],
        ['edited', 3],
        ['edited', 2],
        ['created', 1],
      ];
      expect(await pages({ itemId: docId })).toEqual(all);
      expect((await pages({ since: 1, by: 'people' })).filter(([what]) => what === 'reviewed')).toEqual(all.slice(0, 3));
      expect((await pages({ since: 1, by: 'agents' })).filter(([what]) => what === 'reviewed')).toEqual([]);
      expect(await world.refused(bot, 'list_changes', { mine: true, include })).toBe('invalid_request/invalid_argument');
      await world.ok(ada, 'delete_doc', { docId });
      await world.ok(world.owner, 'purge_item', { itemId: docId });
      expect(await world.store.read(() => world.store.reviewDecisions.list(world.orgId, docId, 9))).toEqual([]);
    });

    it('shows decisions only to those who see the item', async () => {
      await using opened = await openReviewed(dialect);
      const { world, ada, bot, docId, edit, decide } = opened;
      const eve = await world.addPerson('eve@acme.test');
      await edit(bot, docId, 'one', 'ONE');
      await decide(docId, true);
      const seen = async (who: typeof eve) =>
        (await world.ok(who, 'list_changes', { since: 1, include, limit: 100 })).changes.filter(({ what }: Loose) => what === 'reviewed');
      expect(await seen(eve)).toEqual([]);
      expect(await seen(ada)).toHaveLength(1);
      expect(await world.refused(eve, 'list_changes', { itemId: docId, include })).toBe('invalid_request/no_such_item');
    });
  });
});
