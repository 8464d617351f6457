import type { Gateway } from '@gatehouse/core';
import type { Activity } from '@gatehouse/storage';
import { givenEngine } from '../kit/engines.ts';
import { type KeyOptions, openWorld, type WorldOptions } from '../kit/world.ts';
import { installationSecret } from '../secrets/planted.ts';

export interface McpWorld {
  gateway: Gateway;
  /** The data directory, for a second process on it. */
  directory: string;
  /** Environment of such a process. */
  environment: Record<string, string>;
  /** The address of the MCP endpoint. */
  url: string;
  writeKey: string;
  readKey: string;
  /** Reported internal faults. Expected to stay empty. */
  faults: unknown[];
  createKey(access: 'read' | 'write', options?: KeyOptions): Promise<{ key: string; keyId: string }>;
  /** Creates a read key of another person, who is neither owner nor admin. */
  keyOfMember(): Promise<string>;
  /** Calls a tool as the owner, the way the console does. */
  asOwner<Result>(tool: string, input: object): Promise<Result>;
  /** The log of calls by keys, oldest first. */
  activity(): Promise<Activity[]>;
  close(): Promise<void>;
}

/** A running gateway with a key of each access level. */
export async function openMcpWorld(options: WorldOptions = {}): Promise<McpWorld> {
  const world = await openWorld(options);
  const createKey: McpWorld['createKey'] = (access, options) => world.createKey(world.owner, access, options);
  return {
    gateway: world.gateway,
    directory: world.folder,
    environment: { GATEHOUSE_SECRET: installationSecret, ...(await (options.engine ?? givenEngine).environment(world.folder)) },
    url: `${world.url}/mcp`,
    writeKey: (await createKey('write')).key,
    readKey: (await createKey('read')).key,
    faults: world.faults,
    createKey,
    async keyOfMember() {
      const member = await world.addPerson(`${crypto.randomUUID()}@example.com`);
      return (await world.createKey(member, 'read')).key;
    },
    asOwner: (tool, input) => world.as(world.owner, tool, input),
    activity: async () => (await world.activity()).filter((row) => row.keyId !== null).reverse(),
    close: async () => await world[Symbol.asyncDispose](),
  };
}
