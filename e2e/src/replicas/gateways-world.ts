import { callTool, openGatehouse, readConfiguration } from '@gatehouse/cli';
import type { Credential } from '@gatehouse/core';
import { createTestDatabase, type TestDatabase } from '@gatehouse/storage/testing';
import { openPlace, type Place, type Running } from '../cli/command.ts';
import type { Loose } from '../kit/world.ts';
import type { ReplicasEngine } from './replicas-world.ts';

/** Several `gatehouse start`, each on its own port, on one database, and a gateway in this process for people's operations. */
export interface GatewaysWorld extends AsyncDisposable {
  gateways: Running[];
  place: Place;
  /** Environment of every process. */
  environment: Record<string, string>;
  /** Separate database, on Postgres. */
  database: TestDatabase | undefined;
  asOwner(tool: string, input?: object): Promise<Loose>;
  createKey(options?: { person?: Credential; expiresAt?: number }): Promise<{ key: string; keyId: string }>;
  /** A person of the organization, and its address. */
  addPerson(): Promise<{ person: Credential; email: string }>;
}

export async function openGateways(engine: ReplicasEngine, count: number): Promise<GatewaysWorld> {
  const place = openPlace();
  const database = engine.name === 'Postgres' ? await createTestDatabase() : undefined;
  // An empty DATABASE_URL means SQLite, even if other tests run on Postgres.
  const environment = { GATEHOUSE_CALLS_PER_MINUTE: '100000', DATABASE_URL: database?.url ?? '' };
  const start = () => place.start([], { env: environment });
  // The first one makes the workspace.
  const gateways = [await start(), ...(await Promise.all(Array.from({ length: count - 1 }, start)))];
  const { gateway, close } = await openGatehouse(readConfiguration({ data: place.data }, environment));

  const callAs = (credential: Credential, tool: string, input: object = {}) => callTool<Loose>(gateway, credential, tool, input);
  const { orgId, ownerId } = await callAs({ type: 'operator' }, 'create_organization', { name: 'Acme', ownerEmail: 'owner@acme.test' });
  const owner: Credential = { type: 'person', orgId, personId: ownerId };
  return {
    gateways,
    place,
    environment,
    database,
    asOwner: (tool, input) => callAs(owner, tool, input),
    async createKey({ person = owner, ...more } = {}) {
      const { id: agentId } = await callAs(person, 'create_agent', { name: 'test' });
      return await callAs(person, 'create_key', { agentId, access: 'write', ...more });
    },
    async addPerson() {
      const email = `${crypto.randomUUID()}@acme.test`;
      const { id } = await callAs(owner, 'add_person', { email });
      return { person: { type: 'person', orgId, personId: id }, email };
    },
    async [Symbol.asyncDispose]() {
      await close();
      for (const running of gateways) await running[Symbol.asyncDispose]();
      place[Symbol.dispose]();
      await database?.[Symbol.asyncDispose]();
    },
  };
}
