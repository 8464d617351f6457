import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type AnyDefinition,
  agentTools,
  type Call,
  createGateway,
  createRegistry,
  type Gateway,
  newId,
  peopleTools,
} from '@gatehouse/core';
import { createMcpEntrance, type McpEntrance } from '@gatehouse/mcp';
import { type Activity, openSqlite } from '@gatehouse/storage';
import { getRequestListener } from '@hono/node-server';

export interface McpWorld {
  gateway: Gateway;
  entrance: McpEntrance;
  /** The address of the MCP endpoint. */
  url: string;
  writeKey: string;
  readKey: string;
  owner: { orgId: string; personId: string };
  /** What was reported as a fault of ours: expected to stay empty. */
  faults: unknown[];
  createKey(options: { access: 'read' | 'write'; expiresAt?: number }): Promise<{ key: string; keyId: string }>;
  /** Calls a tool as the owner, the way the console does. */
  asOwner(tool: string, input: object): Promise<any>;
  activity(): Promise<Activity[]>;
  close(): Promise<void>;
}

/** A gateway on an empty data directory with its MCP entrance listening on a free port of loopback. */
export async function openMcpWorld(
  options: { tools?: readonly AnyDefinition[]; callsPerMinute?: number; clock?: () => number } = {},
): Promise<McpWorld> {
  const directory = mkdtempSync(join(tmpdir(), 'gatehouse-mcp-'));
  const store = openSqlite({ file: join(directory, 'gatehouse.db') });
  const faults: unknown[] = [];
  const gateway = createGateway({
    store,
    registry: createRegistry([...agentTools, ...peopleTools, ...(options.tools ?? [])]),
    settings: { baseUrl: null, secret: Buffer.alloc(32, 7), callsPerMinute: options.callsPerMinute ?? 100_000 },
    report: (error) => faults.push(error),
    ...(options.clock && { clock: options.clock }),
  });
  const entrance = createMcpEntrance({ gateway, version: '1.0.0', report: (error) => faults.push(error) });
  const server = createServer(getRequestListener((request) => entrance.handle(request), { overrideGlobalObjects: false }));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));

  async function perform(credential: Call['credential'], tool: string, input: object): Promise<any> {
    const answer = await gateway.call({
      tool,
      credential,
      origin: { entrance: 'cli' },
      requestId: newId('req', Date.now()),
      readArguments: () => input,
      argumentBytes: 0,
    });
    if (!answer.ok) throw answer.error;
    return answer.value;
  }

  const created = await perform({ type: 'operator' }, 'create_organization', {
    name: 'Acme',
    ownerEmail: 'ada@example.com',
    ownerName: 'Ada',
  });
  const owner = { orgId: created.orgId as string, personId: created.ownerId as string };
  const asOwner = (tool: string, input: object) => perform({ type: 'person', ...owner }, tool, input);
  const agent = await asOwner('create_agent', { name: 'tester' });
  const createKey: McpWorld['createKey'] = (key) => asOwner('create_key', { agentId: agent.agentId ?? agent.id, ...key });

  return {
    gateway,
    entrance,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    writeKey: (await createKey({ access: 'write' })).key,
    readKey: (await createKey({ access: 'read' })).key,
    owner,
    faults,
    createKey,
    asOwner,
    activity: () => store.read(() => store.activity.list({ orgId: owner.orgId, limit: 1000 } as never)),
    async close() {
      await entrance.close();
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
      await store.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
