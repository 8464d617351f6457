import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type McpWorld, openMcpWorld } from './mcp-world.ts';

interface Entry {
  url?: string;
  httpUrl?: string;
  headers?: Record<string, string>;
  command?: string;
  args?: string[];
  env?: Record<string, string>;
}

const page = readFileSync(join(import.meta.dirname, '../../../docs/guides/connect-a-client-with-a-key.md'), 'utf8');
const entries = [...page.matchAll(/^## ([^\n]+)\n|```json\n([\s\S]*?)```/gm)].reduce<{ heading: string; found: [string, Entry][] }>(
  ({ heading, found }, [, title, json]) => {
    if (json === undefined) return { heading: title ?? heading, found };
    const settings = JSON.parse(json) as { mcpServers?: Record<string, Entry>; servers?: Record<string, Entry> };
    return { heading, found: [...found, [heading, (settings.mcpServers ?? settings.servers)?.gatehouse as Entry]] };
  },
  { heading: '', found: [] },
).found;

describe('settings in docs/guides/connect-a-client-with-a-key.md', () => {
  let world: McpWorld;

  beforeAll(async () => {
    world = await openMcpWorld();
  });

  afterAll(() => world.close());

  it('exist for each client', () => {
    expect(new Set(entries.map(([client]) => client))).toEqual(
      new Set(['Claude Code', 'Claude Desktop', 'Cursor', 'VS Code', 'Gemini CLI', 'Any other client']),
    );
  });

  it.each(entries.filter(([, entry]) => entry.headers))('reach the gateway over HTTP: %s', async (_client, { url, httpUrl, headers }) => {
    expect(url ?? httpUrl).toBe('http://127.0.0.1:4747/mcp');
    const withKey = Object.fromEntries(
      Object.entries(headers ?? {}).map(([name, value]) => [name, value.replace(/(gth_…|\$\{[^}]+\}|\$\w+)$/, world.readKey)]),
    );
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    const common = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
    expect((await fetch(world.url, { method: 'POST', headers: { ...common, ...withKey }, body })).status).toBe(200);
  });

  it.each(entries.filter(([, entry]) => entry.command))(
    'start the stdio entrance with the key in the environment: %s',
    (_client, { command, args, env }) => {
      expect([command, args?.slice(-2), Object.keys(env ?? {})]).toEqual(['npx', ['gatehouse', 'mcp'], ['GATEHOUSE_KEY']]);
      expect(JSON.stringify(args)).not.toContain('gth_');
    },
  );
});
