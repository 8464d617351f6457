import { commentsPerLook } from '@gatehouse/storage';
import { testEngines } from '@gatehouse/storage/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWorld, type Loose, type World } from '../../testing/test-world.ts';

for (const engine of testEngines()) {
  describe.skipIf(engine.missing !== undefined)(`comments on ${engine.name} (D74)`, () => {
    let world: World;
    let key: string;
    let agentId: string;
    let docId: string;
    beforeEach(async () => {
      const created = await createWorld({ engine: engine.dialect });
      // Comments written in the same millisecond have no order.
      const ok: World['ok'] = (...call) => {
        created.clock.now++;
        return created.ok(...call);
      };
      world = { ...created, ok };
      const agent = await world.ok(world.owner, 'create_agent', { name: 'release bot' });
      agentId = agent.id;
      ({ key } = await world.ok(world.owner, 'create_key', { agentId, access: 'write' }));
      ({ docId } = await world.ok(world.owner, 'create_doc', { title: 'Plan', bodyMarkdown: 'One\nTwo words\nThree\n' }));
    });
    afterEach(async () => await world[Symbol.asyncDispose]());

    const list = async (who: Parameters<World['ok']>[0], given: object): Promise<Loose[]> =>
      (await world.ok(who, 'list_comments', given)).comments;

    it('are about the whole item or about quoted words, which are found again when the text moves (D74.1)', async () => {
      await world.ok(key, 'add_comment', { itemId: docId, text: 'Good.' });
      await world.ok(key, 'add_comment', { itemId: docId, text: 'Only two?', quote: 'Two words' });
      expect(await list(key, { itemId: docId })).toMatchObject([
        { text: 'Good.', quote: null, line: null, by: { agentId, name: 'release bot' } },
        { text: 'Only two?', quote: 'Two words', line: 2, subjectId: docId },
      ]);
      const { versionCount } = await world.ok(key, 'edit_doc', { docId, oldText: 'One\n', newText: 'Zero\nOne\n' });
      expect((await list(key, { itemId: docId }))[1]).toMatchObject({ line: 3 });
      await world.ok(key, 'edit_doc', { docId, oldText: 'Two words', newText: 'Other words' });
      expect((await list(key, { itemId: docId }))[1]).toMatchObject({ quote: 'Two words', line: null });
      expect(versionCount).toBe(2);
      await world.ok(key, 'add_comment', { itemId: docId, text: 'At the beginning.', quote: 'Zero\n' });
      expect((await list(key, { itemId: docId })).at(-1)).toMatchObject({ quote: 'Zero\n', line: 1 });
    });

    it('refuse quotes that are missing or occur twice, and calls with no subject or several', async () => {
      await world.ok(key, 'append_doc', { docId, text: 'Three\n' });
      const refused = (given: object) => world.refused(key, 'add_comment', { text: 'x', ...given });
      expect(await refused({ itemId: docId, quote: 'Four' })).toBe('invalid_request/text_not_found');
      expect(await refused({ itemId: docId, quote: 'Three' })).toBe('invalid_request/text_repeated');
      expect(await refused({})).toBe('invalid_request/invalid_argument');
      expect(await refused({ itemId: docId, taskId: 'task_1' })).toBe('invalid_request/invalid_argument');
      expect(await refused({ itemId: docId, text: 'é'.repeat(2049) })).toBe('invalid_request/invalid_argument');
      expect(await refused({ answerTo: 'comment_none' })).toBe('invalid_request/no_such_item');
      const { id: fileId } = await world.ok(key, 'write_file', { name: 'a.bin', contentBase64: Buffer.from([0, 1]).toString('base64') });
      expect(await refused({ itemId: fileId, quote: 'a' })).toBe('invalid_request/not_text');
      await world.ok(key, 'add_comment', { itemId: fileId, text: 'A file.' });
    });

    it('have one level of answers, are resolved with them, and are reopened by a new answer (D74.3)', async () => {
      const first = await world.ok(key, 'add_comment', { itemId: docId, text: 'Why?' });
      const answer = await world.ok(world.owner, 'add_comment', { answerTo: first.commentId, text: 'Because.' });
      await world.ok(key, 'add_comment', { answerTo: answer.commentId, text: 'I see.' });
      expect((await list(key, { itemId: docId })).map(({ answerTo }) => answerTo)).toEqual([null, first.commentId, first.commentId]);
      await world.ok(key, 'resolve_comment', { commentId: answer.commentId });
      expect(await list(key, { itemId: docId })).toEqual([]);
      expect(await list(key, { itemId: docId, open: false })).toHaveLength(3);
      await world.ok(world.owner, 'add_comment', { answerTo: first.commentId, text: 'Wait.' });
      expect(await list(key, { itemId: docId })).toHaveLength(4);
    });

    it('are hidden with their item, and purged with it (D74.7)', async () => {
      const { id: folderId } = await world.ok(world.owner, 'create_folder', { name: 'Private' });
      const hidden = await world.ok(world.owner, 'create_doc', { title: 'Hidden', folderId });
      const { commentId } = await world.ok(world.owner, 'add_comment', { itemId: hidden.docId, text: 'Secret.' });
      const member = await world.addPerson('member@acme.test');
      const other = await world.key(member, 'write');
      for (const who of [member, other]) {
        expect(await world.refused(who, 'list_comments', { itemId: hidden.docId })).toBe('invalid_request/no_such_item');
        expect(await world.refused(who, 'resolve_comment', { commentId })).toBe('invalid_request/no_such_item');
        expect(await world.refused(who, 'add_comment', { answerTo: commentId, text: 'x' })).toBe('invalid_request/no_such_item');
        expect(await list(who, { mine: true })).toEqual([]);
      }
      await world.ok(world.owner, 'delete_doc', { docId: hidden.docId });
      expect(await world.refused(world.owner, 'resolve_comment', { commentId })).toBe('invalid_request/no_such_item');
      await world.ok(world.owner, 'purge_item', { itemId: hidden.docId });
      expect(await world.store.read(() => world.store.comments.find(world.orgId, commentId))).toBeUndefined();
    });

    it('can be written by people with read access, but not by agents with read access (D74.2)', async () => {
      const { id: folderId } = await world.ok(world.owner, 'create_folder', { name: 'Rules' });
      const rules = await world.ok(world.owner, 'create_doc', { title: 'Rules', folderId });
      const member = await world.addPerson('member@acme.test');
      await world.ok(world.owner, 'share_folder', { folderId, email: 'member@acme.test', access: 'read' });
      const { commentId } = await world.ok(member, 'add_comment', { itemId: rules.docId, text: 'Is it so?' });
      const robot = await world.key(member, 'write');
      expect(await world.refused(robot, 'add_comment', { itemId: rules.docId, text: 'x' })).toBe('invalid_request/protected_item');
      expect(await world.refused(member, 'resolve_comment', { commentId })).toBe('invalid_request/protected_item');
      expect(await world.refused(world.owner, 'edit_comment', { commentId, text: 'x' })).toBe('forbidden');
      await world.ok(member, 'edit_comment', { commentId, text: 'Is it really so?' });
      expect(await list(robot, { itemId: rules.docId })).toMatchObject([{ text: 'Is it really so?', editedAt: expect.any(Number) }]);
      await world.ok(member, 'delete_comment', { commentId });
      expect(await list(robot, { itemId: rules.docId })).toEqual([]);
    });

    it('mention people by address and agents by name, if they see the item (D74.4)', async () => {
      const member = await world.addPerson('member@acme.test');
      const { id: folderId } = await world.ok(world.owner, 'create_folder', { name: 'Private' });
      const hidden = await world.ok(world.owner, 'create_doc', { title: 'Hidden', folderId });
      const text = 'See @member@acme.test. And @"release bot", @nobody, a@b.test.';
      const said = await world.ok(world.owner, 'add_comment', { itemId: docId, text });
      expect(said.mentions.toSorted()).toEqual([agentId, member.personId].toSorted());
      expect(said.notMentioned).toEqual(['nobody']);
      const narrower = await world.ok(world.owner, 'add_comment', { itemId: hidden.docId, text });
      expect(narrower).toMatchObject({ mentions: [agentId], notMentioned: ['member@acme.test', 'nobody'] });
      expect(await world.ok(world.owner, 'add_comment', { itemId: docId, text: 'Nobody.' })).not.toHaveProperty('notMentioned');
      await world.ok(world.owner, 'delete_comment', { commentId: (await list(world.owner, { itemId: docId })).at(-1)!.commentId });
      expect((await list(key, { mine: true })).map(({ subjectId }) => subjectId)).toEqual([hidden.docId, docId]);
      expect((await list(member, { mine: true })).map(({ commentId }) => commentId)).toEqual([said.commentId]);
    });

    it('are refused to agents on agent memory, with a read key, and while agents are read-only', async () => {
      await world.ok(world.owner, 'set_agent_memory', { docId, isAgentMemory: true });
      expect(await world.refused(key, 'add_comment', { itemId: docId, text: 'x' })).toBe('invalid_request/protected_item');
      const { commentId } = await world.ok(world.owner, 'add_comment', { itemId: docId, text: 'By a person.' });
      expect(await world.refused(key, 'resolve_comment', { commentId })).toBe('invalid_request/protected_item');
      await world.ok(world.owner, 'resolve_comment', { commentId });
      const other = await world.ok(key, 'create_doc', { title: 'Other' });
      const reader = await world.key(world.owner, 'read');
      expect(await world.refused(reader, 'add_comment', { itemId: other.docId, text: 'x' })).toBe('forbidden');
      expect(await list(reader, { itemId: docId, open: false })).toHaveLength(1);
      await world.ok(world.owner, 'set_agents_read_only', { readOnly: true });
      expect(await world.refused(key, 'add_comment', { itemId: other.docId, text: 'x' })).toBe('forbidden/agents_read_only');
      expect(await world.refused(key, 'resolve_comment', { commentId })).toBe('forbidden/agents_read_only');
    });

    it('have at most 4 KB, and cannot be empty', async () => {
      await world.ok(key, 'add_comment', { itemId: docId, text: 'é'.repeat(2048) });
      for (const text of [`${'é'.repeat(2048)}.`, '', ' \n'])
        expect(await world.refused(key, 'add_comment', { itemId: docId, text })).toBe('invalid_request/invalid_argument');
    });

    it('are listed for their agent page by page, even behind many others (D74.6)', async () => {
      const { commentId } = await world.ok(key, 'add_comment', { itemId: docId, text: 'Mine.' });
      const { docId: others } = await world.ok(world.owner, 'create_doc', { title: 'Of others' });
      await world.ok(world.owner, 'add_comment', { itemId: others, text: 'Not mine.' });
      const [other] = await world.store.read(() =>
        world.store.comments.list({ orgId: world.orgId, subjectId: others, open: false, limit: 1 }),
      );
      const fill = function* () {
        for (let at = 0; at < commentsPerLook; at++) yield* world.store.comments.create({ ...other!, id: `comment_z${at}` });
      };
      await world.store.perform(fill, { changes: true });
      const first = await world.ok(key, 'list_comments', { mine: true });
      expect(first).toEqual({ comments: [], nextCursor: expect.any(String) });
      const second = await world.ok(key, 'list_comments', { mine: true, cursor: first.nextCursor });
      expect(second).toMatchObject({ comments: [{ commentId }], nextCursor: null });
    });

    it('are not changes: take back, past views and searches ignore them (D74.1)', async () => {
      await world.ok(key, 'append_doc', { docId, text: 'Four\n' });
      const before = world.clock.now;
      const { commentId } = await world.ok(key, 'add_comment', { itemId: docId, text: 'Zebrafish' });
      for (const match of ['phrase', 'words', 'best'])
        expect(await world.ok(key, 'search', { query: 'zebrafish', match })).toMatchObject({ results: [] });
      expect((await world.ok(key, 'grep', { query: 'zebrafish' })).matches).toEqual([]);
      expect(JSON.stringify(await world.ok(world.owner, 'read_item', { itemId: docId, asOf: before }))).not.toContain('Zebrafish');
      const { subjects } = await world.ok(key, 'take_back', {});
      expect(subjects).toMatchObject([{ subjectId: docId, outcome: 'taken_back' }]);
      expect(await list(key, { itemId: docId })).toMatchObject([{ commentId, text: 'Zebrafish' }]);
      expect((await world.ok(key, 'list_versions', { docId })).versions).toHaveLength(3);
    });

    it('keep the names of authors who are removed (D74.7)', async () => {
      const member = await world.addPerson('member@acme.test');
      const robot = await world.ok(member, 'create_agent', { name: 'old bot' });
      const made = await world.ok(member, 'create_key', { agentId: robot.id, access: 'write' });
      await world.ok(made.key, 'add_comment', { itemId: docId, text: 'By a robot.' });
      await world.ok(member, 'add_comment', { itemId: docId, text: 'By a member, for @"old bot".' });
      await world.ok(world.owner, 'remove_person', { email: 'member@acme.test' });
      expect((await list(world.owner, { itemId: docId })).map(({ by }) => by.name)).toEqual(['old bot', 'member@acme.test']);
      const again = await world.ok(world.owner, 'add_comment', { itemId: docId, text: 'Dear @"old bot" and @member@acme.test' });
      expect(again).toMatchObject({ mentions: [], notMentioned: ['old bot', 'member@acme.test'] });
    });

    it('have at most five mentions a minute in all if an agent writes them (D74.5)', async () => {
      const mention = () => world.refused(key, 'add_comment', { itemId: docId, text: '@owner@acme.test' });
      for (let time = 0; time < 5; time++) await world.ok(key, 'add_comment', { itemId: docId, text: '@owner@acme.test' });
      expect(await mention()).toBe('invalid_request/invalid_argument');
      world.clock.now += 61_000;
      await world.ok(key, 'add_comment', { itemId: docId, text: '@owner@acme.test' });
    });

    it('belong to an agent if it wrote them, they answer or mention it, or it changed their subject last', async () => {
      const written = await world.ok(key, 'add_comment', { itemId: docId, text: 'Mine.' });
      const answer = await world.ok(world.owner, 'add_comment', { answerTo: written.commentId, text: 'Yours.' });
      await world.ok(world.owner, 'add_comment', { itemId: docId, text: 'Not yours.' });
      const own = await world.ok(key, 'create_doc', { title: 'By the agent' });
      const about = await world.ok(world.owner, 'add_comment', { itemId: own.docId, text: 'About yours.' });
      const { taskId } = await world.ok(key, 'create_task', { title: 'Do it' });
      const onTask = await world.ok(world.owner, 'add_comment', { taskId, text: 'Done, @"release bot"?' });
      const expected = [onTask, about, answer, written].map(({ commentId }) => commentId);
      expect((await list(key, { mine: true })).map(({ commentId }) => commentId)).toEqual(expected);
      const pages: string[] = [];
      for (let cursor: string | undefined; pages.length < 4; ) {
        const page: Loose = await world.ok(key, 'list_comments', { mine: true, limit: 1, cursor });
        pages.push(page.comments[0].commentId);
        cursor = page.nextCursor;
      }
      expect(pages).toEqual(expected);
    });
  });
}
