import { readFileSync } from 'node:fs';
import { text as readAll } from 'node:stream/consumers';
import { CommandError } from '../faults.ts';

/** A secret never stands on the command line: it comes from a file, from a prompt that shows nothing, or from standard input. */
export async function readSecretText(what: string, file: string | undefined): Promise<string> {
  const text = file === undefined ? await askFor(what) : readFileSync(file, 'utf8');
  const secret = text.replace(/\r?\n$/, '');
  if (secret === '') throw new CommandError(`no ${what} was given: type it when asked, pipe it in, or name its file with --secret-file`);
  return secret;
}

async function askFor(what: string): Promise<string> {
  if (!process.stdin.isTTY) return await readAll(process.stdin);
  const { isCancel, password } = await import('@clack/prompts');
  const given = await password({ message: what, output: process.stderr });
  return isCancel(given) ? '' : given;
}

/** Lines such as `NAME=value`; empty ones and those that begin with # say nothing. */
export function readPairs(text: string, separator: '=' | ':'): Record<string, string> {
  const pairs: Record<string, string> = {};
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const at = line.indexOf(separator);
    if (at < 1) throw new CommandError(`line ${index + 1} is not of the form NAME${separator}value`);
    pairs[line.slice(0, at).trim()] = separator === ':' ? line.slice(at + 1).trim() : line.slice(at + 1);
  }
  return pairs;
}
