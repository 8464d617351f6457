import { accessSync, constants, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Configuration } from '../configuration.ts';

/** What decides how a service is reached. */
type ServiceSettings = Pick<Configuration, 'allowPrivateServices' | 'serviceTimeout'>;

type Noted = ServiceSettings & { processId: number };

const fileOf = (data: string) => path.join(data, 'running.json');

/** Notes beside the database what the gateway that runs was told of services, so that commands reach them as it does. Returns what takes the note back. */
export function noteSettings({ data, allowPrivateServices, serviceTimeout }: Configuration): () => void {
  // On Postgres with a secret of its own, a gateway needs no such directory.
  if (!isWritable(data)) return () => {};
  const noted: Noted = { processId: process.pid, allowPrivateServices, serviceTimeout };
  writeFileSync(fileOf(data), JSON.stringify(noted), { mode: 0o600 });
  return () => {
    // Another worker may have noted its own since.
    if (isDeepStrictEqual(readNote(data), noted)) rmSync(fileOf(data), { force: true });
  };
}

/** A command asks services as the gateway that runs would; only where none runs, as the shell says. */
export function withSettingsOfGateway(configuration: Configuration): Configuration {
  const noted = readNote(configuration.data);
  if (!noted || !isAlive(noted.processId)) return configuration;
  const { allowPrivateServices, serviceTimeout } = noted;
  return { ...configuration, allowPrivateServices, serviceTimeout };
}

function isWritable(directory: string): boolean {
  try {
    accessSync(directory, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function readNote(data: string): Noted | undefined {
  try {
    return JSON.parse(readFileSync(fileOf(data), 'utf8')) as Noted;
  } catch (error) {
    // None was written, or one is being written at this moment.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function isAlive(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
