import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  type AnyDefinition,
  allTools,
  type CompanyPort,
  type Credential,
  createGateway,
  createRegistry,
  createStepRecorder,
  type Gateway,
  type Mailer,
  type Settings,
} from '@gatehouse/core';
import type { AccessLevel, Role } from '@gatehouse/domain';
import {
  type AuthorizationHandler,
  type AuthorizationRequest,
  type BodiesOptions,
  createBodies,
  createStreamPlaces,
} from '@gatehouse/entrance';
import { createHttpEntrance, createMetrics, type HttpServer, openHttpServer } from '@gatehouse/http';
import { createMcpEntrance, type SignIn } from '@gatehouse/mcp';
import { type AuthorizationServerOptions, createAuthorizationServer } from '@gatehouse/oauth';
import type { Activity, FileStore, Store } from '@gatehouse/storage';
import { installationSecret, credential as planted } from '../secrets/planted.ts';
import { type SecretWatch, watchSecrets } from '../secrets/watch.ts';
import { callGateway } from './call-gateway.ts';
import { givenEngine, type StorageEngine } from './engines.ts';
import { fakeService } from './fake-service.ts';

/** A value of any shape, for reading answers in tests. */
// biome-ignore lint/suspicious/noExplicitAny: answers are checked against their output schemas where it matters
export type Loose = any;

export type PersonCredential = Credential & { type: 'person' };

export interface CreatedKey {
  key: string;
  keyId: string;
}

export interface KeyOptions {
  folders?: { folderId: string; access: AccessLevel }[];
  expiresAt?: number;
  name?: string;
  tools?: string[];
  connections?: string[];
  directTools?: { toolSlug: string; connectionId?: string }[];
}

/** An organization with its owner. */
export interface Tenant {
  orgId: string;
  owner: PersonCredential;
  addPerson(email: string, role?: Role): Promise<PersonCredential>;
}

/** A method, or ALL, and a path in which `:name` and `*` stand for anything. */
export interface Route {
  method: string;
  path: string;
}

/** A running gateway on an empty data directory, with every entrance open and one organization. */
export interface World extends AsyncDisposable, Tenant {
  folder: string;
  store: Store;
  /** Gateway that the entrances use. */
  gateway: Gateway;
  /** The same gateway, without the changes of the test. */
  unaltered: Gateway;
  /** The address of the HTTP server. */
  url: string;
  server: HttpServer;
  /** All routes of the server, including handlers that run before routes. */
  routes: readonly Route[];
  /** Virtual time, which tests move. */
  clock: { now: number };
  settings: Settings;
  /** Answers with `internal_error`. Tests expect none. */
  faults: unknown[];
  addOrganization(name: string): Promise<Tenant>;
  createKey(person: PersonCredential, access: AccessLevel, options?: KeyOptions): Promise<CreatedKey>;
  /** A person's call, as the console and the command line make it. Throws when it is refused. */
  as(person: PersonCredential, tool: string, input?: object): Promise<Loose>;
  /** Newest first. */
  activity(orgId?: string): Promise<Activity[]>;
}

export interface WorldOptions {
  engine?: StorageEngine;
  files?: FileStore;
  mailer?: Mailer;
  company?: CompanyPort | undefined;
  callsPerMinute?: number;
  /** Tools of the test, after those of the product. */
  tools?: readonly AnyDefinition[];
  /** Changes the gateway for the entrances, for example to add a fault or another limit. */
  alter?: (gateway: Gateway) => Gateway;
  /** Limits of request bodies. */
  bodies?: BodiesOptions | undefined;
  /** Maximum number of open streams. */
  streams?: number | undefined;
  /** Has clients sign in, with documents of clients from here. */
  signIn?: { getDocument: AuthorizationServerOptions['getDocument'] } | undefined;
  /** Clock that calls read. The entrances use real time for values that libraries date themselves. */
  clock?: { now: number };
}

export async function openWorld({
  engine = givenEngine,
  files,
  mailer,
  company,
  callsPerMinute = 100_000,
  tools = [],
  alter = same,
  bodies,
  streams,
  signIn,
  clock = { now: Date.UTC(2026, 0, 1) },
}: WorldOptions = {}): Promise<World> {
  const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-e2e-'));
  const store = await engine.open(folder);
  const faults: unknown[] = [];
  const watch = watchSecrets();
  const settings: Settings = {
    baseUrl: null,
    consoleUrl: 'http://localhost:4747',
    secret: Buffer.from(installationSecret),
    callsPerMinute,
  };
  const gateway = createGateway({
    store,
    files,
    registry: createRegistry([...allTools, ...tools]),
    settings,
    services: fakeService,
    mailer,
    company,
    clock: () => clock.now,
    report: (error) => faults.push(error.cause),
  });
  const listening = await openEntrances(alter(gateway), faults, watch, { bodies, streams, signIn });
  settings.baseUrl = listening.url;
  settings.consoleUrl = listening.url;
  settings.signInUrl = signIn && `${listening.url}/mcp`;

  async function vouched(credential: Credential, tool: string, input: object = {}): Promise<Loose> {
    const given = tool === 'add_connection' ? { access: { type: 'bearer', token: planted }, ...input } : input;
    const answer = await callGateway(gateway, { tool, credential, input: given, origin: { entrance: 'cli' } });
    if (!answer.ok) throw answer.error;
    return answer.value;
  }

  async function addOrganization(name: string): Promise<Tenant> {
    const ownerEmail = `owner@${name.toLowerCase()}.test`;
    const { orgId, ownerId } = await vouched({ type: 'operator' }, 'create_organization', { name, ownerEmail });
    const owner: PersonCredential = { type: 'person', orgId, personId: ownerId };
    return {
      orgId,
      owner,
      async addPerson(email, role = 'member') {
        const { id } = await vouched(owner, 'add_person', { email, role });
        return { type: 'person', orgId, personId: id };
      },
    };
  }

  const tenant = await addOrganization('Acme');
  return {
    ...tenant,
    folder,
    store,
    gateway: listening.gateway,
    unaltered: gateway,
    url: listening.url,
    server: listening.server,
    routes: listening.routes,
    clock,
    settings,
    faults,
    addOrganization,
    async createKey(person, access, options = {}) {
      const agent = await vouched(person, 'create_agent', { name: 'test agent' });
      const { key, keyId } = await vouched(person, 'create_key', { agentId: agent.id, access, ...options });
      return { key, keyId };
    },
    as: vouched,
    activity: (orgId = tenant.orgId) => store.read(() => store.activity.list({ orgId, limit: 100_000 })),
    async [Symbol.asyncDispose]() {
      await listening.close();
      watch.look('faults', faults);
      watch.look('the database', await engine.dump(folder));
      watch.lookAtFolder(folder);
      await store.close();
      rmSync(folder, { recursive: true });
      watch.close();
    },
  };
}

/** HTTP and MCP on one port, as the program composes them. */
export async function openEntrances(
  given: Gateway,
  faults: unknown[],
  watch: SecretWatch,
  options: Pick<WorldOptions, 'bodies' | 'streams' | 'signIn'> = {},
) {
  const metrics = createMetrics();
  const report = (error: unknown) => void faults.push(error);
  const gateway = metrics.watch(given);
  const bodies = createBodies(options.bodies);
  const streamPlaces = createStreamPlaces(options.streams);
  const authorization = options.signIn && signsIn(given, report, options.signIn);
  const { app } = createHttpEntrance({ gateway, metrics, report, bodies, streamPlaces, authorization });
  const mcp = createMcpEntrance({ gateway, report, bodies, streamPlaces, version: '1.0.0', signIn: authorization?.signIn });
  app.all('/mcp', (c) => mcp.handle(c.req.raw, c.env));
  if (authorization) app.all('/mcp/key', (c) => mcp.handleKeys(c.req.raw, c.env));
  const server = await openHttpServer({ fetch: app.fetch, host: '127.0.0.1', port: 0, metrics, report });
  watch.listenTo(server.address.port);
  const routes: readonly Route[] = app.routes;
  return {
    gateway,
    server,
    routes,
    url: `http://127.0.0.1:${server.address.port}`,
    async close() {
      await Promise.all([server.drain(), mcp.close()]);
      await authorization?.close();
    },
  };
}

function same(gateway: Gateway): Gateway {
  return gateway;
}

/** The address of the gateway is known once it listens. */
function signsIn(gateway: Gateway, report: (error: unknown) => void, { getDocument }: NonNullable<WorldOptions['signIn']>) {
  const baseUrl = () => gateway.settings.baseUrl ?? '';
  const { note, close } = createStepRecorder({ store: gateway.store, clock: gateway.clock, report, delayMs: 20 });
  let server: AuthorizationHandler | undefined;
  const signIn: SignIn = {
    get resourceMetadata() {
      return `${baseUrl()}/.well-known/oauth-protected-resource/mcp`;
    },
    onRefused: ({ shown, ...request }) => void note({ step: 'challenge', status: 401, asked: { shown }, answered: {}, ...request }),
    onConnected: (connected) => void note({ step: 'connection', status: 200, asked: {}, answered: {}, ...connected }),
  };
  return {
    signIn,
    handle(request: AuthorizationRequest) {
      server ??= createAuthorizationServer({ gateway, baseUrl: baseUrl(), getDocument, report, note });
      return server.handle(request);
    },
    close,
  };
}
