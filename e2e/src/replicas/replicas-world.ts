import path from 'node:path';
import { openPostgres, openSqlite, type Store } from '@gatehouse/storage';
import { createTestDatabase, postgresMissing } from '@gatehouse/storage/testing';
import { describe } from 'vitest';
import { openPlace, type Place, type Running } from '../cli/command.ts';
import { freePort } from '../kit/free-port.ts';
import { openBalancer } from './balancer.ts';
import { makeKeys } from './make-keys.ts';

/** Several `gatehouse start` on one database, behind one address. */
export interface ReplicasWorld extends AsyncDisposable {
  place: Place;
  /** Gateways that serve now. */
  gateways: readonly Running[];
  /** The address of the balancer. */
  url: string;
  key: string;
  /** Environment of every process. */
  environment: Record<string, string>;
  /** Replaces each gateway with a new one, one after another, as in docs/start/run-it-on-postgres.md. */
  restartEach(): Promise<void>;
  /** Keys for a load, of several organizations. */
  makeKeys(count: number): Promise<string[]>;
  /** A view of its database from this process. */
  openStore(): Promise<Store>;
}

export interface ReplicasOptions {
  count: number;
  engine: ReplicasEngine;
  callsPerMinute?: number;
  /** Port of the balancer; a free one by default. */
  port?: number;
  /** More variables of their environment. */
  variables?: Record<string, string>;
}

export interface ReplicasEngine {
  name: string;
  missing?: string | undefined;
}

const engines: readonly ReplicasEngine[] = [{ name: 'SQLite' }, { name: 'Postgres', missing: postgresMissing() }];

/** Runs a group of tests on every engine. */
export function forEachEngine(define: (engine: ReplicasEngine) => void): void {
  for (const engine of engines) {
    const name = engine.missing === undefined ? `on ${engine.name}` : `on ${engine.name} (skipped: ${engine.missing})`;
    describe.skipIf(engine.missing !== undefined)(name, () => define(engine));
  }
}

/** High enough that no limit stops a load. */
const unlimited = 1_000_000;

export async function openReplicas({
  count,
  engine,
  callsPerMinute = unlimited,
  port = 0,
  variables = {},
}: ReplicasOptions): Promise<ReplicasWorld> {
  const place = openPlace();
  const database = engine.name === 'Postgres' ? await createTestDatabase() : undefined;
  const environment = {
    GATEHOUSE_CALLS_PER_MINUTE: String(callsPerMinute),
    // An empty value means SQLite, whatever engine other tests use.
    DATABASE_URL: database?.url ?? '',
    ...variables,
  };
  const balancer = await openBalancer(port);
  const start = async () => {
    // The greeting contains the base URL, if there is one.
    const own = await freePort();
    const gateway = await place.start(['--port', String(own)], { env: environment });
    return { gateway, address: `http://127.0.0.1:${own}` };
  };
  // The first one makes the workspace.
  const running = [await start()];
  const { key } = (running[0] as (typeof running)[0]).gateway;
  running.push(...(await Promise.all(Array.from({ length: count - 1 }, start))));
  for (const { address } of running) balancer.add(address);
  return {
    place,
    environment,
    get gateways() {
      return running.map(({ gateway }) => gateway);
    },
    url: balancer.url,
    key,
    async restartEach() {
      for (const old of running.slice()) {
        await balancer.remove(old.address);
        await old.gateway.stop();
        const anew = await start();
        running.splice(running.indexOf(old), 1, anew);
        balancer.add(anew.address);
      }
    },
    makeKeys: (wanted) => makeKeys(place.data, { ...environment, GATEHOUSE_LOG: 'error' }, wanted),
    async openStore() {
      return database ? await openPostgres({ url: database.url }) : openSqlite({ file: path.join(place.data, 'gatehouse.db') });
    },
    async [Symbol.asyncDispose]() {
      await balancer[Symbol.asyncDispose]();
      for (const { gateway } of running) await gateway[Symbol.asyncDispose]();
      place[Symbol.dispose]();
      await database?.[Symbol.asyncDispose]();
    },
  };
}
