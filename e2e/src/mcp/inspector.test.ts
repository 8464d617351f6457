import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type McpWorld, openMcpWorld } from './mcp-world.ts';
import { stdioCommand } from './stdio-command.ts';

const inspector = fileURLToPath(import.meta.resolve('@modelcontextprotocol/inspector/clients/launcher/build/index.js'));
const directTool = 'github__create_issue';

/** Arguments that connect the inspector to a gateway. They come last, because a command to start follows `--`. */
type Way = (url: string, key: string) => string[];

const overHttp: Way = (url, key) => ['--server-url', url, '--header', `Authorization: Bearer ${key}`];
const overStdio: Way = (url, key) => {
  const { command, args, env } = stdioCommand({ bridge: url }, key);
  return [...Object.entries(env).flatMap(([name, value]) => ['-e', `${name}=${value}`]), '--', command, ...args];
};

describe('the inspector in legacy era', () => behaves('legacy', overHttp));
describe('the inspector in modern era', () => behaves('modern', overHttp));
// Automatic mode chooses one of these.
describe('the inspector in auto era', { tags: ['nightly'] }, () => behaves('auto', overHttp));
describe('the inspector over stdio', () => behaves('legacy', overStdio));

function behaves(era: string, way: Way): void {
  let world: McpWorld;

  beforeAll(async () => {
    world = await openMcpWorld();
  });

  afterAll(() => world.close());

  const inspect = (key: string, ...args: string[]) => run(['--cli', '--protocol-era', era, ...args, ...way(world.url, key)]);

  async function listTools(key: string): Promise<string[]> {
    const listed = await inspect(key, '--method', 'tools/list', '--strict');
    expect(listed.stderr).not.toMatch(/error/i);
    expect(listed.code, listed.stderr).toBe(0);
    return (JSON.parse(listed.stdout) as { tools: { name: string }[] }).tools.map(({ name }) => name);
  }

  it('finds no fault in the tools, and gets the answer of one', async () => {
    expect(await listTools(world.writeKey)).toEqual(
      world.gateway.registry.describe({ access: 'write', key: null }).map((tool) => tool.name),
    );

    const created = await inspect(world.writeKey, '--method', 'tools/call', '--tool-name', 'create_folder', '--tool-arg', 'name=Releases');
    expect(created.code, created.stderr).toBe(0);
    expect(JSON.parse(created.stdout)).toMatchObject({ structuredContent: { name: 'Releases' } });
  });

  it('is refused as a tool error', async () => {
    const refused = await inspect(world.writeKey, '--method', 'tools/call', '--tool-name', 'read_doc', '--tool-arg', 'docId=doc_none');
    expect(refused.code).toBe(5);
    expect(JSON.parse(refused.stdout)).toMatchObject({ isError: true, _meta: { 'gatehouse/error': { reason: 'no_such_item' } } });
  });

  it('lists a direct tool after the others, and calls it (D76)', async () => {
    const github = { service: 'github', name: 'GitHub', kind: 'mcp-http', url: 'https://mcp.example.test/mcp', visibility: 'organization' };
    await world.asOwner('add_connection', github);
    const { key, keyId } = await world.createKey('write', { directTools: [{ toolSlug: directTool }] });
    expect((await listTools(key)).at(-1)).toBe(directTool);

    const called = await inspect(key, '--method', 'tools/call', '--tool-name', directTool, '--tool-arg', 'repo=acme/site');
    expect(called.code, called.stderr).toBe(0);
    expect(JSON.parse(called.stdout)).toMatchObject({ structuredContent: { tool: 'create_issue' } });
    const row = { keyId, tool: 'execute_service_tool', serviceTool: 'create_issue', outcome: 'ok' };
    expect((await world.activity()).at(-1)).toMatchObject(row);
  });
}

function run(args: string[]): Promise<{ code: unknown; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [inspector, ...args], (error, stdout, stderr) => resolve({ code: error ? error.code : 0, stdout, stderr }));
  });
}
