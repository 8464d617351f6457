import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  type Answer,
  agentTools,
  type Call,
  type Credential,
  createGateway,
  createRegistry,
  createSecretBox,
  type Gateway,
  newId,
  peopleTools,
  recordServiceEvents,
} from '@gatehouse/core';
import { createServices, type Services, type ServicesOptions } from '@gatehouse/services';
import { openSqlite, type Store } from '@gatehouse/storage';
import { type Loose, openEntrances } from '../world.ts';

/** A gateway with real connectors, its entrances on a port of loopback, and one organization. */
export interface ServiceWorld extends AsyncDisposable {
  folder: string;
  store: Store;
  gateway: Gateway;
  services: Services;
  url: string;
  orgId: string;
  owner: Credential & { type: 'person' };
  writeKey: string;
  readKey: string;
  /** Faults of ours: tests expect none. */
  faults: unknown[];
  /** What connectors reported while nobody waited. */
  reported: unknown[];
  as(credential: Credential, tool: string, input?: object): Promise<Loose>;
  call(key: string, tool: string, input: object, more?: Partial<Call>): Promise<Answer>;
  /** Runs a service tool with the write key. */
  run(toolSlug: string, given?: object, more?: Partial<Call>): Promise<Answer>;
  addHttp(service: string, url: string, more?: object): Promise<string>;
  addCommand(service: string, args: string[], more?: object): Promise<string>;
}

export async function openServiceWorld(options: Partial<ServicesOptions> = {}): Promise<ServiceWorld> {
  const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-services-'));
  const store = openSqlite({ file: path.join(folder, 'gatehouse.db'), durability: 'relaxed' });
  const faults: unknown[] = [];
  const reported: unknown[] = [];
  const services = createServices({
    box: createSecretBox({ secret: Buffer.alloc(32, 7) }),
    events: recordServiceEvents(store),
    report: (error) => reported.push(error),
    allowPrivate: 'all',
    ...options,
  });
  const plain = createGateway({
    store,
    registry: createRegistry([...agentTools, ...peopleTools]),
    settings: { baseUrl: null, secret: Buffer.alloc(32, 7), callsPerMinute: 100_000 },
    services,
    report: (error) => faults.push(error.cause),
  });
  const listening = await openEntrances(plain, faults);
  const { gateway } = listening;

  const perform = (credential: Credential, tool: string, input: object, more: Partial<Call> = {}) =>
    gateway.call({
      tool,
      credential,
      origin: { entrance: credential.type === 'key' ? 'http' : 'cli' },
      requestId: newId('req', Date.now()),
      readArguments: () => input,
      argumentBytes: 0,
      ...more,
    });
  const as = async (credential: Credential, tool: string, input: object = {}): Promise<Loose> => {
    const answer = await perform(credential, tool, input);
    if (!answer.ok) throw answer.error;
    return answer.value;
  };
  const { orgId, ownerId } = await as({ type: 'operator' }, 'create_organization', { name: 'Acme', ownerEmail: 'owner@acme.test' });
  const owner = { type: 'person' as const, orgId, personId: ownerId };
  const agent = await as(owner, 'create_agent', { name: 'test agent' });
  const keyOf = async (access: string) => (await as(owner, 'create_key', { agentId: agent.id, access })).key;
  const [writeKey, readKey] = [await keyOf('write'), await keyOf('read')];
  const call: ServiceWorld['call'] = (key, tool, input, more) => perform({ type: 'key', key }, tool, input, more);

  return {
    folder,
    store,
    gateway,
    services,
    url: listening.url,
    orgId,
    owner,
    writeKey,
    readKey,
    faults,
    reported,
    as,
    call,
    run: (toolSlug, given = {}, more) => call(writeKey, 'execute_service_tool', { toolSlug, arguments: given }, more),
    async addHttp(service, url, more = {}) {
      const connection = { service, name: service, visibility: 'organization', kind: 'mcp-http', url, ...more };
      return (await as(owner, 'add_connection', connection)).connectionId;
    },
    async addCommand(service, args, more = {}) {
      const command = { orgId, ownerEmail: 'owner@acme.test', service, name: service, command: process.execPath, args, ...more };
      return (await as({ type: 'operator' }, 'add_command_connection', command)).connectionId;
    },
    async [Symbol.asyncDispose]() {
      await listening.close();
      await services.close();
      await store.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** The text of a refused call; fails when it was not refused. */
export function refusalOf(answer: Answer): { code: string; reason: string | undefined; message: string } {
  if (answer.ok) throw new Error(`was not refused: ${answer.json.slice(0, 300)}`);
  const { code, reason, message } = answer.error;
  return { code, reason, message };
}

/** The result of a call; fails with its message when it was refused. */
export function resultOf(answer: Answer): Loose {
  if (!answer.ok) throw answer.error;
  return answer.value;
}
