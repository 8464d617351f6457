import { afterAll, beforeAll, expect, it } from 'vitest';
import { runProgram } from '../cli/command.ts';
import { forEachEngine } from '../kit/engines.ts';
import { initialize } from './initialize.ts';
import { type McpWorld, openMcpWorld } from './mcp-world.ts';
import { legacyCall, post, postModern } from './raw.ts';
import { stdioCommand } from './stdio-command.ts';

interface Greeting {
  result: { instructions: string };
}

const houseRules = 'Write in English.\nAsk before you delete anything.';
const ending = `\n\nHouse rules of this organization:\n${houseRules}`;

/** House rules as agents receive them (D80). */
forEachEngine((engine) => {
  let world: McpWorld;
  beforeAll(async () => {
    world = await openMcpWorld({ engine });
  });
  afterAll(() => world.close());

  const greetings: Record<string, () => Promise<string>> = {
    initialize: async () => ((await (await post(world.url, world.readKey, initialize())).json()) as Greeting).result.instructions,
    'server/discover': async () =>
      ((await (await postModern(world.url, world.readKey, 'server/discover')).json()) as Greeting).result.instructions,
    stdio: async () => {
      const { args, env } = stdioCommand(world, world.readKey);
      const ended = await runProgram(args.slice(1), { env, input: `${JSON.stringify(initialize())}\n` });
      return (JSON.parse(ended.stdout) as Greeting).result.instructions;
    },
  };

  it.each(Object.keys(greetings))('are at the end of the instructions, by %s, while there are any', async (way) => {
    const greeting = greetings[way] as () => Promise<string>;
    await world.asOwner('set_house_rules', { houseRules: '' });
    const plain = await greeting();
    expect(plain).toMatch(/^Gatehouse is /);
    expect(plain).not.toContain('House rules');
    await world.asOwner('set_house_rules', { houseRules });
    expect(await greeting()).toBe(`${plain}${ending}`);
    // House rules must not move our first 512 characters, because clients cut there.
    expect((await greeting()).slice(0, 512)).toBe(plain.slice(0, 512));
  });

  it('are in whoami over both entrances', async () => {
    await world.asOwner('set_house_rules', { houseRules });
    const http = await fetch(world.url.replace(/\/mcp$/, '/v1/tools/whoami'), {
      method: 'POST',
      headers: { Authorization: `Bearer ${world.readKey}` },
    });
    expect(await http.json()).toMatchObject({ houseRules });
    const mcp = await post(world.url, world.readKey, legacyCall('whoami', {}));
    expect(await mcp.json()).toMatchObject({ result: { structuredContent: { houseRules } } });
    expect(world.faults).toEqual([]);
  });
});
