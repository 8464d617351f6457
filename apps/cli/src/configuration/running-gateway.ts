import { randomBytes, timingSafeEqual } from 'node:crypto';
import { accessSync, constants, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { codeOf } from '@gatehouse/domain';
import { identityOf, isNumberInUse, isSameProcess } from '@gatehouse/domain/processes';
import type { Configuration } from './configuration.ts';

/** Settings that commands take from the running gateway: its address, and its limits for services. */
type SharedSettings = Pick<Configuration, 'host' | 'port' | 'baseUrl' | 'allowPrivateServices' | 'serviceTimeout'>;

/** File next to the database in which a gateway records its settings for commands. */
interface Note extends SharedSettings {
  processId: number;
  /**
   * Distinguishes it from a later process with the same id. Undefined in a record of an older gateway, and if the system does not report
   * it.
   */
  processStarted?: string | undefined;
  /** Address of the gateway on this machine. */
  url: string;
  /** Proof that the caller can read the data directory, which also contains the secret. */
  token: string;
}

const fileOf = (data: string) => path.join(data, 'running.json');

/** Records the gateway's address and its settings for services. Returns a function that removes the record. */
export function noteGateway({ data, ...configuration }: Configuration, url: string): () => void {
  // On Postgres with GATEHOUSE_SECRET, a gateway needs no data directory.
  if (!isWritable(data)) return () => {};
  const token = randomBytes(32).toString('base64url');
  const processStarted = identityOf(process.pid)?.started;
  const note: Note = { processId: process.pid, processStarted, url, token, ...sharedSettings(configuration) };
  writeFileSync(fileOf(data), JSON.stringify(note), { mode: 0o600 });
  return () => {
    // Another gateway may have written its own record since.
    if (readNote(data)?.token === token) rmSync(fileOf(data), { force: true });
  };
}

/**
 * True if the token is the recorded one. The file is read on each use, which is rare, because the answering process may not be the one that
 * wrote it.
 */
export function isNotedToken(data: string, token: string): boolean {
  const noted = Buffer.from(readNote(data)?.token ?? '');
  const given = Buffer.from(token);
  return noted.length > 0 && noted.length === given.length && timingSafeEqual(noted, given);
}

/** The gateway that runs on a data directory. Undefined if none does. */
export function findRunningGateway(data: string): Note | undefined {
  const note = readNote(data);
  return note && isRunning(note) ? note : undefined;
}

/** Takes settings for links and services from the running gateway of the data directory. Without one, the shell's settings apply. */
export function withSettingsOfGateway(configuration: Configuration): Configuration {
  const running = findRunningGateway(configuration.data);
  if (!running) return configuration;
  const shared = sharedSettings(running);
  return { ...configuration, ...shared, baseUrl: configuration.baseUrl ?? shared.baseUrl };
}

function sharedSettings({ host, port, baseUrl, allowPrivateServices, serviceTimeout }: SharedSettings): SharedSettings {
  return { host, port, baseUrl, allowPrivateServices, serviceTimeout };
}

function isWritable(directory: string): boolean {
  try {
    accessSync(directory, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function readNote(data: string): Note | undefined {
  try {
    const note: Note = JSON.parse(readFileSync(fileOf(data), 'utf8'));
    return note;
  } catch (error) {
    // The record does not exist, or is being written now. A data directory below a file is reported elsewhere.
    const code = codeOf(error);
    if (code === 'ENOENT' || code === 'ENOTDIR' || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function isRunning({ processId, processStarted }: Note): boolean {
  return processStarted === undefined ? isNumberInUse(processId) : isSameProcess({ pid: processId, started: processStarted });
}
