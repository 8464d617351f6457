import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type AnyDefinition,
  agentTools,
  type Credential,
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
  /** The data directory, for a second process on it. */
  directory: string;
  /** The address of the MCP endpoint. */
  url: string;
  writeKey: string;
  readKey: string;
  /** What was reported as a fault of ours: expected to stay empty. */
  faults: unknown[];
  createKey(access: 'read' | 'write'): Promise<{ key: string; keyId: string }>;
  /** A read key of another person, who is no owner or admin. */
  keyOfMember(): Promise<string>;
  /** Calls a tool as the owner, the way the console does. */
  asOwner<Result>(tool: string, input: object): Promise<Result>;
  /** The log of calls by keys, oldest first. */
  activity(): Promise<Activity[]>;
  close(): Promise<void>;
}

export interface McpWorldOptions {
  /** Tools of the test, behind those of the product. */
  tools?: readonly AnyDefinition[];
  callsPerMinute?: number;
}

/** A gateway on an empty data directory with its MCP entrance listening on a free port of loopback. */
export async function openMcpWorld({ tools = [], callsPerMinute = 100_000 }: McpWorldOptions = {}): Promise<McpWorld> {
  const directory = mkdtempSync(join(tmpdir(), 'gatehouse-mcp-'));
  const faults: unknown[] = [];
  const report = (error: unknown) => void faults.push(error);
  const gateway = openGateway(directory, report, { tools, callsPerMinute });
  const entrance = createMcpEntrance({ gateway, version: '1.0.0', report });
  const server = createServer(getRequestListener((request) => entrance.handle(request), { overrideGlobalObjects: false }));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));

  const organization = { name: 'Acme', ownerEmail: 'ada@example.com', ownerName: 'Ada' };
  const { orgId, ownerId } = await perform<{ orgId: string; ownerId: string }>(
    gateway,
    { type: 'operator' },
    'create_organization',
    organization,
  );
  const asOwner = <Result>(tool: string, input: object) =>
    perform<Result>(gateway, { type: 'person', orgId, personId: ownerId }, tool, input);
  const agent = await asOwner<{ id: string }>('create_agent', { name: 'tester' });
  const createKey: McpWorld['createKey'] = (access) => asOwner('create_key', { agentId: agent.id, access });

  return {
    gateway,
    entrance,
    directory,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    writeKey: (await createKey('write')).key,
    readKey: (await createKey('read')).key,
    faults,
    createKey,
    async keyOfMember() {
      const email = `${crypto.randomUUID()}@example.com`;
      await asOwner('add_person', { email });
      const { id } = await asOwner<{ id: string }>('create_agent', { name: 'of a member', ownerEmail: email });
      return (await asOwner<{ key: string }>('create_key', { agentId: id, access: 'read' })).key;
    },
    asOwner,
    async activity() {
      const rows = await gateway.store.read(() => gateway.store.activity.list({ orgId, limit: 1000 }));
      return rows.filter((row) => row.keyId !== null).reverse();
    },
    async close() {
      await entrance.close();
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
      await gateway.store.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** A gateway on a data directory, in the process that asks for it. */
export function openGateway(
  directory: string,
  report: (error: unknown) => void,
  { tools = [], callsPerMinute = 100_000 }: McpWorldOptions = {},
): Gateway {
  return createGateway({
    store: openSqlite({ file: join(directory, 'gatehouse.db') }),
    registry: createRegistry([...agentTools, ...peopleTools, ...tools]),
    settings: { baseUrl: null, secret: Buffer.alloc(32, 7), callsPerMinute },
    report,
  });
}

async function perform<Result>(gateway: Gateway, credential: Credential, tool: string, input: object): Promise<Result> {
  const answer = await gateway.call({
    tool,
    credential,
    origin: { entrance: 'cli' },
    requestId: newId('req', Date.now()),
    readArguments: () => input,
    argumentBytes: 0,
  });
  if (!answer.ok) throw answer.error;
  return answer.value as Result;
}
