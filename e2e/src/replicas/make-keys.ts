import { callTool, openGatehouse, readConfiguration } from '@gatehouse/cli';
import type { Credential } from '@gatehouse/core';
import type { Loose } from '../kit/world.ts';

/** Few enough calls for each: what changes one organization's row, such as the number of its last task, follows one another. */
const keysOfOne = 10;

/**
 * Creates keys of new organizations, ten for each, in this process, because a process for each key would take half a second. A load shares
 * its calls among so many keys that none comes near its limit. A single key with a limit of a million would have all times of the minute in
 * its row.
 */
export async function makeKeys(data: string, environment: Record<string, string>, count: number): Promise<string[]> {
  await using gatehouse = await openClosing(readConfiguration({ data }, environment));
  const { gateway } = gatehouse;
  const call = (credential: Credential, tool: string, input: object) => callTool<Loose>(gateway, credential, tool, input);
  const keys: string[] = [];
  while (keys.length < count) {
    const founded = { name: `Load ${keys.length}`, ownerEmail: 'owner@load.test' };
    const { orgId, ownerId } = await call({ type: 'operator' }, 'create_organization', founded);
    const owner: Credential = { type: 'person', orgId, personId: ownerId };
    const { id: agentId } = await call(owner, 'create_agent', { name: 'load' });
    const made = await Promise.all(Array.from({ length: keysOfOne }, () => call(owner, 'create_key', { agentId, access: 'write' })));
    keys.push(...made.map(({ key }) => key as string));
  }
  return keys;
}

async function openClosing(configuration: ReturnType<typeof readConfiguration>) {
  const gatehouse = await openGatehouse(configuration);
  return { ...gatehouse, [Symbol.asyncDispose]: () => gatehouse.close() };
}
