import { describe, expect, it } from 'vitest';
import { applyAll, findAll } from '../../testing/take-back-desk.ts';
import { createWorld, engines, type Loose, type World } from '../../testing/test-world.ts';

const paragraphs = (...texts: string[]) => texts.map((text) => `${text}\n\n`).join('');
const start = paragraphs('one', 'two', 'three');

type Engine = (typeof engines)[number]['engine'];

/** A person with a folder that asks for review, a document in it, and an agent with a key that can write. */
async function openReviewed(engine: Engine) {
  const world = await createWorld({ engine });
  const ada = await world.addPerson('ada@acme.test');
  const { id: agentId } = await world.ok(ada, 'create_agent', { name: 'bot' });
  const { key: bot } = await world.ok(ada, 'create_key', { agentId, access: 'write' });
  const { id: folderId } = await world.ok(ada, 'create_folder', { name: 'Handbook' });
  await world.ok(ada, 'set_review', { folderId, review: true });
  const { docId } = await world.ok(ada, 'create_doc', { title: 'Plan', bodyMarkdown: start, folderId });
  return { world, ada, bot, folderId, docId, ...toolsOf(world, ada, bot), [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
}

function toolsOf(world: World, ada: World['owner'], bot: string) {
  const read = async (docId: string, version?: 'reviewed'): Promise<string> =>
    (await world.ok(bot, 'read_doc', { docId, ...(version && { version }) })).bodyMarkdown;
  return {
    review: (itemId: string): Promise<Loose> => world.ok(ada, 'read_review', { itemId }),
    both: async (docId: string) => ({ reviewed: await read(docId, 'reviewed'), current: await read(docId) }),
    edit: (who: World['owner'] | string, docId: string, oldText: string, newText: string) =>
      world.ok(who, 'edit_doc', { docId, oldText, newText }),
    async decide(itemId: string, choice: { accept?: true | string[]; decline?: true | string[] }): Promise<Loose> {
      const { reviewCount } = await world.ok(ada, 'read_review', { itemId });
      return await world.ok(ada, 'review_item', { itemId, reviewCount, ...choice });
    },
    waiting: async (): Promise<string[]> => (await world.ok(ada, 'list_reviews')).items.map(({ id }: Loose) => id),
  };
}

describe.each(engines)("review of agents' changes on $engine (D78)", ({ engine, missing }) => {
  describe.skipIf(missing !== undefined)('', () => {
    it('keeps two texts while an agent’s changes wait, with their authors', async () => {
      await using opened = await openReviewed(engine);
      const { world, bot, docId, review, both, edit, waiting } = opened;
      expect(await world.ok(bot, 'read_doc', { docId })).toMatchObject({ reviewed: true });
      await edit(bot, docId, 'one', 'ONE');
      await edit(bot, docId, 'three', 'THREE');
      expect(await both(docId)).toEqual({ reviewed: start, current: paragraphs('ONE', 'two', 'THREE') });
      expect(await world.ok(bot, 'read_doc', { docId })).toMatchObject({ reviewed: false });
      expect(await world.ok(bot, 'read_lines', { docId, version: 'reviewed' })).toMatchObject({ text: start, reviewed: false });
      expect(await waiting()).toEqual([docId]);
      expect(await review(docId)).toMatchObject({
        waiting: 'text',
        canDecide: true,
        reviewedText: start,
        changes: [
          {
            before: 'one\n',
            after: 'ONE\n',
            by: { version: 2, agent: 'bot', person: 'ada@acme.test', requestId: expect.stringMatching(/^req_/) },
          },
          { before: 'three\n', after: 'THREE\n', by: { version: 3 } },
        ],
      });
    });

    it('accepts and declines changes one by one', async () => {
      await using opened = await openReviewed(engine);
      const { bot, docId, review, both, edit, decide, waiting } = opened;
      await edit(bot, docId, 'one', 'ONE');
      await edit(bot, docId, 'three', 'THREE');
      const [first, last] = (await review(docId)).changes.map(({ id }: Loose) => id);
      expect(await decide(docId, { accept: [first] })).toMatchObject({ versionCount: 3, waiting: 1 });
      expect((await both(docId)).reviewed).toBe(paragraphs('ONE', 'two', 'three'));
      expect(await decide(docId, { decline: [last] })).toMatchObject({ versionCount: 4, waiting: 0 });
      const decided = paragraphs('ONE', 'two', 'three');
      expect(await both(docId)).toEqual({ reviewed: decided, current: decided });
      expect(await waiting()).toEqual([]);
    });

    it('refuses a decision about texts that have changed since, and changes nothing', async () => {
      await using opened = await openReviewed(engine);
      const { world, ada, bot, docId, review, both, edit } = opened;
      await edit(bot, docId, 'one', 'ONE');
      const { reviewCount, changes } = await review(docId);
      await edit(bot, docId, 'two', 'TWO');
      const before = await both(docId);
      const stale = { itemId: docId, reviewCount, accept: changes.map(({ id }: Loose) => id) };
      expect(await world.refused(ada, 'review_item', stale)).toBe('invalid_request/stale_version');
      expect(await both(docId)).toEqual(before);
      const now = await review(docId);
      expect(now.reviewCount).toBeGreaterThan(reviewCount);
      const decide = (choice: object) => world.refused(ada, 'review_item', { itemId: docId, reviewCount: now.reviewCount, ...choice });
      expect(await decide({ accept: ['nothing'] })).toBe('invalid_request/invalid_argument');
      expect(await decide({ accept: [now.changes[0].id], decline: [now.changes[0].id] })).toBe('invalid_request/invalid_argument');
      expect(await decide({})).toBe('invalid_request/nothing_to_change');
    });

    it('merges a person’s save into both texts, and lets it accept what it touches', async () => {
      await using opened = await openReviewed(engine);
      const { ada, bot, docId, both, edit } = opened;
      await edit(bot, docId, 'one', 'ONE');
      await edit(bot, docId, 'three', 'THREE');
      await edit(ada, docId, 'two', 'two by Ada');
      expect(await both(docId)).toEqual({
        reviewed: paragraphs('one', 'two by Ada', 'three'),
        current: paragraphs('ONE', 'two by Ada', 'THREE'),
      });
      await edit(ada, docId, 'THREE', 'THREE by Ada');
      expect((await both(docId)).reviewed).toBe(paragraphs('one', 'two by Ada', 'THREE by Ada'));
      await edit(bot, docId, 'ONE', 'one');
      const settled = paragraphs('one', 'two by Ada', 'THREE by Ada');
      expect(await both(docId)).toEqual({ reviewed: settled, current: settled });
    });

    it('lets an agent’s new document wait as a whole, and moves it to the trash if it is declined', async () => {
      await using opened = await openReviewed(engine);
      const { world, ada, bot, folderId, review, decide, both, waiting } = opened;
      const create = async () => (await world.ok(bot, 'create_doc', { title: 'New', bodyMarkdown: 'canary', folderId })).docId;
      const [declined, accepted, saved] = [await create(), await create(), await create()];
      expect(await review(declined)).toMatchObject({ waiting: 'new', changes: [{}] });
      expect(await world.refused(bot, 'read_doc', { docId: declined, version: 'reviewed' })).toBe('invalid_request/no_such_item');
      await decide(declined, { decline: true });
      expect(await world.refused(bot, 'read_doc', { docId: declined })).toBe('invalid_request/no_such_item');
      await world.ok(ada, 'restore_item', { itemId: declined });
      await decide(accepted, { accept: true });
      expect((await both(accepted)).reviewed).toBe('canary');
      await world.ok(ada, 'append_doc', { docId: saved, text: 'Ada' });
      expect((await both(saved)).reviewed).toBe('canaryAda');
      expect(await waiting()).toEqual([]);
    });

    it('lets an agent’s new document wait again if the agent deletes it and takes that back', async () => {
      await using opened = await openReviewed(engine);
      const { world, ada, bot, folderId, waiting } = opened;
      const { docId } = await world.ok(bot, 'create_doc', { title: 'New', bodyMarkdown: 'new', folderId });
      await world.ok(bot, 'delete_doc', { docId });
      expect(await waiting()).toEqual([]);
      await world.ok(bot, 'take_back', {});
      expect(await waiting()).toEqual([docId]);
      expect(await world.refused(bot, 'read_doc', { docId, version: 'reviewed' })).toBe('invalid_request/no_such_item');
      await world.ok(bot, 'delete_doc', { docId });
      await world.ok(ada, 'restore_item', { itemId: docId });
      expect(await world.ok(bot, 'read_doc', { docId, version: 'reviewed' })).toMatchObject({ bodyMarkdown: 'new', reviewed: true });
    });

    it('refuses a key that moves a waiting item out, and lets an item that it moves in wait', async () => {
      await using opened = await openReviewed(engine);
      const { world, ada, bot, folderId, docId, edit, both, waiting } = opened;
      const { id: otherId } = await world.ok(ada, 'create_folder', { name: 'Elsewhere' });
      await edit(bot, docId, 'one', 'ONE');
      expect(await world.refused(bot, 'move_item', { docId, folderId: otherId })).toBe('invalid_request/protected_item');
      await world.ok(ada, 'move_item', { docId, folderId: otherId });
      expect((await both(docId)).reviewed).toBe(start);
      await world.ok(bot, 'append_doc', { docId, text: 'more' });
      expect((await both(docId)).reviewed).toBe(start);
      world.clock.now += 1;
      const { docId: guest } = await world.ok(bot, 'create_doc', { title: 'Guest', bodyMarkdown: 'x', folderId: otherId });
      expect(await waiting()).toEqual([docId]);
      await world.ok(bot, 'move_item', { docId: guest, folderId });
      expect(await waiting()).toEqual([docId, guest]);
      expect(await world.refused(bot, 'read_doc', { docId: guest, version: 'reviewed' })).toBe('invalid_request/no_such_item');
    });

    it('lets an agent’s deletion wait, with the reviewed text', async () => {
      await using opened = await openReviewed(engine);
      const { world, ada, bot, docId, edit, review, decide, both, waiting } = opened;
      await edit(bot, docId, 'one', 'ONE');
      await world.ok(bot, 'delete_doc', { docId });
      expect(await waiting()).toEqual([docId]);
      expect(await review(docId)).toMatchObject({ waiting: 'deletion' });
      await decide(docId, { decline: true });
      expect(await both(docId)).toEqual({ reviewed: start, current: paragraphs('ONE', 'two', 'three') });
      await decide(docId, { accept: true });
      await world.ok(bot, 'delete_doc', { docId });
      await decide(docId, { accept: true });
      expect(await waiting()).toEqual([]);
      await world.ok(ada, 'restore_item', { itemId: docId });
      await world.ok(ada, 'delete_doc', { docId });
      expect(await waiting()).toEqual([]);
    });

    it('lists changes again when an item is restored after its deletion was accepted', async () => {
      await using opened = await openReviewed(engine);
      const { world, ada, bot, docId, edit, decide, both, waiting } = opened;
      await edit(bot, docId, 'one', 'ONE');
      await world.ok(bot, 'delete_doc', { docId });
      expect(await decide(docId, { accept: true })).toMatchObject({ waiting: 0 });
      expect(await waiting()).toEqual([]);
      expect(await world.refused(ada, 'read_review', { itemId: docId })).toBe('invalid_request/no_such_item');
      await world.ok(ada, 'restore_item', { itemId: docId });
      expect(await waiting()).toEqual([docId]);
      expect(await both(docId)).toEqual({ reviewed: start, current: paragraphs('ONE', 'two', 'three') });
    });

    it('lists the deletions of agents, and no deletion by a person, whoever changed the item last', async () => {
      await using opened = await openReviewed(engine);
      const { world, ada, bot, docId, edit, review, decide, waiting } = opened;
      await world.ok(bot, 'delete_doc', { docId });
      expect((await world.ok(ada, 'list_reviews')).items).toMatchObject([{ id: docId, isDeleted: true }]);
      const { changes, reviewCount } = await review(docId);
      expect(changes).toMatchObject([{ by: { version: 1, changeSummary: 'deleted', agent: 'bot', person: 'ada@acme.test' } }]);
      await world.ok(ada, 'review_item', { itemId: docId, reviewCount, decline: true, note: 'We need it.' });
      expect((await world.ok(bot, 'list_comments', { mine: true })).comments).toMatchObject([{ text: 'We need it.' }]);

      await edit(bot, docId, 'one', 'ONE');
      await world.ok(ada, 'delete_doc', { docId });
      expect(await waiting()).toEqual([]);
      expect(await world.refused(ada, 'read_review', { itemId: docId })).toBe('invalid_request/no_such_item');
      expect(await world.refused(ada, 'review_item', { itemId: docId, reviewCount: 1, accept: true })).toBe('invalid_request/no_such_item');
      await world.ok(ada, 'restore_item', { itemId: docId });
      expect(await decide(docId, { decline: true })).toMatchObject({ waiting: 0 });
    });

    it('decides about files that are not text by version', async () => {
      await using opened = await openReviewed(engine);
      const { world, ada, bot, folderId, review, decide } = opened;
      const bytes = (text: string) =>
        Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.from(text)]).toString('base64');
      const { id } = await world.ok(ada, 'write_file', { name: 'logo.png', contentBase64: bytes('old'), folderId });
      const shown = async (version?: 'reviewed') =>
        (await world.ok(bot, 'read_file', { fileId: id, ...(version && { version }) })).sizeBytes;
      await world.ok(bot, 'write_file', { fileId: id, contentBase64: bytes('newer') });
      expect([await shown(), await shown('reviewed')]).toEqual([13, 11]);
      expect(await review(id)).toMatchObject({ waiting: 'content', reviewedVersion: 1, reviewedText: null, changes: [{ before: '' }] });
      expect(await decide(id, { decline: true })).toMatchObject({ versionCount: 3, waiting: 0 });
      expect(await shown()).toBe(11);
      await world.ok(bot, 'write_file', { fileId: id, content: 'text now' });
      await decide(id, { accept: true });
      expect(await world.ok(bot, 'read_file', { fileId: id, version: 'reviewed' })).toMatchObject({ content: 'text now', reviewed: true });
      await world.ok(bot, 'write_file', { fileId: id, contentBase64: bytes('other') });
      expect(await world.ok(bot, 'read_file', { fileId: id, version: 'reviewed' })).toMatchObject({ content: 'text now', kind: 'text' });
      await decide(id, { decline: true });
      expect(await world.ok(bot, 'read_file', { fileId: id })).toMatchObject({ content: 'text now', reviewed: true });
      await world.ok(bot, 'write_file', { fileId: id, content: 'text of the agent' });
      await world.ok(ada, 'write_file', { fileId: id, contentBase64: bytes('of Ada') });
      expect(await world.ok(bot, 'read_file', { fileId: id, version: 'reviewed' })).toMatchObject({ kind: 'image', reviewed: true });
    });

    it('refuses to be switched off while items wait, unless told to accept them', async () => {
      await using opened = await openReviewed(engine);
      const { world, ada, bot, folderId, docId, edit, both, waiting } = opened;
      await edit(bot, docId, 'one', 'ONE');
      expect(await world.refused(ada, 'set_review', { folderId, review: false })).toBe('invalid_request/invalid_argument');
      expect(await world.ok(ada, 'set_review', { folderId, review: false, acceptWaiting: true })).toEqual({ review: false, accepted: 1 });
      expect((await both(docId)).reviewed).toBe(paragraphs('ONE', 'two', 'three'));
      await edit(bot, docId, 'two', 'TWO');
      expect(await waiting()).toEqual([]);
      expect(await world.ok(bot, 'read_doc', { docId })).not.toHaveProperty('reviewed');
      await world.ok(ada, 'set_review', { folderId, review: true });
      expect(await waiting()).toEqual([]);
      expect(await world.ok(ada, 'set_review', { folderId, review: false })).toEqual({ review: false, accepted: 0 });
    });

    it('reviews items outside of folders if the organization asks for it', async () => {
      await using opened = await openReviewed(engine);
      const { world, ada, bot, both, edit } = opened;
      const { docId } = await world.ok(bot, 'create_doc', { title: 'Open', bodyMarkdown: start });
      expect(await world.refused(ada, 'set_review', { review: true })).toBe('forbidden');
      await world.ok(world.owner, 'set_review', { review: true });
      await edit(bot, docId, 'one', 'ONE');
      expect((await both(docId)).reviewed).toBe(start);
      const { docId: fresh } = await world.ok(bot, 'create_doc', { title: 'New', bodyMarkdown: 'x' });
      expect(await world.refused(bot, 'read_doc', { docId: fresh, version: 'reviewed' })).toBe('invalid_request/no_such_item');
    });

    it('treats what an agent restores or takes back as an agent’s change, and what a person takes back as a save', async () => {
      await using opened = await openReviewed(engine);
      const { world, ada, bot, docId, both, edit } = opened;
      await edit(ada, docId, 'three', 'three by Ada');
      await world.ok(bot, 'restore_version', { docId, version: 1 });
      const byAda = paragraphs('one', 'two', 'three by Ada');
      expect(await both(docId)).toEqual({ reviewed: byAda, current: start });
      await world.ok(bot, 'take_back', {});
      expect(await both(docId)).toEqual({ reviewed: byAda, current: byAda });
      await edit(bot, docId, 'one', 'ONE');
      await world.ok(ada, 'restore_version', { docId, version: 1 });
      expect(await both(docId)).toEqual({ reviewed: start, current: start });
    });

    it('makes no queries about reviews in places without review', async () => {
      await using opened = await openReviewed(engine);
      const { world, bot } = opened;
      for (const queries of [world.store.reviews, world.store.reviewDecisions])
        for (const name of Object.keys(queries))
          Object.assign(queries, {
            [name]() {
              throw new Error(`asked for ${name} of reviews`);
            },
          });
      const { docId } = await world.ok(bot, 'create_doc', { title: 'Open', bodyMarkdown: start });
      await world.ok(bot, 'edit_doc', { docId, oldText: 'one', newText: 'ONE' });
      await world.ok(bot, 'restore_version', { docId, version: 1 });
      await world.ok(bot, 'take_back', {});
      await world.ok(bot, 'move_item', { docId, name: 'Renamed' });
      const { id: fileId } = await world.ok(bot, 'write_file', { name: 'a.txt', content: 'a' });
      await world.ok(bot, 'write_file', { fileId, content: 'b' });
      await world.ok(bot, 'read_doc', { docId, version: 'reviewed' });
      await world.ok(bot, 'delete_doc', { docId });
      expect(world.reported).toEqual([]);
    });

    it('sends the reason for declining to the agent, as a comment on its words', async () => {
      await using opened = await openReviewed(engine);
      const { world, ada, bot, docId, edit, review } = opened;
      await edit(bot, docId, 'two', 'TWO');
      const { reviewCount, changes } = await review(docId);
      const choice = { itemId: docId, reviewCount, note: 'Lower case, please.' };
      expect(await world.refused(ada, 'review_item', { ...choice, accept: true })).toBe('invalid_request/invalid_argument');
      await world.ok(ada, 'review_item', { ...choice, decline: [changes[0].id] });
      const { comments } = await world.ok(bot, 'list_comments', { mine: true });
      expect(comments).toMatchObject([{ subjectId: docId, text: 'Lower case, please.', quote: 'TWO', by: { agentId: null } }]);
    });

    it('ends in a folder that moves into another one, and comes back when the move is taken back', async () => {
      await using opened = await openReviewed(engine);
      const { world, ada, bot, folderId, docId, edit, both } = opened;
      const { id: parentId } = await world.ok(ada, 'create_folder', { name: 'Archive' });
      await edit(bot, docId, 'one', 'ONE');
      world.clock.now += 1000;
      const since = world.clock.now;
      await world.ok(ada, 'move_folder', { folderId, parentId });
      const asks = async () => (await world.ok(ada, 'list_folder_viewers', { folderId })).asksReview;
      expect([await asks(), (await both(docId)).reviewed]).toEqual([false, start]);
      world.clock.now += 1000;
      const { takeBackId } = await findAll(world, ada, { personId: (ada as { personId: string }).personId, since });
      await applyAll(world, ada, takeBackId);
      expect([await asks(), (await both(docId)).reviewed]).toEqual([true, start]);
      const { changes } = await world.ok(ada, 'list_changes', { folderId });
      expect(changes[0].fields).toContainEqual({ field: 'asksReview', before: false, after: true });
    });

    it('keeps the two texts of an item in the trash, and removes them with it', async () => {
      await using opened = await openReviewed(engine);
      const { world, ada, bot, docId, edit, both } = opened;
      await edit(bot, docId, 'one', 'ONE');
      await world.ok(ada, 'delete_doc', { docId });
      await world.ok(ada, 'restore_item', { itemId: docId });
      expect((await both(docId)).reviewed).toBe(start);
      await world.ok(ada, 'delete_doc', { docId });
      await world.ok(world.owner, 'purge_item', { itemId: docId });
      expect(await world.store.read(() => world.store.reviews.isWaiting(world.orgId, docId))).toBe(false);
    });

    it('decides about skills by version', async () => {
      await using opened = await openReviewed(engine);
      const { world, ada, bot, folderId } = opened;
      const skill = { name: 'release', description: 'How to release.', content: 'one' };
      const { id } = await world.ok(ada, 'write_skill', { ...skill, folderId });
      await world.ok(bot, 'write_skill', { fileId: id, ...skill, content: 'canary' });
      const { content } = await world.ok(bot, 'read_file', { fileId: id, version: 'reviewed' });
      expect(content).toContain('one');
      expect(await world.ok(ada, 'review_item', { itemId: id, version: 2, decline: true })).toMatchObject({ versionCount: 3, waiting: 0 });
      expect((await world.ok(bot, 'read_file', { fileId: id })).content).toBe(content);
      await world.ok(bot, 'write_skill', { fileId: id, ...skill, content: 'better' });
      expect(await world.ok(ada, 'review_item', { itemId: id, version: 4, accept: true })).toMatchObject({ versionCount: 4, waiting: 0 });
    });
  });
});
