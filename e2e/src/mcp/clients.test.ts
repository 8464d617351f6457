import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ClientOfALibrary, type ConnectedClient, httpClients, sdkClients, type Target } from './clients.ts';
import { type McpWorld, openMcpWorld } from './mcp-world.ts';
import { stdioCommand } from './stdio-command.ts';

let world: McpWorld;

beforeAll(async () => {
  world = await openMcpWorld();
});

afterAll(async () => {
  expect(world.faults).toEqual([]);
  await world.close();
});

describe.each(httpClients)('$name over HTTP', (library) => {
  behaves(library, (key) => ({ url: world.url, key }));
});

/** A process is slow to start: the oldest, the newest and both eras stand for all. */
const overStdio = sdkClients.filter(({ name }) => /default|auto|1\.10|1\.32/.test(name));

describe.each(overStdio)('$name over stdio', (library) => {
  behaves(library, (key) => stdioCommand(world, key));
});

describe.each(sdkClients.filter(({ name }) => /auto|1\.32/.test(name)))('$name over stdio and the bridge', (library) => {
  behaves(library, (key) => stdioCommand({ bridge: world.url }, key));
});

function behaves({ name, connect, era, says }: ClientOfALibrary, targetFor: (key: string) => Target): void {
  it('lists the tools of its key, reads, edits, is refused and is logged by its name', async () => {
    await using writer = await opened(connect, targetFor(world.writeKey));
    await using reader = await opened(connect, targetFor(world.readKey));
    const [written, readable] = [await writer.client.listTools(), await reader.client.listTools()];
    expect(written).toEqual(world.gateway.registry.describe({ access: 'write', key: null }).map((tool) => tool.name));
    expect(readable).toEqual(world.gateway.registry.describe({ access: 'read', key: null }).map((tool) => tool.name));

    const body = `# Plan\n\n"quoted" – ${crypto.randomUUID()}\n`;
    const created = await writer.client.call('create_doc', { title: `Plan ${crypto.randomUUID()}`, bodyMarkdown: body });
    const { docId } = created.structuredContent as { docId: string };
    const edited = await writer.client.call('edit_doc', { docId, oldText: '# Plan', newText: '# The plan' });
    expect(edited).toMatchObject({ structuredContent: { versionCount: 2 }, content: [{ type: 'text', text: '{"versionCount":2}' }] });

    const read = await reader.client.call('read_doc', { docId });
    const { bodyMarkdown, ...fields } = read.structuredContent as { bodyMarkdown: string };
    expect(bodyMarkdown).toBe(body.replace('# Plan', '# The plan'));
    expect(read.content.map((block) => block.text)).toEqual([JSON.stringify(fields), bodyMarkdown]);

    const tasks = await reader.client.call('list_tasks');
    expect(tasks.structuredContent).toEqual(era === '2026' ? [] : { result: [] });
    expect(tasks.content).toEqual([{ type: 'text', text: '[]' }]);

    const refused = await writer.client.call('edit_doc', { docId, oldText: 'absent', newText: 'x' });
    expect(refused.isError).toBe(true);
    expect(refused.structuredContent).toBeUndefined();
    expect(refused.content[0]?.text).toMatch(/^invalid_request\/text_not_found: /);
    expect(refused._meta?.['gatehouse/error']).toMatchObject({ code: 'invalid_request', reason: 'text_not_found' });

    const forbidden = await reader.client.call('edit_doc', { docId, oldText: '# The', newText: '# A' });
    // This client calls only listed tools, so the gateway has nothing to refuse.
    if (name === '@ai-sdk/mcp') expect(forbidden).toBeUndefined();
    else expect(forbidden.content[0]?.text).toMatch(/^forbidden: /);
    for (const row of (await world.activity()).slice(-4)) expect(row).toMatchObject(says);
  });
}

async function opened(connect: ClientOfALibrary['connect'], target: Target): Promise<AsyncDisposable & { client: ConnectedClient }> {
  const client = await connect(target);
  return { client, [Symbol.asyncDispose]: async () => void (await client.close()) };
}
