import type { Browser as ApiBrowser } from '../../console/browser.ts';
import type { Loose } from '../../kit/world.ts';
import type { ConsoleWorld } from '../console-world.ts';

let times = 0;

/** Returns an unused name. */
export const fresh = (name: string): string => `${name}-${++times}`;

/** A program with a person's key, and its answers. */
export async function openProgram(world: ConsoleWorld, name: string, who?: ApiBrowser) {
  const ok = (tool: string, input: object): Promise<Loose> => (who ? who.ok(tool, input, world.orgId) : world.ok(tool, input));
  const { id: agentId } = await ok('create_agent', { name });
  const { key } = await ok('create_key', { agentId, access: 'write' });
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  const call = async (tool: string, input: object): Promise<{ status: number; body: Loose }> => {
    const answer = await fetch(`${world.gateway.url}/v1/tools/${tool}`, { method: 'POST', headers, body: JSON.stringify(input) });
    return { status: answer.status, body: await answer.json() };
  };
  return { agentId, call };
}
