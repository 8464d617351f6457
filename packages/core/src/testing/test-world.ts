import type { AccessLevel, Role } from '@gatehouse/domain';
import type { FileStore, Store } from '@gatehouse/storage';
import { postgresMissing, type TestStore, testEngines } from '@gatehouse/storage/testing';
import type { Answer, Call } from '../gateway/calls/call.ts';
import { createGateway, type Gateway } from '../gateway/pipeline/gateway.ts';
import { createRegistry } from '../gateway/registry/registry.ts';
import { allTools } from '../gateway/tools/all-tools.ts';
import type { Credential } from '../kernel/context/context.ts';
import type { AnyDefinition } from '../kernel/context/tool.ts';
import { newId } from '../kernel/ids/ids.ts';
import type { Mailer } from '../kernel/mail/mailer.ts';
import type { CompanyPort } from '../kernel/ports/company-port.ts';
import type { ServicePort } from '../kernel/ports/service-port.ts';
import type { TextExtractor } from '../kernel/ports/text-extractor.ts';
import type { TextMerger } from '../kernel/ports/text-merger.ts';

/** A value of any shape, for reading answers in tests. */
// biome-ignore lint/suspicious/noExplicitAny: answers are checked against their output schemas where it matters
export type Loose = any;

export interface World extends AsyncDisposable {
  store: Store;
  gateway: Gateway;
  /** Virtual time, which tests move. */
  clock: { now: number };
  orgId: string;
  owner: Credential & { type: 'person' };
  reported: Error[];
  /** Opens the same database as another process does. */
  openAnother(): Promise<Store>;
  call(credential: Credential | string, tool: string, input?: unknown): Promise<Answer>;
  /** The result of a call that must succeed. */
  ok(credential: Credential | string, tool: string, input?: unknown): Promise<Loose>;
  /** `code` or `code/reason` of a call that must fail. */
  refused(credential: Credential | string, tool: string, input?: unknown): Promise<string>;
  addPerson(email: string, role?: Role): Promise<Credential & { type: 'person' }>;
  key(person: Credential, access: AccessLevel, options?: { expiresAt?: number }): Promise<string>;
}

export interface WorldOptions {
  engine?: Store['dialect'];
  callsPerMinute?: number;
  extraTools?: AnyDefinition[];
  baseUrl?: string | null;
  consoleUrl?: string;
  services?: ServicePort;
  mailer?: Mailer;
  company?: CompanyPort;
  files?: FileStore;
  merger?: TextMerger;
  extractor?: TextExtractor;
}

/** Engines that a suite runs on. The tests of an absent one are skipped. */
export const engines = [
  { engine: 'sqlite', missing: undefined },
  { engine: 'postgres', missing: postgresMissing() },
] as const;

/** A gateway on an empty database with one organization, for tests of the core. */
export async function createWorld({
  engine = 'sqlite',
  callsPerMinute = 100_000,
  extraTools = [],
  baseUrl = 'http://gatehouse.test',
  consoleUrl = 'http://gatehouse.test',
  services,
  mailer,
  company,
  files,
  merger,
  extractor,
}: WorldOptions = {}): Promise<World> {
  const opened = await openTestStore(engine);
  const { store } = opened;
  const clock = { now: Date.UTC(2026, 0, 1) };
  const reported: Error[] = [];
  const gateway = createGateway({
    store,
    files,
    registry: createRegistry([...allTools, ...extraTools]),
    settings: { baseUrl, consoleUrl, secret: Buffer.alloc(32, 7), callsPerMinute },
    services,
    mailer,
    company,
    ...(merger && { merger }),
    ...(extractor && { extractor }),
    clock: () => clock.now,
    report: (error) => reported.push(error),
  });

  const call = (credential: Credential | string, tool: string, input?: unknown) => callOn(gateway, credential, tool, input);
  const ok = async (credential: Credential | string, tool: string, input?: unknown): Promise<Loose> => {
    const answer = await call(credential, tool, input);
    if (!answer.ok) throw new Error(`${tool}: ${answer.error.message}`, { cause: answer.error.cause });
    return answer.value;
  };
  const { orgId, ownerId } = await ok({ type: 'operator' }, 'create_organization', { name: 'Acme', ownerEmail: 'owner@acme.test' });
  const owner = { type: 'person' as const, orgId, personId: ownerId };

  return {
    store,
    gateway,
    clock,
    orgId,
    owner,
    reported,
    openAnother: () => opened.openAnother(),
    call,
    ok,
    async refused(credential, tool, input) {
      const answer = await call(credential, tool, input);
      if (answer.ok) throw new Error(`${tool} was not refused: ${answer.json}`);
      return answer.error.reason ? `${answer.error.code}/${answer.error.reason}` : answer.error.code;
    },
    async addPerson(email, role = 'member') {
      const person = await ok(owner, 'add_person', { email, role });
      return { type: 'person', orgId, personId: person.id };
    },
    async key(person, access, options = {}) {
      const agent = await ok(person, 'create_agent', { name: 'test agent' });
      return (await ok(person, 'create_key', { agentId: agent.id, access, ...options })).key;
    },
    [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
  };
}

/** Calls a tool on a gateway. A key given as text calls over HTTP, any other credential from the command line. */
export function callOn(
  gateway: Gateway,
  credential: Credential | string,
  tool: string,
  input?: unknown,
  more: Partial<Call> = {},
): Promise<Answer> {
  return gateway.call({
    tool: gateway.registry.named(tool),
    credential: typeof credential === 'string' ? { type: 'key', key: credential } : credential,
    origin: { entrance: typeof credential === 'string' ? 'http' : 'cli' },
    requestId: newId('req', gateway.clock()),
    readArguments: () => input,
    argumentBytes: input === undefined ? 0 : Buffer.byteLength(JSON.stringify(input)),
    ...more,
  });
}

function openTestStore(dialect: Store['dialect']): Promise<TestStore> {
  const engine = testEngines().find((one) => one.dialect === dialect);
  if (!engine || engine.missing !== undefined) throw new Error(`cannot test on ${dialect}: ${engine?.missing}`);
  return engine.open();
}
