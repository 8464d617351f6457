import { readFileSync } from 'node:fs';
import { CommandError, UsageError } from '../kernel/faults.ts';
import { readCredentials, readSecret } from './read-secret.ts';

export interface EnvironmentOptions {
  env: string[];
  envFile?: string | undefined;
  credentialsFile?: string | undefined;
}

/** Environment of a command: from its files, and from a hidden prompt for every other name. */
export async function readEnvironment({ env: names, envFile, credentialsFile }: EnvironmentOptions): Promise<Record<string, unknown>> {
  const wrong = names.find((name) => name.includes('='));
  if (wrong !== undefined)
    throw new UsageError(`give --env ${wrong.slice(0, wrong.indexOf('='))} without its value: everyone on this machine could read it`);
  const { env: given = {} } = await readCredentials(credentialsFile);
  if (typeof given !== 'object' || given === null)
    throw new CommandError(`"env" in ${credentialsFile} must be an object of names and values`);
  const environment: Record<string, unknown> = { ...(envFile === undefined ? {} : readPairs(readFileSync(envFile, 'utf8'))), ...given };
  for (const name of names) environment[name] ??= await readSecret(`value of ${name}`, undefined, '--credentials-file');
  return environment;
}

/** Reads lines of NAME=value. Empty lines and lines that begin with # are ignored. */
function readPairs(text: string): Record<string, string> {
  const pairs: Record<string, string> = {};
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const at = line.indexOf('=');
    if (at < 1) throw new CommandError(`line ${index + 1} of the environment file must have the form NAME=value`);
    pairs[line.slice(0, at).trim()] = line.slice(at + 1);
  }
  return pairs;
}
