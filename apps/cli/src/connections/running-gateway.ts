import { randomBytes, timingSafeEqual } from 'node:crypto';
import { accessSync, constants, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { identityOf, isNumberInUse, isSameProcess } from '@gatehouse/domain/processes';
import type { Configuration } from '../configuration.ts';

/** Settings that commands take from the running gateway: its address, and how services are reached. */
type SharedSettings = Pick<Configuration, 'host' | 'port' | 'baseUrl' | 'allowPrivateServices' | 'serviceTimeout'>;

/** File beside the database in which a gateway notes its settings for commands. */
interface Note extends SharedSettings {
  processId: number;
  /** Tells it from a process that got its number later. Undefined in a note of an older gateway, and where the system does not say. */
  processStarted?: string | undefined;
  /** Where this machine reaches it. */
  url: string;
  /** Proof that the caller may read the data directory, where the secret is too. */
  token: string;
}

const fileOf = (data: string) => path.join(data, 'running.json');

/** Notes where the gateway listens and how it reaches services. Returns a function that removes the note. */
export function noteGateway({ data, ...configuration }: Configuration, url: string): () => void {
  // On Postgres with a secret of its own, a gateway needs no such directory.
  if (!isWritable(data)) return () => {};
  const token = randomBytes(32).toString('base64url');
  const processStarted = identityOf(process.pid)?.started;
  const note: Note = { processId: process.pid, processStarted, url, token, ...sharedSettings(configuration) };
  writeFileSync(fileOf(data), JSON.stringify(note), { mode: 0o600 });
  return () => {
    // Another gateway may have noted its own since.
    if (readNote(data)?.token === token) rmSync(fileOf(data), { force: true });
  };
}

/** Whether this token is the one that is noted. The file is read each time, which is seldom: the process that answers may be another than the one that noted it. */
export function isNotedToken(data: string, token: string): boolean {
  const noted = Buffer.from(readNote(data)?.token ?? '');
  const given = Buffer.from(token);
  return noted.length > 0 && noted.length === given.length && timingSafeEqual(noted, given);
}

/** The gateway that runs on a data directory; undefined where none does. */
export function findRunningGateway(data: string): Note | undefined {
  const note = readNote(data);
  return note && isRunning(note) ? note : undefined;
}

/** Settings of the gateway that runs on a data directory, for links and services. Without one, those of the shell. */
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
    return JSON.parse(readFileSync(fileOf(data), 'utf8')) as Note;
  } catch (error) {
    // None was written, or one is being written at this moment. A data directory below a file is reported by others.
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR' || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function isRunning({ processId, processStarted }: Note): boolean {
  return processStarted === undefined ? isNumberInUse(processId) : isSameProcess({ pid: processId, started: processStarted });
}
