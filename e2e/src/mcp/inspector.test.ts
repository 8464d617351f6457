import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type McpWorld, openMcpWorld } from './mcp-world.ts';

const inspector = fileURLToPath(import.meta.resolve('@modelcontextprotocol/inspector/clients/launcher/build/index.js'));

describe('the inspector in legacy era', () => behaves('legacy'));
describe('the inspector in modern era', () => behaves('modern'));
// Automatic mode chooses one of these.
describe('the inspector in auto era', { tags: ['nightly'] }, () => behaves('auto'));

function behaves(era: string): void {
  let world: McpWorld;

  beforeAll(async () => {
    world = await openMcpWorld();
  });

  afterAll(() => world.close());

  const inspect = (...args: string[]) =>
    run(['--cli', '--server-url', world.url, '--header', `Authorization: Bearer ${world.writeKey}`, '--protocol-era', era, ...args]);

  it('finds no fault in the tools, and gets the answer of one', async () => {
    const listed = await inspect('--method', 'tools/list', '--strict');
    expect(listed.stderr).not.toMatch(/error/i);
    expect(listed.code, listed.stderr).toBe(0);
    const { tools } = JSON.parse(listed.stdout) as { tools: { name: string }[] };
    expect(tools.map((tool) => tool.name)).toEqual(
      world.gateway.registry.describe({ access: 'write', key: null }).map((tool) => tool.name),
    );

    const created = await inspect('--method', 'tools/call', '--tool-name', 'create_folder', '--tool-arg', 'name=Releases');
    expect(created.code, created.stderr).toBe(0);
    expect(JSON.parse(created.stdout)).toMatchObject({ structuredContent: { name: 'Releases' } });
  });

  it('is refused as a tool error', async () => {
    const refused = await inspect('--method', 'tools/call', '--tool-name', 'read_doc', '--tool-arg', 'docId=doc_none');
    expect(refused.code).toBe(5);
    expect(JSON.parse(refused.stdout)).toMatchObject({ isError: true, _meta: { 'gatehouse/error': { reason: 'no_such_item' } } });
  });
}

function run(args: string[]): Promise<{ code: unknown; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [inspector, ...args], (error, stdout, stderr) => resolve({ code: error ? error.code : 0, stdout, stderr }));
  });
}
