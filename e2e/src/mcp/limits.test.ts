import { expect, it } from 'vitest';
import { sdkClients, type ToolResult } from './clients.ts';
import { openMcpWorld } from './mcp-world.ts';
import { legacyCall, post, postModern } from './raw.ts';

it('admits 240 calls of one key through all entrances and processes together, then refuses at every entrance (D13)', async () => {
  const world = await openMcpWorld({ callsPerMinute: 240 });
  const key = world.readKey;
  const test = { TEST_DATA: world.directory, TEST_CALLS: '240', TEST_NOW: String(world.gateway.clock()) };
  const env = { ...test, ...world.environment, GATEHOUSE_KEY: key };
  const overStdio = await sdkClients[0]!.connect({ command: process.execPath, args: [`${import.meta.dirname}/stdio-process.ts`], env });
  const entrances: Record<string, () => Promise<boolean>> = {
    http: async () =>
      (await fetch(world.url.replace(/\/mcp$/, '/v1/tools/whoami'), { method: 'POST', headers: { Authorization: `Bearer ${key}` } })).ok,
    modern: async () =>
      isAdmitted(
        (await (await postModern(world.url, key, 'tools/call', { name: 'whoami', arguments: {} })).json()) as { result: ToolResult },
      ),
    legacy: async () => isAdmitted((await (await post(world.url, key, legacyCall('whoami'))).json()) as { result: ToolResult }),
    stdio: async () => isAdmitted({ result: await overStdio.call('whoami') }),
  };
  const calls = Object.values(entrances).flatMap((entrance) => Array.from({ length: 65 }, () => entrance));
  const admitted = await Promise.all(calls.map((entrance) => entrance()));
  expect([calls.length, admitted.filter(Boolean).length]).toEqual([260, 240]);
  for (const [name, entrance] of Object.entries(entrances)) expect([name, await entrance()]).toEqual([name, false]);
  await overStdio.close();
  await world.close();
});

function isAdmitted({ result }: { result: ToolResult }): boolean {
  return result.isError !== true;
}
