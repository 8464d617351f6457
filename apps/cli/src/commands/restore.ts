import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type CheckName, copySqlite, logsOf, migrateSqliteFile, UnreadableDatabase, verifyDatabase } from '@gatehouse/storage/admin';
import { fetchBackup, isBucket } from '../backup/bucket-address.ts';
import { readConfiguration } from '../configuration/configuration.ts';
import { databaseFile, makeDataDirectory, secretFile } from '../configuration/data-directory.ts';
import { openFileStore } from '../configuration/file-store.ts';
import { CommandError } from '../kernel/faults.ts';
import { count, show } from '../terminal/output.ts';
import { withProgress } from '../terminal/progress.ts';
import { type DataOptions, dataCommand } from '../workspace/options.ts';

export const restoreCommand = dataCommand('restore')
  .description('check a backup and restore it into an empty data directory')
  .argument('<file>', 'file from "gatehouse backup", or s3://BUCKET/PREFIX/NAME.db')
  .action(async (given, options) => {
    if (!isBucket(given)) return await restore(given, path.resolve(given), options);
    const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-restore-'));
    try {
      await restore(given, await fetchBackup(given, folder), options);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

async function restore(given: string, from: string, options: DataOptions): Promise<void> {
  const configuration = readConfiguration({ data: options.data });
  const { data } = configuration;
  const to = databaseFile(data);
  refuseExisting(to);
  const files = await openFileStore(configuration);
  const { problems, counts } = await withProgress('verifying', options, (tell) =>
    verifyDatabase({
      database: { engine: 'sqlite', file: from },
      files,
      onProgress: ({ check, done, total }) => tell(done, total, check),
    }),
  ).catch((error: Error) => {
    throw error instanceof UnreadableDatabase ? new CommandError(`${error.message}: give a file from "gatehouse backup"`) : error;
  });
  files?.close();
  // Lost objects of the file store are not damage: another backup of the database would not bring them back.
  const missing = problems.filter(({ check }) => check === 'files').length;
  const damage = problems.find(({ check }) => !restorable.has(check));
  const wrongRows = problems.filter(({ check }) => check === 'rows' || check === 'activity').length;
  if (damage)
    throw new CommandError(`${given} is damaged and was not restored: ${damage.message}; "gatehouse verify ${given}" lists all problems`);
  makeDataDirectory(data);
  await copySqlite({ from, to });
  migrateSqliteFile(to, { isCopy: true });
  const note = existsSync(secretFile(data))
    ? ''
    : `\nBefore the first start, copy the secret file of the old data directory to ${secretFile(data)}: without it, the credentials of connections cannot be decrypted.`;
  show(options, {
    value: { file: to, ...counts, ...(missing > 0 && { missingFiles: missing }), ...(wrongRows > 0 && { wrongRows }) },
    text: () =>
      `${to} is restored: ${count(counts.items, 'item')} and ${count(counts.versions, 'version')}.${describeFiles(counts.objects, files?.place, missing)}${describeRows(wrongRows)}${note}`,
  });
}

/**
 * Checks whose problems do not prevent a restore: another backup would not repair them, or only single rows are wrong. A restored workspace
 * with such problems is better than none.
 */
const restorable: ReadonlySet<CheckName> = new Set(['migrations', 'files', 'rows', 'activity']);

function describeRows(wrong: number): string {
  return wrong === 0 ? '' : `\n${count(wrong, 'row')} of the backup failed the check: "gatehouse verify" lists them.`;
}

function describeFiles(objects: number, place: string | undefined, missing: number): string {
  if (objects === 0) return '';
  if (place === undefined)
    return `\nThe bytes of ${count(objects, 'file')} are stored elsewhere: before the first start, set GATEHOUSE_FILES to its old value.`;
  if (missing > 0) return `\nNot all files are in ${place}: "gatehouse verify" lists the missing ones.`;
  return `\nThe bytes of ${count(objects, 'file')} are in ${place}.`;
}

/** Refuses an existing database or its log files. SQLite would read the journal of another database into the restored one. */
function refuseExisting(database: string): void {
  const found = [database, ...logsOf(database)].find((file) => existsSync(file));
  if (found !== undefined)
    throw new CommandError(
      `${found} already exists: restore never overwrites; move the old files away, or give another directory with --data`,
    );
}
