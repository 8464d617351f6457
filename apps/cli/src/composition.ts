import { closeSync, existsSync, openSync } from 'node:fs';
import { agentTools, createGateway, createRegistry, type Gateway, peopleTools, type Registry } from '@gatehouse/core';
import { openSqlite, type Store } from '@gatehouse/storage';
import type { Configuration } from './configuration.ts';
import { databaseFile, dataFault, makeDataDirectory, readOrMakeSecret } from './data-directory.ts';
import { CommandError } from './faults.ts';
import { createLogger, type Logger } from './logger.ts';

/** A whole gateway without its entrances: what `start`, every command, the tests and the benchmarks work on. */
export interface Gatehouse {
  readonly store: Store;
  readonly gateway: Gateway;
  readonly logger: Logger;
  close(): Promise<void>;
}

export interface OpenOptions {
  /** False refuses a data directory that nobody has started in: a mistyped one must not become a new workspace. */
  create: boolean;
  /** Milliseconds since the epoch. */
  clock?: () => number;
}

/** Every tool there is. */
export function createToolRegistry(): Registry {
  return createRegistry([...agentTools, ...peopleTools]);
}

/** Opens the store of a configuration and composes the gateway over it. Close it when done. */
export async function openGatehouse(configuration: Configuration, { create, clock }: OpenOptions = { create: true }): Promise<Gatehouse> {
  const logger = createLogger(configuration.log);
  const store = openStore(configuration, create);
  const gateway = createGateway({
    store,
    registry: createToolRegistry(),
    settings: {
      baseUrl: configuration.baseUrl ?? null,
      secret: configuration.secret === undefined ? readOrMakeSecret(configuration.data) : Buffer.from(configuration.secret),
      callsPerMinute: configuration.callsPerMinute,
    },
    ...(clock && { clock }),
    report: (error, requestId) => logger.fault('a call failed inside', error, { requestId }),
  });
  return { store, gateway, logger, close: () => store.close() };
}

/** The database file of a configuration that somebody has started in before. */
export function requireDatabase({ databaseUrl, data }: Configuration): string {
  if (databaseUrl !== undefined) throw new CommandError(`${onlySqlite}: unset it to use the data directory`);
  const file = databaseFile(data);
  if (existsSync(file)) return file;
  throw new CommandError(
    `there is no workspace in ${data} yet: run "gatehouse start" or "gatehouse init" first, or give its directory with --data`,
  );
}

const onlySqlite = 'DATABASE_URL is set, and this version keeps its data in SQLite only';

function openStore(configuration: Configuration, create: boolean): Store {
  const { databaseUrl, data, durability } = configuration;
  if (databaseUrl !== undefined) throw new CommandError(`${onlySqlite}: unset it to use the data directory`);
  if (!create) requireDatabase(configuration);
  makeDataDirectory(data);
  const file = databaseFile(data);
  try {
    // SQLite gives its other files the permissions of this one.
    if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
    return openSqlite({ file, durability });
  } catch (error) {
    throw dataFault(data, error);
  }
}
