import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createLogger } from '@gatehouse/cli';
import {
  type Answer,
  allTools,
  type Credential,
  createGateway,
  createRegistry,
  createSecretBox,
  type Gateway,
  recordServiceEvents,
} from '@gatehouse/core';
import { openServices, type Services, type ServicesOptions } from '@gatehouse/services';
import type { Store } from '@gatehouse/storage';
import { type CallOptions, callGateway } from '../kit/call-gateway.ts';
import { givenEngine, type StorageEngine } from '../kit/engines.ts';
import { type Loose, openEntrances } from '../kit/world.ts';
import { installationSecret, credential as planted } from '../secrets/planted.ts';
import { watchSecrets } from '../secrets/watch.ts';

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
  /** Reports of connectors outside of calls. */
  reported: unknown[];
  as(credential: Credential, tool: string, input?: object): Promise<Loose>;
  call(key: string, tool: string, input: object, more?: CallOptions): Promise<Answer>;
  /** Runs a service tool with the write key. */
  run(toolSlug: string, given?: object, more?: CallOptions): Promise<Answer>;
  addHttp(service: string, url: string, more?: object): Promise<string>;
  addCommand(service: string, args: string[], more?: { env?: object; command?: string }): Promise<string>;
}

export interface ServiceWorldOptions extends Partial<ServicesOptions> {
  engine?: StorageEngine;
}

/** Every connection has the planted credential, unless a test gives it another one; closing the world looks for it everywhere. */
export async function openServiceWorld({ engine = givenEngine, ...options }: ServiceWorldOptions = {}): Promise<ServiceWorld> {
  const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-services-'));
  const store = await engine.open(folder);
  const faults: unknown[] = [];
  const reported: unknown[] = [];
  const watch = watchSecrets();
  const logger = createLogger('debug', (line) => watch.look('the log', line));
  const secret = Buffer.from(installationSecret);
  const services = await openServices({
    box: createSecretBox({ secret }),
    events: recordServiceEvents(store),
    report(error, connectionId) {
      reported.push(error);
      logger.fault('a connection failed in the background', error, { connectionId });
    },
    allowPrivate: 'all',
    ...options,
  });
  const plain = createGateway({
    store,
    registry: createRegistry(allTools),
    settings: { baseUrl: null, consoleUrl: 'http://localhost:4747', secret, callsPerMinute: 100_000 },
    services,
    report(error, requestId) {
      faults.push(error.cause);
      logger.fault('a call failed with an internal error', error, { requestId });
    },
  });
  const listening = await openEntrances(plain, faults, watch);
  const { gateway } = listening;

  const perform = async (credential: Credential, tool: string, input: object, more: CallOptions = {}) => {
    const answer = await callGateway(gateway, { tool, credential, input, ...more });
    watch.look(`the answer of ${tool}`, answer.ok ? answer.json : answer.error.message);
    return answer;
  };
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
      const access = { type: 'bearer', token: planted };
      const connection = { service, name: service, visibility: 'organization', kind: 'mcp-http', url, access, ...more };
      return (await as(owner, 'add_connection', connection)).connectionId;
    },
    async addCommand(service, args, { env = {}, ...more } = {}) {
      const ownerEmail = 'owner@acme.test';
      const given = { ...env, SERVICE_TOKEN: planted };
      const command = { orgId, ownerEmail, service, name: service, command: process.execPath, args, env: given, ...more };
      return (await as({ type: 'operator' }, 'add_command_connection', command)).connectionId;
    },
    async [Symbol.asyncDispose]() {
      await listening.close();
      await services.close();
      watch.look('faults', faults);
      watch.look('the database', await engine.dump(folder));
      watch.lookAtFolder(folder);
      await store.close();
      rmSync(folder, { recursive: true });
      watch.close();
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
