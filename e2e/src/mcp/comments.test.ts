import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { forEachEngine } from '../kit/engines.ts';
import type { Loose } from '../kit/world.ts';
import { listen } from './listen.ts';
import { type McpWorld, openMcpWorld } from './mcp-world.ts';

/** A person comments, an agent changes the text and answers, and the person resolves (D74). */
forEachEngine((engine) => {
  let world: McpWorld;
  beforeAll(async () => {
    world = await openMcpWorld({ engine });
  });
  afterAll(async () => {
    expect(world.faults).toEqual([]);
    await world.close();
  });

  it('lets an agent list and answer its comments, and notifies it of new ones if it subscribes', async () => {
    const { id: agentId } = await world.asOwner<{ id: string }>('create_agent', { name: 'release bot' });
    const { key } = await world.asOwner<{ key: string }>('create_key', { agentId, access: 'write' });
    const requestInit = { headers: { Authorization: `Bearer ${key}` } };
    const client = new Client({ name: 'e2e', version: '1' });
    await client.connect(new StreamableHTTPClientTransport(new URL(world.url), { requestInit }));
    const use = async (name: string, input: object): Promise<Loose> => {
      const result: Loose = await client.callTool({ name, arguments: { ...input } });
      expect(result.isError, JSON.stringify(result.content)).toBeFalsy();
      return result.structuredContent;
    };

    const { docId } = await world.asOwner<{ docId: string }>('create_doc', { title: 'Plan', bodyMarkdown: 'We ship twice a week.\n' });
    const stream = await listen(world.url, key, [`gatehouse://docs/${docId}`]);
    await stream.next?.();
    const text = '@"release bot" Make this three times.';
    const asked = await world.asOwner<Loose>('add_comment', { itemId: docId, quote: 'twice a week', text });
    expect(asked.mentions).toEqual([agentId]);
    expect(await stream.next?.()).toMatchObject({ params: { uri: `gatehouse://docs/${docId}` } });

    const [comment] = (await use('list_comments', { mine: true })).comments;
    expect(comment).toMatchObject({ commentId: asked.commentId, subjectId: docId, quote: 'twice a week', text });
    await use('edit_doc', { docId: comment.subjectId, oldText: comment.quote, newText: 'three times a week' });
    await use('add_comment', { answerTo: comment.commentId, text: 'Done.' });

    const comments = async (open: boolean): Promise<Loose[]> =>
      // Comments of one millisecond have no order.
      (await world.asOwner<Loose>('list_comments', { itemId: docId, open })).comments.toSorted((one: Loose) =>
        one.answerTo === null ? -1 : 1,
      );
    expect(await comments(true)).toMatchObject([
      { commentId: asked.commentId, line: null },
      { answerTo: asked.commentId, text: 'Done.', by: { agentId, entrance: 'mcp' } },
    ]);
    await world.asOwner('resolve_comment', { commentId: asked.commentId });
    expect(await comments(true)).toEqual([]);
    expect((await use('list_comments', { mine: true })).comments).toEqual([]);
    expect(await comments(false)).toHaveLength(2);
    expect(await world.asOwner('read_doc', { docId })).toMatchObject({ bodyMarkdown: 'We ship three times a week.\n', versionCount: 2 });
    await client.close();
  });
});
