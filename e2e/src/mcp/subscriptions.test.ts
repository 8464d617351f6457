import { hostname } from 'node:os';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen as listenAt } from './listen.ts';
import { type McpWorld, openMcpWorld } from './mcp-world.ts';
import { postModern } from './raw.ts';
import { stdioCommand } from './stdio-command.ts';

let world: McpWorld;

beforeAll(async () => {
  world = await openMcpWorld();
});

afterAll(async () => {
  expect(world.faults).toEqual([]);
  await world.close();
});

/** Keeps a stream open: without a subscription it would end at once. */
const anyUri = 'gatehouse://docs/doc_none';

const listen = (key: string, uris: string[], signal?: AbortSignal, more?: object) => listenAt(world.url, key, uris, signal, more);

const createDoc = (title: string, more: object = {}) =>
  world.asOwner<{ docId: string }>('create_doc', { title, bodyMarkdown: 'old', ...more });

describe('a listen stream', () => {
  it('reports a document that was changed through another entrance, and no other', async () => {
    const [watched, other] = [await createDoc('Watched'), await createDoc('Other')];
    const uri = `gatehouse://docs/${watched.docId}`;
    const stream = await listen(world.readKey, [uri]);
    expect(await stream.next?.()).toMatchObject({
      method: 'notifications/subscriptions/acknowledged',
      params: { notifications: { resourceSubscriptions: [uri] } },
    });
    await world.asOwner('edit_doc', { docId: other.docId, oldText: 'old', newText: 'new' });
    await world.asOwner('edit_doc', { docId: watched.docId, oldText: 'old', newText: 'new' });
    expect(await stream.next?.()).toMatchObject({ method: 'notifications/resources/updated', params: { uri } });
  });

  it('does not report items that its key cannot see (D5)', async () => {
    const { id: folderId } = await world.asOwner<{ id: string }>('create_folder', { name: 'Private' });
    const [hidden, shown] = [await createDoc('Hidden', { folderId }), await createDoc('Shown')];
    const stream = await listen(await world.keyOfMember(), [`gatehouse://docs/${hidden.docId}`, `gatehouse://docs/${shown.docId}`]);
    await stream.next?.();
    for (const { docId } of [hidden, shown]) await world.asOwner('edit_doc', { docId, oldText: 'old', newText: 'new' });
    expect(await stream.next?.()).toMatchObject({ params: { uri: `gatehouse://docs/${shown.docId}` } });
  });

  it('reports a skill under each address of its files, and is refused for a skill that its key cannot see (D72.10)', async () => {
    const { id: folderId } = await world.asOwner<{ id: string }>('create_folder', { name: 'Skills' });
    const [shown, hidden] = await Promise.all(
      [{ name: 'watched' }, { name: 'hidden', folderId }].map((more) =>
        world.asOwner<{ id: string }>('write_skill', { description: 'Is watched.', content: '# One', ...more }),
      ),
    );
    const member = await world.keyOfMember();
    expect(await listen(member, [`skill://${folderId}/hidden/SKILL.md`])).toMatchObject({
      refused: { error: { message: expect.stringContaining('no_such_item') } },
    });
    const uris = ['skill://workspace/watched/SKILL.md', 'skill://workspace/watched/references/a.md', `gatehouse://skills/${shown?.id}`];
    const stream = await listen(member, uris);
    await stream.next?.();
    for (const fileId of [hidden?.id, shown?.id]) await world.asOwner('edit_skill', { fileId, oldText: 'One', newText: 'Two' });
    const told = [await stream.next?.(), await stream.next?.(), await stream.next?.()].map((message) => message?.params?.uri);
    expect(told.toSorted()).toEqual(uris.toSorted());
  });

  it('ends when its key is revoked', async () => {
    const { key, keyId } = await world.createKey('read');
    const stream = await listen(key, [anyUri]);
    await stream.next?.();
    await world.asOwner('revoke_key', { keyId });
    const last = await stream.next?.();
    expect(last === undefined || 'result' in last).toBe(true);
    if (last) expect(await stream.next?.()).toBeUndefined();
  });

  it('reports that the tools of its key changed, and ends when the key sees less (D49.6)', async () => {
    const { key, keyId } = await world.createKey('read');
    await world.asOwner('edit_key', { keyId, tools: ['search'] });
    const stream = await listen(key, [], undefined, { toolsListChanged: true });
    expect(await stream.next?.()).toMatchObject({ params: { notifications: { toolsListChanged: true } } });
    await world.asOwner('edit_key', { keyId, tools: ['search', 'read_doc'] });
    expect(await stream.next?.()).toMatchObject({ method: 'notifications/tools/list_changed' });
    await world.asOwner('edit_key', { keyId, tools: ['read_doc'] });
    expect(await stream.next?.()).toMatchObject({ method: 'notifications/tools/list_changed' });
    await stream.over?.();
  });

  it('is refused if the key has 16 of them, until one is closed', async () => {
    const { key } = await world.createKey('read');
    const controllers = Array.from({ length: 16 }, () => new AbortController());
    for (const { signal } of controllers) expect(await listen(key, [anyUri], signal)).not.toHaveProperty('refused');
    expect(await listen(key, [anyUri])).toMatchObject({ refused: { error: { code: -32603, message: expect.stringContaining('16') } } });
    controllers[0]?.abort();
    await expect.poll(async () => 'refused' in (await listen(key, [anyUri]))).toBe(false);
  });

  it('ends cleanly when the gateway drains', async () => {
    const draining = await openMcpWorld();
    const response = await postModern(draining.url, draining.readKey, 'subscriptions/listen', {
      notifications: { resourceSubscriptions: [anyUri] },
    });
    const [text] = await Promise.all([response.text(), draining.close()]);
    expect(text).toContain('"result"');
  });
});

describe.each(['auto', 'legacy'] as const)('over stdio in the %s era', (mode) => {
  it('reports a document that another process changed', async () => {
    const { docId } = await createDoc(`Over stdio ${mode}`);
    const uri = `gatehouse://docs/${docId}`;
    const client = new Client({ name: 'e2e', version: '1' }, { versionNegotiation: { mode } });
    const updated = Promise.withResolvers<string>();
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => updated.resolve(params.uri));
    await client.connect(new StdioClientTransport({ ...stdioCommand(world, world.readKey), stderr: 'ignore' }));
    if (mode === 'legacy') await client.subscribeResource({ uri });
    else await client.listen({ resourceSubscriptions: [uri] });
    await world.asOwner('edit_doc', { docId, oldText: 'old', newText: 'new' });
    expect(await updated.promise).toBe(uri);
    await client.close();
  });

  it('reports a skill by its address, and names the machine that read it (D72.9, D72.10)', async () => {
    const name = `over-stdio-${mode}`;
    const { id: itemId } = await world.asOwner<{ id: string }>('write_skill', { name, description: 'Is watched.', content: '# One' });
    const uri = `skill://workspace/${name}/SKILL.md`;
    const client = new Client({ name: 'e2e', version: '1' }, { versionNegotiation: { mode } });
    const updated = Promise.withResolvers<string>();
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => updated.resolve(params.uri));
    await client.connect(new StdioClientTransport({ ...stdioCommand(world, world.readKey), stderr: 'ignore' }));
    if (mode === 'legacy') {
      await expect(client.subscribeResource({ uri: 'skill://workspace/nothing/SKILL.md' })).rejects.toThrow('no_such_item');
      await client.subscribeResource({ uri });
    } else await client.listen({ resourceSubscriptions: [uri] });
    await client.readResource({ uri });
    expect(await world.asOwner('list_skill_loads', { itemId })).toMatchObject({ loads: [{ machine: hostname() }] });
    await world.asOwner('edit_skill', { fileId: itemId, oldText: 'One', newText: 'Two' });
    expect(await updated.promise).toBe(uri);
    await client.close();
  });
});

it('offers subscriptions to a client of the 2025 era only over stdio, because it has no stream over HTTP', async () => {
  const client = new Client({ name: 'e2e', version: '1' });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(world.url), { requestInit: { headers: { Authorization: `Bearer ${world.readKey}` } } }),
  );
  expect(client.getServerCapabilities()).toMatchObject({ tools: {}, prompts: {}, resources: { subscribe: false } });
  await client.close();
});
