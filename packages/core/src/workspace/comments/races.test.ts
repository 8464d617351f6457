import { maxComments, maxMentionsPerMinute } from '@gatehouse/domain';
import { testEngines } from '@gatehouse/storage/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorld, type Loose, type World } from '../../testing/test-world.ts';

const rounds = 15;

for (const engine of testEngines()) {
  describe.skipIf(engine.missing !== undefined)(`comments at the same time on ${engine.name} (D74)`, () => {
    let world: World;
    let agentId: string;
    let key: string;
    beforeAll(async () => {
      world = await createWorld({ engine: engine.dialect });
      ({ id: agentId } = await world.ok(world.owner, 'create_agent', { name: 'robot' }));
      ({ key } = await world.ok(world.owner, 'create_key', { agentId, access: 'write' }));
    });
    afterAll(async () => await world[Symbol.asyncDispose]());

    const createDoc = async (round: number): Promise<string> =>
      (await world.ok(world.owner, 'create_doc', { title: `Plan ${round}`, bodyMarkdown: 'text' })).docId;
    const list = async (docId: string): Promise<Loose[]> =>
      (await world.ok(world.owner, 'list_comments', { itemId: docId, open: false, limit: 100 })).comments;

    it('keep both answers, the edit and a consistent state', async () => {
      for (let round = 0; round < rounds; round++) {
        const docId = await createDoc(round);
        const { commentId } = await world.ok(world.owner, 'add_comment', { itemId: docId, text: 'Why?' });
        await Promise.all([
          world.ok(world.owner, 'add_comment', { answerTo: commentId, text: 'one' }),
          world.ok(key, 'add_comment', { answerTo: commentId, text: 'two' }),
          world.ok(world.owner, 'edit_comment', { commentId, text: 'Why now?' }),
        ]);
        await Promise.all([
          world.ok(key, 'resolve_comment', { commentId }),
          world.ok(world.owner, 'edit_comment', { commentId, text: 'Why then?' }),
        ]);
        const found = await list(docId);
        const root = found.find((comment) => comment.commentId === commentId);
        const answers = found.filter((comment) => comment !== root);
        expect(root).toMatchObject({ text: 'Why then?', resolvedAt: expect.any(Number) });
        expect(answers.map(({ text, answerTo }) => [text, answerTo]).toSorted()).toEqual([
          ['one', commentId],
          ['two', commentId],
        ]);
      }
    });

    it('leave nothing on an item that is purged meanwhile, or under a comment that is deleted', async () => {
      for (let round = 0; round < rounds; round++) {
        const docId = await createDoc(round);
        const { commentId } = await world.ok(world.owner, 'add_comment', { itemId: docId, text: 'Why?' });
        const kept = await createDoc(round + 1000);
        const deleted = await world.ok(world.owner, 'add_comment', { itemId: kept, text: 'Why?' });
        const purge = async () => {
          await world.ok(world.owner, 'delete_doc', { docId });
          await world.ok(world.owner, 'purge_item', { itemId: docId });
        };
        const [, answers] = await Promise.all([
          purge(),
          Promise.all([
            world.call(key, 'add_comment', { itemId: docId, text: 'new' }),
            world.call(key, 'add_comment', { answerTo: commentId, text: 'answer' }),
            world.call(key, 'resolve_comment', { commentId }),
            world.call(key, 'add_comment', { answerTo: deleted.commentId, text: 'answer' }),
          ]),
          world.ok(world.owner, 'delete_comment', { commentId: deleted.commentId }),
        ]);
        for (const answer of answers) if (!answer.ok) expect(answer.error.reason).toBe('no_such_item');
        for (const subjectId of [docId, kept]) {
          const left = world.store.read(() => world.store.comments.list({ orgId: world.orgId, subjectId, open: false, limit: 10 }));
          expect(await left).toEqual([]);
        }
      }
    });

    it('keep to the maximum: only one takes the last free place', async () => {
      const docId = await createDoc(0);
      await world.ok(world.owner, 'add_comment', { itemId: docId, text: 'first' });
      const [first] = await world.store.read(() =>
        world.store.comments.list({ orgId: world.orgId, subjectId: docId, open: false, limit: 1 }),
      );
      const fill = function* () {
        for (let at = 1; at < maxComments - 1; at++) yield* world.store.comments.create({ ...first!, id: `comment_fill${at}` });
      };
      await world.store.perform(fill, { changes: true });
      const answers = await Promise.all(['one', 'two'].map((text) => world.call(key, 'add_comment', { itemId: docId, text })));
      expect(answers.map((answer) => (answer.ok ? 'ok' : answer.error.reason)).toSorted()).toEqual(['ok', 'too_large']);
    });

    it('mention at most five in a minute by one agent, on any items', async () => {
      const docIds = await Promise.all(Array.from({ length: maxMentionsPerMinute + 2 }, (_, at) => createDoc(at)));
      world.clock.now += 120_000;
      const answers = await Promise.all(docIds.map((itemId) => world.call(key, 'add_comment', { itemId, text: 'See @owner@acme.test.' })));
      expect(answers.filter(({ ok }) => ok)).toHaveLength(maxMentionsPerMinute);
    });
  });
}
