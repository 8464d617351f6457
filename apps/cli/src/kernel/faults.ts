import { GatehouseError } from '@gatehouse/client';
import { type ErrorCode, GatewayError, type Reason } from '@gatehouse/core';
import { messageOf } from '@gatehouse/domain';
import { MigrationError, ReplacedDatabase } from '@gatehouse/storage';
import { CopyError, UnreadableDatabase } from '@gatehouse/storage/admin';
import { commandNames } from './command-names.ts';

/** A failure as the command line reports it: one sentence with the next step, without a stack. */
export interface Fault {
  code: ErrorCode | 'invalid_usage' | 'failed' | 'unexpected';
  message: string;
  reason?: Reason | undefined;
  exitCode: 1 | 2;
}

/** Error for invalid input of a command: exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** Error for a command that failed: exit code 1. */
export class CommandError extends Error {
  override name = 'CommandError';
}

/** Errors with a message for the operator. */
const speaking = [CommandError, CopyError, GatehouseError, MigrationError, ReplacedDatabase, UnreadableDatabase];

export function describeFault(error: unknown): Fault {
  if (error instanceof UsageError) return { code: 'invalid_usage', message: error.message, exitCode: 2 };
  if (speaking.some((kind) => error instanceof kind)) return { code: 'failed', message: messageOf(error), exitCode: 1 };
  if (error instanceof GatewayError && error.code !== 'internal_error') return refusedByTool(error);
  const cause = error instanceof GatewayError ? error.cause : error;
  const known = cause instanceof Error ? knownFault(cause) : undefined;
  if (known) return { code: 'failed', message: known, exitCode: 1 };
  return { code: 'unexpected', message: `${firstLine(cause)}; set GATEHOUSE_LOG=debug to see where it happened`, exitCode: 1 };
}

function refusedByTool({ code, message, reason }: GatewayError): Fault {
  const isUsage = reason === 'invalid_argument' || reason === 'unknown_argument';
  return { code, message: inCommands(message), reason, exitCode: isUsage ? 2 : 1 };
}

/** Replaces names of tools in a message by the corresponding commands. */
function inCommands(message: string): string {
  return message.replaceAll(/\b[a-z]+(?:_[a-z]+)+\b/g, (word) => {
    const command = commandNames[word];
    return command ? `"gatehouse ${command}"` : word;
  });
}

const sqliteFaults: [code: RegExp, message: string][] = [
  [
    /^SQLITE_(?:CORRUPT|NOTADB)/,
    'the database is damaged: run "gatehouse verify" to find the damage, then restore the latest backup with "gatehouse restore FILE" into another --data directory',
  ],
  [/^SQLITE_FULL/, 'the disk is full: free some space, then try again'],
  [/^SQLITE_(?:READONLY|CANTOPEN|PERM)/, 'the database cannot be written to: check who owns the data directory and its files'],
  [/^SQLITE_BUSY/, 'another process is using the database: wait until it has finished, then try again'],
  [/^SQLITE_IOERR/, 'the disk reports an error while reading or writing the database: check the disk, then run "gatehouse verify"'],
];

/** Errors of Postgres during a command. Failures to connect have their own messages. */
const postgresFaults: [code: RegExp, message: string][] = [
  [/^53100$/, 'the disk of Postgres is full: free some space there, then try again'],
  [/^(?:08|57P0)/, 'the connection to Postgres was lost: check that the server is running, then try again'],
  [/^25006$/, 'this Postgres server is a read-only standby: set DATABASE_URL to the address of the primary'],
  [/^42501$/, 'the user of DATABASE_URL is not allowed to do this: make it the owner of the database'],
  [/^XX00[12]$/, 'the Postgres database is damaged: run "gatehouse verify" to find the damage, then restore the latest backup'],
];

const systemFaults: Record<string, string> = {
  EACCES: 'is not allowed to this user: check who owns it',
  EPERM: 'is not allowed to this user: check who owns it',
  ENOENT: 'does not exist: check the path',
  ENOTDIR: 'is not a directory, or is below a file: choose another path',
  EISDIR: 'is a directory: give the path of a file',
  EEXIST: 'already exists: choose another path',
  EROFS: 'is on a disk that is mounted read-only: choose another path',
  ENOSPC: 'does not fit: the disk is full',
};

function knownFault({ code, ...error }: Error & { code?: unknown; path?: unknown }): string | undefined {
  if (typeof code !== 'string') return undefined;
  const system = systemFaults[code];
  if (system && typeof error.path === 'string') return `${error.path} ${system}`;
  return [...sqliteFaults, ...postgresFaults].find(([pattern]) => pattern.test(code))?.[1];
}

function firstLine(error: unknown): string {
  return `unexpected failure: ${(messageOf(error).split('\n')[0] ?? '').trim()}`;
}
