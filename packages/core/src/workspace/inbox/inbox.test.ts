import { dayMs } from '@gatehouse/domain';
import { testEngines } from '@gatehouse/storage/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFakeServices, fakeTool } from '../../testing/fake-services.ts';
import { createWorld, type Loose, type World } from '../../testing/test-world.ts';

type Caller = Parameters<World['ok']>[0];

for (const engine of testEngines()) {
  describe.skipIf(engine.missing !== undefined)(`the inbox on ${engine.name} (D86.1)`, () => {
    let services: ReturnType<typeof createFakeServices>;
    let world: World;
    let ada: World['owner'];
    let bob: World['owner'];
    let bot: string;
    beforeEach(async () => {
      services = createFakeServices();
      const created = await createWorld({ engine: engine.dialect, services });
      // Entries of the same millisecond have no order.
      const ok: World['ok'] = (...call) => {
        created.clock.now++;
        return created.ok(...call);
      };
      world = { ...created, ok };
      ada = await world.addPerson('ada@acme.test');
      bob = await world.addPerson('bob@acme.test');
      bot = await world.key(bob, 'write');
    });
    afterEach(async () => await world[Symbol.asyncDispose]());

    const inbox = async (who: Caller, given: object = {}): Promise<Loose[]> => (await world.ok(who, 'list_inbox', given)).entries;
    const ids = async (who: Caller, given: object = {}): Promise<string[]> => (await inbox(who, given)).map(({ id }) => id);
    const unread = async (who: Caller): Promise<number> => (await world.ok(who, 'count_inbox')).unread;

    /** A folder of Ada that asks for review and is shared with everyone, with a document that waits for a review. */
    async function addWaiting(name = 'Handbook'): Promise<{ folderId: string; docId: string }> {
      const { id: folderId } = await world.ok(ada, 'create_folder', { name });
      await world.ok(ada, 'share_folder', { folderId, organization: true });
      await world.ok(ada, 'set_review', { folderId, review: true });
      const { docId } = await world.ok(ada, 'create_doc', { title: 'Plan', bodyMarkdown: 'one\n', folderId });
      await world.ok(bot, 'edit_doc', { docId, oldText: 'one', newText: 'two' });
      return { folderId, docId };
    }

    it('has changes to review for the owner of the top folder, and not for others who can decide', async () => {
      const { docId } = await addWaiting();
      expect(await inbox(ada)).toMatchObject([
        { id: docId, kind: 'review', isRead: false, item: { name: 'Plan', folderName: 'Handbook', isDeleted: false }, comment: null },
      ]);
      expect(await ids(bob)).toEqual([]);
      expect(await ids(world.owner)).toEqual([]);
      expect((await world.ok(bob, 'list_reviews')).items).toHaveLength(1);
      const { agent, item } = (await world.ok(bob, 'list_news')).changed[0];
      expect(item).toMatchObject({ id: docId, waits: true });
      expect((await world.ok(bob, 'list_reviews', { agentId: agent.id })).items).toHaveLength(1);
      expect((await world.ok(bob, 'list_reviews', { agentId: 'agent_none' })).items).toEqual([]);
      const { reviewCount } = await world.ok(ada, 'read_review', { itemId: docId });
      await world.ok(ada, 'review_item', { itemId: docId, reviewCount, accept: true });
      expect(await ids(ada, { readSince: 0 })).toEqual([]);
      expect((await world.ok(bob, 'list_news')).changed[0].item.waits).toBe(false);
    });

    it('has deletions by agents, but not by people', async () => {
      const { docId } = await addWaiting();
      await world.ok(bot, 'delete_doc', { docId });
      expect(await inbox(ada)).toMatchObject([{ id: docId, item: { isDeleted: true } }]);
      await world.ok(ada, 'restore_item', { itemId: docId });
      await world.ok(ada, 'delete_doc', { docId });
      expect(await ids(ada)).toEqual([]);
    });

    it('has changes to items outside of folders for their creator, and for owners once that person has left (D86.2)', async () => {
      await world.ok(world.owner, 'set_review', { review: true });
      const { docId } = await world.ok(bob, 'create_doc', { title: 'Notes', bodyMarkdown: 'one\n' });
      await world.ok(await world.key(ada, 'write'), 'edit_doc', { docId, oldText: 'one', newText: 'two' });
      const created = await world.ok(bot, 'create_doc', { title: 'By an agent of Bob', bodyMarkdown: 'one\n' });
      expect(await ids(bob)).toEqual([created.docId, docId]);
      expect(await ids(ada)).toEqual([]);
      expect(await ids(world.owner)).toEqual([]);
      await world.ok(world.owner, 'remove_person', { email: 'bob@acme.test', successorEmail: 'ada@acme.test' });
      expect(await ids(world.owner)).toEqual([created.docId, docId]);
      expect(await ids(ada)).toEqual([]);
    });

    it('has unreviewed versions of skills', async () => {
      const { folderId } = await addWaiting();
      const { id } = await world.ok(bot, 'write_skill', {
        name: 'notes',
        description: 'How to write notes.',
        content: 'Write.\n',
        folderId,
      });
      expect((await inbox(ada))[0]).toMatchObject({ id, kind: 'skill', item: { type: 'skill', versionCount: 1 } });
      expect(await ids(bob)).toEqual([]);
      await world.ok(ada, 'review_item', { itemId: id, version: 1, accept: true });
      expect(await ids(ada)).not.toContain(id);
    });

    it('has open comments by others that mention the person or answer them', async () => {
      const { docId } = await world.ok(ada, 'create_doc', { title: 'Plan', bodyMarkdown: 'one\n' });
      const asked = await world.ok(ada, 'add_comment', { itemId: docId, text: 'Is it one? @ada@acme.test' });
      expect(await ids(ada)).toEqual([]);
      const answer = await world.ok(bot, 'add_comment', { answerTo: asked.commentId, text: 'It is.' });
      const { taskId } = await world.ok(bob, 'create_task', { title: 'Count' });
      const mention = await world.ok(bob, 'add_comment', { taskId, text: '@ada@acme.test: can you?' });
      await world.ok(bob, 'add_comment', { itemId: docId, text: 'To nobody.' });
      expect(await inbox(ada)).toMatchObject([
        { id: mention.commentId, kind: 'comment', comment: { subjectId: taskId, subjectName: 'Count', text: '@ada@acme.test: can you?' } },
        { id: answer.commentId, comment: { subjectId: docId, subjectName: 'Plan', answerTo: asked.commentId } },
      ]);
      expect(await ids(bob)).toEqual([]);
      await world.ok(ada, 'resolve_comment', { commentId: asked.commentId });
      expect(await ids(ada)).toEqual([mention.commentId]);
    });

    it('has open tasks that others assigned to the person, at the time of the assignment (D86.3)', async () => {
      const own = await world.ok(ada, 'create_task', { title: 'Own', assignee: 'ada@acme.test' });
      const { taskId } = await world.ok(bot, 'create_task', { title: 'By an agent', assignee: 'ada@acme.test' });
      const given = await world.ok(bob, 'create_task', { title: 'Given' });
      await world.ok(bob, 'update_task', { taskId: given.taskId, assignee: 'ada@acme.test' });
      const assignedAt = world.clock.now;
      expect(await inbox(ada)).toMatchObject([
        { id: given.taskId, kind: 'task', at: assignedAt, task: { title: 'Given' }, by: { name: 'bob@acme.test', agentId: null } },
        { id: taskId, by: { agentId: expect.any(String) } },
      ]);
      // A later change of another field is no new assignment.
      await world.ok(bob, 'update_task', { taskId: given.taskId, title: 'Given again' });
      expect((await inbox(ada))[0]).toMatchObject({ id: given.taskId, at: assignedAt });
      await world.ok(ada, 'update_task', { taskId: given.taskId, status: 'done' });
      expect(await ids(ada, { readSince: 0 })).toEqual([taskId]);
      await world.ok(bob, 'update_task', { taskId: own.taskId, assignee: 'bob@acme.test' });
      await world.ok(bob, 'update_task', { taskId: own.taskId, assignee: 'ada@acme.test' });
      expect(await ids(ada)).toEqual([own.taskId, taskId]);
      world.clock.now += 30 * dayMs;
      expect(await ids(ada, { readSince: 0 })).toEqual([]);
    });

    it('lists tools on hold for the managers of the connection', async () => {
      const place = { service: 'github', name: 'GitHub', kind: 'mcp-http', url: 'https://mcp.example.test/mcp' };
      const shared = await world.ok(world.owner, 'add_connection', { ...place, visibility: 'organization' });
      const own = await world.ok(ada, 'add_connection', { ...place, visibility: 'private' });
      services.tools = [fakeTool('create_issue', { description: 'Does more.' }), fakeTool('list_issues', { description: 'Does more.' })];
      await world.ok(world.owner, 'test_connection', { connectionId: shared.connectionId });
      await world.ok(ada, 'test_connection', { connectionId: own.connectionId });
      const entry = { kind: 'tools', by: null, connection: { service: 'github', name: 'GitHub', heldCount: 2 } };
      expect(await inbox(world.owner)).toMatchObject([{ id: shared.connectionId, ...entry }]);
      expect(await inbox(ada)).toMatchObject([{ id: own.connectionId, ...entry }]);
      expect(await ids(bob)).toEqual([]);
      await world.ok(ada, 'mark_inbox_read', { ids: [own.connectionId] });
      await world.ok(ada, 'approve_service_tools', { connectionId: own.connectionId, tools: ['create_issue'] });
      expect(await inbox(ada, { readSince: 0 })).toMatchObject([{ isRead: true, connection: { heldCount: 1 } }]);
      await world.ok(ada, 'switch_service_tool', { connectionId: own.connectionId, tool: 'list_issues', on: false });
      expect(await ids(ada, { readSince: 0 })).toEqual([]);
      await world.ok(world.owner, 'remove_connection', { connectionId: shared.connectionId });
      expect(await ids(world.owner)).toEqual([]);
    });

    it('has no entry about an item that the person no longer sees, or that is in the trash', async () => {
      const { id: folderId } = await world.ok(bob, 'create_folder', { name: 'Team' });
      await world.ok(bob, 'share_folder', { folderId, email: 'ada@acme.test' });
      const { docId } = await world.ok(bob, 'create_doc', { title: 'Plan', folderId });
      const { commentId } = await world.ok(bob, 'add_comment', { itemId: docId, text: '@ada@acme.test' });
      expect(await ids(ada)).toEqual([commentId]);
      await world.ok(bob, 'unshare_folder', { folderId, email: 'ada@acme.test' });
      expect(await ids(ada, { readSince: 0 })).toEqual([]);
      expect(await world.ok(ada, 'mark_inbox_read', { ids: [commentId] })).toEqual({ ids: [], hasMore: false });
      await world.ok(bob, 'share_folder', { folderId, email: 'ada@acme.test' });
      await world.ok(bob, 'delete_doc', { docId });
      expect(await ids(ada, { readSince: 0 })).toEqual([]);
    });

    it("keeps each person's read marks until the entry changes (D86.4)", async () => {
      const { docId } = await addWaiting();
      const mentioned = await world.ok(bob, 'add_comment', { itemId: docId, text: '@ada@acme.test @owner@acme.test' });
      expect(await unread(ada)).toBe(2);
      const [other] = await inbox(world.owner);
      expect(await world.ok(ada, 'mark_inbox_read', { ids: [mentioned.commentId, docId] })).toMatchObject({ hasMore: false });
      const markedAt = world.clock.now;
      expect(await ids(ada)).toEqual([]);
      expect(await unread(ada)).toBe(0);
      expect((await inbox(ada, { readSince: 0 })).map(({ isRead }) => isRead)).toEqual([true, true]);
      expect(await ids(ada, { readSince: markedAt })).toHaveLength(2);
      expect(await ids(ada, { readSince: markedAt + 1 })).toEqual([]);
      expect(await inbox(world.owner)).toEqual([other]);
      await world.ok(bot, 'edit_doc', { docId, oldText: 'two', newText: 'three' });
      expect(await inbox(ada)).toMatchObject([{ id: docId, isRead: false }]);
      await world.ok(ada, 'mark_inbox_read', { ids: [mentioned.commentId], read: false });
      expect(await unread(ada)).toBe(2);
    });

    it('marks everything up to a time, but nothing that came later', async () => {
      const first = await addWaiting();
      const { until } = await world.ok(ada, 'list_inbox');
      const later = await addWaiting('Other');
      expect(await world.ok(ada, 'mark_inbox_read', { until })).toEqual({ ids: [first.docId], hasMore: false });
      expect(await ids(ada)).toEqual([later.docId]);
      const given = [{}, { read: false }, { until, read: false }, { until: world.clock.now + 60_000 }, { ids: [] }];
      for (const one of given) expect(await world.refused(ada, 'mark_inbox_read', one)).toBe('invalid_request/invalid_argument');
    });

    it('returns every entry once across pages, and counts up to 99 (D86.5)', async () => {
      const { docId } = await world.ok(bob, 'create_doc', { title: 'Plan' });
      const expected: string[] = [];
      for (let index = 0; index < 60; index++) {
        const title = `Task ${index}`;
        expected.unshift((await world.ok(bob, 'create_task', { title, assignee: 'ada@acme.test' })).taskId);
        expected.unshift((await world.ok(bob, 'add_comment', { itemId: docId, text: '@ada@acme.test' })).commentId);
      }
      const found: string[] = [];
      let cursor: string | null | undefined;
      do {
        const page: Loose = await world.ok(ada, 'list_inbox', { limit: 7, ...(cursor && { cursor }) });
        found.push(...page.entries.map(({ id }: Loose) => id));
        cursor = page.nextCursor;
      } while (cursor);
      expect(found).toEqual(expected);
      expect(await world.ok(ada, 'count_inbox')).toEqual({ unread: 99, hasMore: true });
    });

    it('forgets marks with their subject, and with the person', async () => {
      const { docId } = await addWaiting();
      const { commentId } = await world.ok(bob, 'add_comment', { itemId: docId, text: '@ada@acme.test' });
      const { taskId } = await world.ok(bob, 'create_task', { title: 'Count', assignee: 'ada@acme.test' });
      const other = await world.ok(bob, 'add_comment', { taskId, text: '@ada@acme.test' });
      await world.ok(ada, 'mark_inbox_read', { ids: [docId, commentId, taskId, other.commentId] });
      const marks = async () => (await world.store.read(() => world.store.inbox.readsOf(world.orgId, ada.personId))).toSorted();
      expect(await marks()).toEqual([docId, commentId, taskId, other.commentId].toSorted());
      await world.ok(bob, 'delete_comment', { commentId: other.commentId });
      await world.ok(ada, 'delete_doc', { docId });
      await world.ok(world.owner, 'purge_item', { itemId: docId });
      expect(await marks()).toEqual([taskId]);
      await world.ok(world.owner, 'remove_person', { email: 'ada@acme.test', successorEmail: 'bob@acme.test' });
      expect(await marks()).toEqual([]);
    });
  });
}
