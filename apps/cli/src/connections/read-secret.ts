import { readFileSync } from 'node:fs';
import { text as readAll } from 'node:stream/consumers';
import { isObject } from '@gatehouse/domain';
import { CommandError, UsageError } from '../kernel/faults.ts';

/** Reads a file. "-" is standard input. */
export async function readText(file: string): Promise<string> {
  return file === '-' ? await readAll(process.stdin) : readFileSync(file, 'utf8');
}

/** Reads a secret from a file or a hidden prompt. A secret must never be on the command line. */
export async function readSecret(what: string, file: string | undefined, flag: string): Promise<string> {
  const secret = (file === undefined ? await askFor(what, flag) : await readText(file)).replace(/\r?\n$/, '');
  if (secret === '') throw new CommandError(`no ${what} was given: type it at the prompt, or name its file with ${flag}`);
  return secret;
}

async function askFor(what: string, flag: string): Promise<string> {
  if (!process.stdin.isTTY)
    throw new UsageError(`cannot prompt for the ${what} without a terminal: name its file with ${flag} ("-" is standard input)`);
  const { isCancel, password } = await import('@clack/prompts');
  const given = await password({ message: what, output: process.stderr });
  return isCancel(given) ? '' : given;
}

/** Reads a file of credentials. Invalid JSON is not repeated in the error, because it may be the secret itself. */
export async function readCredentials(file: string | undefined): Promise<Record<string, unknown>> {
  if (file === undefined) return {};
  const text = await readText(file);
  const refused = new CommandError(`${file} must contain one JSON object, such as {"token": "…"}`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw refused;
  }
  if (!isObject(value)) throw refused;
  return value;
}
