import { closeSync, existsSync, openSync, statSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Command } from '@commander-js/extra-typings';
import {
  type CopyDifference,
  CopyError,
  type CopyOutcome,
  type CopyProgress,
  copyStore,
  logsOf,
  type StoreAddress,
} from '@gatehouse/storage/admin';
import { readConfiguration } from '../configuration/configuration.ts';
import { dataFault, makeDataDirectory } from '../configuration/data-directory.ts';
import { readAddress } from '../copy/read-address.ts';
import { CommandError, UsageError } from '../kernel/faults.ts';
import { count, show } from '../terminal/output.ts';
import { withProgress } from '../terminal/progress.ts';

const address = 'source: sqlite:FILE, postgres://USER@HOST/DATABASE (password in PGPASSWORD), or env:NAME for the value of a variable';

export const copyCommand = new Command('copy')
  .description('copy everything from one database to another and compare both; run it again to resume after an interruption')
  .requiredOption('--from <address>', address)
  .requiredOption('--to <address>', 'target, in the same form: an empty database, or one from an interrupted copy')
  .option('--json', 'print one JSON value and nothing else')
  .action(async (options) => {
    readConfiguration();
    const ends = { from: readAddress('--from', options.from), to: readAddress('--to', options.to) };
    if (isDeepStrictEqual(ends.from, ends.to)) throw new UsageError('--from and --to are the same database');
    if (ends.to.engine === 'sqlite') prepareFile(ends.to.file, ends.from);
    const { rows, differences } = await withProgress('copying', options, (tell) => {
      const onProgress = ({ phase, table, overallDone, overallTotal }: CopyProgress) =>
        tell(overallDone, overallTotal, `${words[phase]} ${table},`);
      return copyResumably({ ...ends, onProgress });
    });
    const isOk = differences.length === 0;
    if (!isOk) process.exitCode = 1;
    const value = { ok: isOk, from: options.from, to: options.to, rows, differences };
    show(options, { value, text: () => (isOk ? describe(rows) : describeDifferences(differences)) });
  });

const words: Record<CopyProgress['phase'], string> = { copy: 'copying', index: 'indexing', compare: 'comparing' };

/** Copies a store. An interrupted copy leaves complete batches, so running it again continues. */
async function copyResumably(options: Parameters<typeof copyStore>[0]): Promise<CopyOutcome> {
  let hasBegun = false;
  const onProgress = (progress: CopyProgress) => {
    hasBegun = true;
    options.onProgress?.(progress);
  };
  return await copyStore({ ...options, onProgress }).catch((error: Error) => {
    if (!hasBegun || error instanceof CopyError) throw error;
    throw new CommandError(`the copy was interrupted: ${error.message}; run it again to resume`, { cause: error });
  });
}

/** Creates the file so that only its owner can read it: it will hold everything. */
function prepareFile(file: string, from: StoreAddress): void {
  if (from.engine === 'sqlite' && !existsSync(from.file)) throw new CommandError(`the file to copy from does not exist: ${from.file}`);
  const directory = path.dirname(file);
  makeDataDirectory(directory);
  refuseLogs(file);
  try {
    closeSync(openSync(file, 'a', 0o600));
  } catch (error) {
    throw dataFault(directory, error);
  }
}

/** Refuses a log without a database file. It belongs to another database, which a gateway may still have open. */
function refuseLogs(file: string): void {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0) return;
  const log = logsOf(file).find((name) => !name.endsWith('-journal') && existsSync(name));
  if (log !== undefined)
    throw new CommandError(
      `${log} belongs to an earlier database: stop every gateway that uses it and move the file away, or copy to another file`,
    );
}

function describe(rows: number): string {
  return [
    `${count(rows, 'row')} copied and compared: both databases are equal.`,
    'Keep the secret: start the gateway with the same secret file or GATEHOUSE_SECRET.',
  ].join('\n');
}

function describeDifferences(differences: CopyDifference[]): string {
  return [
    `${count(differences.length, 'difference')} after the copy:`,
    ...differences.map(({ table, message }) => `  ${table}: ${message}`),
    'Stop every gateway on both databases, and copy again into an empty one.',
  ].join('\n');
}
