import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ConsoleWorld, openConsoleWorld } from './console-world.ts';
import { watchFocus } from './focus/watch-focus.ts';
import { keyboard, typeInto } from './walks/hands.ts';
import { withOwnSession } from './walks/own-session.ts';
import { readMcpEndpoint, readSnippets, runSnippet } from './walks/snippets.ts';
import { walks } from './walks/walks.ts';

// The nightly script repeats the walks with a pointer, on both engines, in both themes and widths.
describe('a person with only a keyboard', () => {
  let world: ConsoleWorld;
  beforeAll(async () => {
    world = await openConsoleWorld([], { GATEHOUSE_ALLOW_PRIVATE_SERVICES: '127.0.0.1' });
  });
  afterAll(() => world[Symbol.asyncDispose]());

  it.each(walks)('$title', async ({ go }) => {
    await go(watchful(await withOwnSession(world)), keyboard, {});
  });

  it('sees snippets that work as pasted, in a shell, in programs, and in MCP clients', async () => {
    await using visitor = await world.visit(world.owner);
    const { page } = visitor;
    await page.goto(world.at('/agents/connect'));
    await typeInto(page.getByLabel('Name'), 'pasted');
    await page.getByRole('button', { name: 'Create key' }).click();
    const key = await page.locator('[data-secret]').textContent();
    const snippets = await readSnippets(page);
    expect([...snippets.keys()]).toEqual([
      'curl',
      'TypeScript',
      'Python',
      'Claude Code',
      'Cursor',
      'VS Code',
      'Gemini CLI',
      'Codex',
      'Claude Desktop',
      'MCP JSON',
    ]);
    // Python is not on every machine.
    for (const name of ['curl', 'TypeScript', ...(hasPython() ? ['Python'] : [])])
      expect(await runSnippet(name, snippets.get(name) ?? ''), name).toContain(key?.slice(0, 12));
    for (const name of ['Claude Code', 'Claude Desktop', 'Cursor', 'Gemini CLI', 'MCP JSON'])
      expect(readMcpEndpoint(snippets.get(name) ?? ''), name).toEqual({ url: `${world.origin}/mcp/key`, authorization: `Bearer ${key}` });
    for (const name of ['Claude Desktop', 'Cursor', 'VS Code', 'MCP JSON'])
      expect(Object.keys(JSON.parse(snippets.get(name) ?? ''))).toContain(name === 'VS Code' ? 'servers' : 'mcpServers');
    expect(snippets.get('VS Code')).not.toContain(key);
    expect(snippets.get('Codex')).toContain(`export GATEHOUSE_KEY=${key}`);
  });
});

/** The same world, where a page on which the keys have lost the focus is at fault. */
function watchful(world: ConsoleWorld): ConsoleWorld {
  return {
    ...world,
    async visit(who, options) {
      const visitor = await world.visit(who, options);
      await watchFocus(visitor);
      return visitor;
    },
  };
}

function hasPython(): boolean {
  try {
    execFileSync('python3', ['--version']);
    return true;
  } catch {
    return false;
  }
}
