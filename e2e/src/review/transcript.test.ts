import { expect, it } from 'vitest';
import { forEachEntrance } from '../entrances/index.ts';
import { type Loose, openWorld } from '../kit/world.ts';

const start = 'Our handbook.\n\nWe ship twice a week, on Monday and on Thursday, unless it rains.\n\nAsk Ada.\n';
const shorter = 'We ship on Monday and Thursday.';

forEachEntrance((kind) => {
  it('lets an agent that knows only the skill and a comment change a text, and learn what a person decided (D74, D78)', async () => {
    await using world = await openWorld();
    await using entrance = kind.open(world);
    const asOwner = (tool: string, input: object = {}): Promise<Loose> => world.as(world.owner, tool, input);
    const { id: agentId } = await asOwner('create_agent', { name: 'scribe' });
    const { key } = await asOwner('create_key', { agentId, access: 'write' });
    const { id: folderId } = await asOwner('create_folder', { name: 'Handbook' });
    await asOwner('set_review', { folderId, review: true });
    const { docId } = await asOwner('create_doc', { title: 'Handbook', bodyMarkdown: start, folderId });
    const { commentId } = await asOwner('add_comment', { itemId: docId, text: '@scribe please shorten the second paragraph' });

    const call = async (tool: string, input: object = {}): Promise<Loose> => {
      const reply = await entrance.call(tool, input, { key });
      expect(reply.code, reply.raw).toBe('ok');
      return reply.value;
    };
    const { skills } = await call('list_skills');
    const skill = skills.find(({ name }: Loose) => name === 'gatehouse');
    const { content: taught } = await call('read_file', { fileId: skill.id });
    /** Calls a tool with arguments that the skill names. */
    const asTaught = async (tool: string, input: Record<string, unknown>): Promise<Loose> => {
      const forms = [...taught.matchAll(new RegExp(`\`${tool} \\{([^}]*)\\}`, 'g'))].map(([, names]) => names.match(/\w+/g) ?? []);
      expect(forms.some((names) => Object.keys(input).every((name) => names.includes(name)))).toBe(true);
      return await call(tool, input);
    };

    const { comments } = await asTaught('list_comments', { mine: true });
    expect(comments).toMatchObject([{ commentId, subjectId: docId, text: '@scribe please shorten the second paragraph' }]);
    const { bodyMarkdown } = await asTaught('read_doc', { docId: comments[0].subjectId });
    await asTaught('edit_doc', { docId, oldText: bodyMarkdown.split('\n\n')[1], newText: shorter });
    await asTaught('add_comment', { answerTo: commentId, text: 'It has six words now.' });
    expect((await asOwner('list_comments', { itemId: docId })).comments.map(({ text }: Loose) => text).toSorted()).toEqual([
      '@scribe please shorten the second paragraph',
      'It has six words now.',
    ]);
    expect(await call('read_doc', { docId, version: 'reviewed' })).toMatchObject({ bodyMarkdown: start, reviewed: false });

    const { reviewCount, changes } = await asOwner('read_review', { itemId: docId });
    expect(changes).toMatchObject([{ after: `${shorter}\n`, by: { agent: 'scribe' } }]);
    await asOwner('review_item', { itemId: docId, reviewCount, accept: [changes[0].id] });
    await asOwner('resolve_comment', { commentId });

    const { changes: told } = await asTaught('list_changes', { itemId: docId, include: ['reviews'] });
    expect(told.map(({ what }: Loose) => what)).toEqual(['reviewed', 'edited', 'created']);
    expect(told[0]).toMatchObject({
      by: { personId: world.owner.personId, agentId: null },
      review: { how: 'review', accepted: 1, declined: 0, version: 2 },
    });
    const decided = await call('read_doc', { docId, version: 'reviewed' });
    expect(decided).toMatchObject({ bodyMarkdown: start.replace(/We ship.*/, shorter), reviewed: true });
    expect((await asTaught('list_comments', { mine: true })).comments).toEqual([]);
    expect(world.faults).toEqual([]);
  });
});
