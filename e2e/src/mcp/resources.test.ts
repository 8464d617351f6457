import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type McpWorld, openMcpWorld } from './mcp-world.ts';

let world: McpWorld;

beforeAll(async () => {
  world = await openMcpWorld();
});

afterAll(async () => {
  expect(world.faults).toEqual([]);
  await world.close();
});

async function connect(era: 'auto' | 'legacy', key = world.readKey): Promise<Client> {
  const client = new Client({ name: 'e2e', version: '1' }, { versionNegotiation: { mode: era } });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(world.url), { requestInit: { headers: { Authorization: `Bearer ${key}` } } }),
  );
  return client;
}

const skill = (name: string) => `---\nname: ${name}\ndescription: How to ${name}.\n---\n\nDo "it".\n`;

describe.each(['auto', 'legacy'] as const)('in the %s era', (era) => {
  it('sends the model instructions when connecting', async () => {
    const client = await connect(era);
    expect(client.getInstructions()).toMatch(/search[\s\S]*read_lines[\s\S]*related[\s\S]*grep[\s\S]*edit_doc/);
    await client.close();
  });

  it('lists every document and skill once, page by page, and reads one', async () => {
    const client = await connect(era);
    const made: string[] = [];
    for (let index = 0; index < 60; index++)
      made.push((await world.asOwner<{ docId: string }>('create_doc', { title: `Doc ${index}`, bodyMarkdown: `# ${index}` })).docId);
    const { id } = await world.asOwner<{ id: string }>('write_skill', { content: skill(`release-${era}`) });
    const seen: string[] = [];
    const pages: number[] = [];
    for (let cursor: string | undefined, isFirst = true; isFirst || cursor !== undefined; isFirst = false) {
      const page = await client.request({ method: 'resources/list', params: cursor === undefined ? {} : { cursor } });
      seen.push(...page.resources.map((resource) => resource.uri));
      pages.push(page.resources.length);
      cursor = page.nextCursor;
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toEqual(expect.arrayContaining([...made.map((docId) => `gatehouse://docs/${docId}`), `gatehouse://skills/${id}`]));
    expect(pages.length).toBeGreaterThan(2);

    const { contents } = await client.readResource({ uri: `gatehouse://docs/${made[7]}` });
    expect(contents).toEqual([{ uri: `gatehouse://docs/${made[7]}`, mimeType: 'text/markdown', text: '# 7' }]);
    expect((await world.activity()).at(-1)).toMatchObject({ tool: 'read_doc', entrance: 'mcp', itemId: made[7], outcome: 'ok' });
    expect((await client.readResource({ uri: `gatehouse://skills/${id}` })).contents).toMatchObject([{ text: skill(`release-${era}`) }]);
    await client.close();
  });

  it.each(['gatehouse://docs/doc_none', 'gatehouse://skills/x', 'gatehouse://docs/a/b', 'file:///etc/passwd'])(
    'does not find %s',
    async (uri) => {
      const client = await connect(era);
      await expect(client.readResource({ uri })).rejects.toMatchObject({ code: -32602, data: { uri } });
      await client.close();
    },
  );

  it('refuses a cursor that it did not issue', async () => {
    const client = await connect(era);
    for (const cursor of ['nonsense', 'docs:nonsense']) {
      await expect(client.request({ method: 'resources/list', params: { cursor } })).rejects.toMatchObject({ code: -32602 });
    }
    await client.close();
  });

  it('offers skills as prompts', async () => {
    const client = await connect(era);
    await world.asOwner('write_skill', { content: skill(`publish-${era}`) });
    const { prompts } = await client.listPrompts();
    expect(prompts).toContainEqual({ name: `publish-${era}`, description: `How to publish-${era}.` });
    const { messages } = await client.getPrompt({ name: `publish-${era}` });
    expect(messages).toEqual([{ role: 'user', content: { type: 'text', text: skill(`publish-${era}`) } }]);
    await expect(client.getPrompt({ name: `publish` })).rejects.toMatchObject({ code: -32602 });
    await client.close();
  });

  it('shows nothing of a folder that is not shared with the person of the key', async () => {
    const { id: folderId } = await world.asOwner<{ id: string }>('create_folder', { name: `Private ${era}` });
    const { docId } = await world.asOwner<{ docId: string }>('create_doc', { title: 'Secret', folderId });
    const client = await connect(era, await world.keyOfMember());
    await expect(client.readResource({ uri: `gatehouse://docs/${docId}` })).rejects.toMatchObject({ code: -32602 });
    const { resources } = await client.listResources();
    expect(JSON.stringify(resources)).not.toContain(docId);
    await client.close();
  });
});
