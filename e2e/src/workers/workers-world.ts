import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { openPostgres, openSqlite, type Store } from '@gatehouse/storage';
import { createTestDatabase, postgresMissing } from '@gatehouse/storage/testing';
import { describe } from 'vitest';
import { openPlace, type Place, type Running } from '../cli/command.ts';
import { makeKeys } from './make-keys.ts';

/** `gatehouse start --workers N`, as an operator runs it. */
export interface WorkersWorld extends AsyncDisposable {
  place: Place;
  gateway: Running;
  url: string;
  key: string;
  /** What every process of it reads. */
  environment: Record<string, string>;
  /** The processes that serve now. */
  pids(): Promise<number[]>;
  /** The lines of its log so far, by their message. */
  logged(message: string): Record<string, unknown>[];
  /** Replaces all workers, one at a time. Resolves when that is done. */
  restart(): Promise<void>;
  /** Keys for a load, of several organizations. */
  makeKeys(count: number): Promise<string[]>;
  /** A view of its database from this process. */
  openStore(): Promise<Store>;
}

export interface WorkersOptions {
  workers: number;
  engine: WorkersEngine;
  callsPerMinute?: number;
  /** Where it listens; else on one that is free. */
  port?: number;
  /** What its processes find in their environment besides. */
  variables?: Record<string, string>;
}

export interface WorkersEngine {
  name: string;
  missing?: string | undefined;
}

const engines: readonly WorkersEngine[] = [{ name: 'SQLite' }, { name: 'Postgres', missing: postgresMissing() }];

/** Runs a group of tests on every engine. */
export function forEachEngine(define: (engine: WorkersEngine) => void): void {
  for (const engine of engines) {
    const name = engine.missing === undefined ? `on ${engine.name}` : `on ${engine.name} (skipped: ${engine.missing})`;
    describe.skipIf(engine.missing !== undefined)(name, () => define(engine));
  }
}

/** Nobody's limit may stop a load. */
const unlimited = 1_000_000;

export async function openWorkers({
  workers,
  engine,
  callsPerMinute = unlimited,
  port = 0,
  variables = {},
}: WorkersOptions): Promise<WorkersWorld> {
  const place = openPlace();
  const database = engine.name === 'Postgres' ? await createTestDatabase() : undefined;
  const environment = {
    GATEHOUSE_CALLS_PER_MINUTE: String(callsPerMinute),
    GATEHOUSE_LOG: 'info',
    // Empty is SQLite, whatever the other tests are run on.
    DATABASE_URL: database?.url ?? '',
    ...variables,
  };
  const gateway = await place.start(['--workers', String(workers), '--port', String(port)], { env: environment });
  const log = followLog(gateway);
  const restarts = () => log.lines('the rolling restart is done').length;
  return {
    place,
    gateway,
    environment,
    url: gateway.url,
    key: gateway.key,
    pids: () => childrenOf(gateway.child.pid as number),
    logged: log.lines,
    async restart() {
      const before = restarts();
      gateway.child.kill('SIGHUP');
      await log.until(() => restarts() > before);
    },
    makeKeys: (count) => makeKeys(place.data, { ...environment, GATEHOUSE_LOG: 'error' }, count),
    async openStore() {
      return database ? await openPostgres({ url: database.url }) : openSqlite({ file: path.join(place.data, 'gatehouse.db') });
    },
    async [Symbol.asyncDispose]() {
      await gateway[Symbol.asyncDispose]();
      place[Symbol.dispose]();
      await database?.[Symbol.asyncDispose]();
    },
  };
}

function followLog({ child }: Running) {
  const waiting = new Set<() => void>();
  let text = '';
  const tell = () => {
    for (const look of waiting) look();
  };
  child.stderr?.on('data', (chunk: Buffer) => {
    text += chunk;
    tell();
  });
  child.once('exit', tell);
  return {
    lines(message: string): Record<string, unknown>[] {
      const whole = text.slice(0, text.lastIndexOf('\n') + 1).split('\n');
      const read = whole.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line));
      return read.filter((line) => line.message === message);
    },
    /** Rejects when it can never be so, with what the gateway said. */
    until(isSo: () => boolean): Promise<void> {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const look = () => {
        if (isSo()) resolve();
        else if (child.exitCode !== null || child.signalCode !== null || text.includes('the rolling restart has stopped'))
          reject(new Error(text));
      };
      waiting.add(look);
      look();
      return promise.finally(() => waiting.delete(look));
    },
  };
}

async function childrenOf(pid: number): Promise<number[]> {
  const { stdout } = await promisify(execFile)('pgrep', ['-P', String(pid)]);
  return stdout.trim().split('\n').map(Number);
}
