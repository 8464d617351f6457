import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { type Loose, openWorld } from '../kit/world.ts';
import { callMcp } from './sign-in.ts';
import { noDocument } from './sign-in-world.ts';

const pages = ['start/connect-claude.md', 'guides/connect-other-clients.md', 'guides/fix-a-client.md', 'guides/control-client-sign-in.md'];
const guide = pages.map((page) => readFileSync(path.join(import.meta.dirname, '../../../docs', page), 'utf8')).join('\n');
const shown = 'https://gatehouse.example';

it('settings and commands in the sign-in guides use the address at which clients sign in, and no key', async () => {
  await using world = await openWorld({ signIn: { getDocument: noDocument } });
  const settings = [...guide.matchAll(/```json\n([\s\S]*?)```/g)].map(([, json]) => JSON.parse(json as string) as Loose);
  const entries = settings.map(({ mcpServers, servers, mcp }) => (mcpServers ?? servers ?? mcp).gatehouse);
  const commands = [...guide.matchAll(/```sh[^\n]*\n([\s\S]*?)```/g)].flatMap(([, lines]) => (lines as string).match(/https?:\S+/g) ?? []);
  const addresses = [...entries.map(({ url, httpUrl, args }) => url ?? httpUrl ?? args.at(-1)), ...commands];
  expect(addresses.length).toBeGreaterThanOrEqual(6);
  for (const address of addresses) {
    expect(address.startsWith(shown)).toBe(true);
    const { status, challenge } = await callMcp(world.url, undefined, 'whoami', {}, address.slice(shown.length));
    expect([status, challenge]).toEqual([401, expect.stringContaining('resource_metadata')]);
  }
  expect(guide).not.toContain('gth_');
});
