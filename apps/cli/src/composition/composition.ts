import { closeSync, existsSync, openSync, statSync } from 'node:fs';
import path from 'node:path';
import {
  allTools,
  type CallTracing,
  type CompanyPort,
  createGateway,
  createRegistry,
  createSecretBox,
  type Gateway,
  overloaded,
  type Registry,
  recordServiceEvents,
  type SecretBox,
  type ServicePort,
  type WebhookPort,
} from '@gatehouse/core';
import { type Extractor, openExtractor } from '@gatehouse/extraction';
import { createLazyServices, openServices, openWebhooks, type ServicesOptions } from '@gatehouse/services';
import { openPostgres, openSqlite, type Store } from '@gatehouse/storage';
import { consoleUrl } from '../configuration/addresses.ts';
import { openCompany } from '../configuration/company/open-company.ts';
import type { Configuration } from '../configuration/configuration.ts';
import {
  databaseFile,
  dataFault,
  makeDataDirectory,
  nextSecretFile,
  readOrMakeSecret,
  readSecret,
  secretFile,
} from '../configuration/data-directory.ts';
import { openFileStore, requireFileStore } from '../configuration/file-store.ts';
import { createLogger, type Logger } from '../configuration/logger.ts';
import { type OpenMailer, openMailer } from '../configuration/mail/open-mailer.ts';
import { CommandError } from '../kernel/faults.ts';
import { version } from '../version.ts';
import { tellingOfAddresses } from './refused-address.ts';

/** A whole gateway without its entrances. `start`, every command, the tests and the benchmarks use it. */
export interface Gatehouse {
  readonly store: Store;
  readonly gateway: Gateway;
  readonly services: ServicePort;
  readonly webhooks: WebhookPort;
  readonly extractor: Extractor;
  readonly logger: Logger;
  close(): Promise<void>;
}

export interface OpenOptions {
  /** False refuses a data directory that no gateway has started in, so that a mistyped directory does not become a new workspace. */
  create: boolean;
  /** True loads the connectors of services immediately: for a gateway that listens, or that serves a client. */
  serves?: boolean;
  /** Address at which MCP clients sign in. Undefined if they cannot. // D47 */
  signInUrl?: string | undefined;
  /** Traces calls. Without it, calls are not traced. */
  tracing?: CallTracing | undefined;
  /** Returns milliseconds since the epoch. */
  clock?: () => number;
}

/** Registry of all tools. */
export function createToolRegistry(): Registry {
  return createRegistry(allTools);
}

/** Opens the store of a configuration, and composes the gateway over it. The caller must close it. */
export async function openGatehouse(
  configuration: Configuration,
  { create, serves, signInUrl, tracing, clock }: OpenOptions = { create: true },
): Promise<Gatehouse> {
  const logger = createLogger(configuration.log);
  const files = await openFileStore(configuration);
  const store = await openStore(configuration, create, logger);
  try {
    await requireFileStore(store, files);
    const secret = secretOf(configuration, create);
    const servicesOptions: ServicesOptions = {
      box: openSecretBox(configuration, secret),
      events: recordServiceEvents(store, clock),
      report: (error, connectionId) => logger.fault('a connection failed in the background', error, { connectionId }),
      allowPrivate: configuration.allowPrivateServices,
      deadlineMs: configuration.serviceTimeout * 1000,
      commandsFolder: path.join(configuration.data, 'commands'),
    };
    const services = tellingOfAddresses(serves ? await openServices(servicesOptions) : createLazyServices(servicesOptions));
    const webhooks = openWebhooks({ allowPrivate: configuration.allowPrivateServices });
    const extractor = openExtractor({ refuse: tooManyExtractions });
    const mailer = mailerOf(configuration, logger);
    const gateway = createGateway({
      store,
      files,
      services,
      webhooks,
      extractor,
      tracing,
      mailer,
      company: companyOf(configuration, logger),
      registry: createToolRegistry(),
      settings: {
        baseUrl: configuration.baseUrl ?? null,
        consoleUrl: consoleUrl(configuration),
        signInUrl,
        secret,
        callsPerMinute: configuration.callsPerMinute,
        installation: { version, activityDays: configuration.activityDays, serviceTimeoutSeconds: configuration.serviceTimeout },
      },
      ...(clock && { clock }),
      report: (error, requestId) => logger.fault('a call failed with an internal error', error, { requestId }),
    });
    const close = async () => {
      await Promise.all([services.close(), webhooks.close(), extractor.close(), mailer?.close()]);
      await store.close();
      files?.close();
    };
    return { store, gateway, services, webhooks, extractor, logger, close };
  } catch (error) {
    await store.close();
    throw error;
  }
}

const tooManyExtractions = () => overloaded('text is being extracted from too many files; try again in a few seconds');

function mailerOf({ smtpUrl: server, mailFrom: from }: Configuration, logger: Logger): OpenMailer | undefined {
  if (!server || from === undefined) return undefined;
  return openMailer({ server, from, report: (error) => logger.fault('an email was not sent', error) });
}

function companyOf(
  { oidcIssuer, oidcClientId, oidcClientSecret, oidcGroupsClaim }: Configuration,
  logger: Logger,
): CompanyPort | undefined {
  if (oidcIssuer === undefined || oidcClientId === undefined || oidcClientSecret === undefined) return undefined;
  return openCompany({
    issuer: oidcIssuer,
    clientId: oidcClientId,
    clientSecret: oidcClientSecret,
    groupsClaim: oidcGroupsClaim,
    report: (error) => logger.fault('a company sign-in failed', error),
  });
}

/** The database file of a configuration that a gateway has started in before. */
export function requireDatabase({ databaseUrl, data }: Pick<Configuration, 'databaseUrl' | 'data'>): string {
  if (databaseUrl !== undefined)
    throw new CommandError('this command works only on SQLite, and DATABASE_URL is set: use Postgres tools such as pg_dump and pg_restore');
  const file = databaseFile(data);
  if (existsSync(file)) return file;
  throw new CommandError(
    `there is no workspace in ${data}: run "gatehouse start" or "gatehouse init" first, or name its directory with --data`,
  );
}

async function openStore({ databaseUrl, data }: Configuration, create: boolean, logger: Logger): Promise<Store> {
  if (databaseUrl !== undefined)
    return await openPostgres({
      url: databaseUrl,
      report: (error) => logger.fault('a background query of Postgres failed', error),
      reportNotices: (fault) => reportNotices(logger, fault),
    });
  if (!create) requireDatabase({ databaseUrl, data });
  makeDataDirectory(data);
  const file = databaseFile(data);
  refuseEmptied(data);
  try {
    // SQLite gives its other files the permissions of this file.
    if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
    return openSqlite({ file });
  } catch (error) {
    throw dataFault(data, error);
  }
}

/**
 * Refuses an empty database next to a secret: the secret is created after the database, so the file has lost its contents. A new workspace
 * in it would hide that. The secret is checked first, because another process may be creating both now.
 */
function refuseEmptied(data: string): void {
  const file = databaseFile(data);
  if (!existsSync(secretFile(data)) || !existsSync(file) || statSync(file).size > 0 || hasLog(file)) return;
  throw new CommandError(
    `${file} is empty, but this directory had a workspace: delete the file, then restore a backup with "gatehouse restore", or start again to create a new workspace`,
  );
}

function hasLog(file: string): boolean {
  return existsSync(`${file}-wal`) && statSync(`${file}-wal`).size > 0;
}

/** Logs the failure of notices once when it begins and once when it ends. No change is lost meanwhile. Processes only learn of it later. */
function reportNotices(logger: Logger, fault: Error | undefined): void {
  if (fault) logger.fault('notifications of other processes do not arrive: waiting processes poll every second instead', fault);
  else logger.info('notifications of other processes arrive again');
}

/**
 * The secret of a gateway. Several gateways on one Postgres must share GATEHOUSE_SECRET. A single one keeps its own in the data directory.
 */
export function secretOf({ secret, data, databaseUrl }: Configuration, create: boolean): Buffer {
  if (secret !== undefined) return Buffer.from(secret);
  // On SQLite, finding the database has already confirmed the directory. On Postgres a mistyped directory would go unnoticed, and no
  // gateway could decrypt credentials that were encrypted with a new secret.
  if (!create && databaseUrl !== undefined && readSecret(secretFile(data)) === undefined)
    throw new CommandError(
      `there is no secret in ${data}: name the directory of the gateway with --data, or set GATEHOUSE_SECRET to its secret; "gatehouse start" creates one`,
    );
  makeDataDirectory(data);
  return readOrMakeSecret(data);
}

/** The secret that a gateway of this configuration uses, if it already exists. */
export function knownSecretOf({ secret, data }: Configuration): Buffer | undefined {
  return secret === undefined ? readSecret(secretFile(data)) : Buffer.from(secret);
}

/**
 * Encrypts credentials with the installation's secret. Reads the secret files on each use, which is rare, so that running gateways notice a
 * rotation. During a rotation both secrets decrypt, and the new one encrypts.
 */
export function openSecretBox({ secret: variable, data }: Configuration, secret: Buffer): SecretBox {
  if (variable !== undefined) return createSecretBox({ secret });
  const now = () => {
    // Reads the next secret first: the end of a rotation renames it to the current one.
    const next = readSecret(nextSecretFile(data));
    const current = readSecret(secretFile(data)) ?? secret;
    return createSecretBox(next ? { secret: next, previous: [current] } : { secret: current });
  };
  return {
    get keyId() {
      return now().keyId;
    },
    seal: (place, text) => now().seal(place, text),
    open: (sealed) => now().open(sealed),
  };
}
