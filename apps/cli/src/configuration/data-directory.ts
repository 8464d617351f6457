import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import path from 'node:path';
import { codeOf } from '@gatehouse/domain';
import { CommandError } from '../kernel/faults.ts';

const onlyOwner = 0o700;
const secretBytes = 32;

export function databaseFile(directory: string): string {
  return path.join(directory, 'gatehouse.db');
}

export function secretFile(directory: string): string {
  return path.join(directory, 'secret');
}

/** Exists only during "gatehouse secrets rotate", or after it was interrupted. */
export function nextSecretFile(directory: string): string {
  return path.join(directory, 'secret.next');
}

/** Creates the data directory, readable only by its owner. An existing one keeps its permissions. */
export function makeDataDirectory(directory: string): void {
  try {
    makeMissing(directory);
    if (!statSync(directory).isDirectory()) throw new CommandError(notADirectory(directory));
  } catch (error) {
    throw dataFault(directory, error);
  }
}

/** Creates missing directories. Node's own recursive mkdir never ends below a directory that accepts none, such as /proc. */
function makeMissing(directory: string): void {
  if (existsSync(directory)) return;
  makeMissing(path.dirname(directory));
  try {
    mkdirSync(directory, { mode: onlyOwner });
  } catch (error) {
    // Another starting process created it first.
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

/** The installation's secret. It is created once, and kept in a file that only its owner can read. // D36 */
export function readOrMakeSecret(directory: string): Buffer {
  const file = secretFile(directory);
  try {
    return readSecret(file) ?? makeSecret(file);
  } catch (error) {
    throw dataFault(directory, error);
  }
}

export function readSecret(file: string): Buffer | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
  const secret = Buffer.from(text.trim(), 'base64url');
  if (secret.length >= secretBytes) return secret;
  throw new CommandError(`the secret in ${file} was truncated: restore the file from a backup, or delete it to create a new one`);
}

/**
 * Writes a new secret to a temporary file and links it into place. Two processes that start together thus get the same secret, and never a
 * partial one.
 */
export function makeSecret(file: string): Buffer {
  const secret = randomBytes(secretBytes);
  const aside = `${file}.${process.pid}.new`;
  const descriptor = openSync(aside, 'w', 0o600);
  try {
    writeSync(descriptor, `${secret.toString('base64url')}\n`);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  try {
    linkSync(aside, file);
    return secret;
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    return readSecret(file)!;
  } finally {
    rmSync(aside);
  }
}

/** Converts an error about the data directory to a CommandError. Other errors are returned unchanged. */
export function dataFault(directory: string, error: unknown): unknown {
  const code = codeOf(error);
  if (code === 'EEXIST' || code === 'ENOTDIR') return new CommandError(notADirectory(directory));
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS' || code === 'ENOENT')
    return new CommandError(
      `the data directory ${directory} cannot be written to (${code}): check who owns it, or choose another one with --data or GATEHOUSE_DATA`,
    );
  return error;
}

export function notADirectory(directory: string): string {
  return `${directory} is a file or below a file, not a directory: choose another data directory with --data or GATEHOUSE_DATA`;
}
