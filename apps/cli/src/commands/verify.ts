import path from 'node:path';
import {
  type StoreAddress,
  showStoreAddress,
  UnreadableDatabase,
  type Verification,
  type VerifyOptions,
  verifyDatabase,
} from '@gatehouse/storage/admin';
import { knownSecretOf, openSecretBox, requireDatabase } from '../composition/composition.ts';
import { type Configuration, readConfiguration } from '../configuration/configuration.ts';
import { openFileStore } from '../configuration/file-store.ts';
import { CommandError } from '../kernel/faults.ts';
import { count, show } from '../terminal/output.ts';
import { withProgress } from '../terminal/progress.ts';
import { dataCommand } from '../workspace/options.ts';

export const verifyCommand = dataCommand('verify')
  .description('check all stored data: the database, the checksum of every version, the search index and the activity log')
  .argument('[backup]', 'check this backup file instead')
  .action(async (backup, options) => {
    const configuration = readConfiguration({ data: options.data });
    const database: StoreAddress = backup === undefined ? databaseOf(configuration) : { engine: 'sqlite', file: path.resolve(backup) };
    const files = await openFileStore(configuration);
    const verification = await withProgress('verifying', options, (tell) =>
      verifyDatabase({
        database,
        files,
        openSecret: openerOf(configuration),
        onProgress: ({ check, done, total }) => tell(done, total, check),
      }),
    ).catch((error: Error) => {
      throw error instanceof UnreadableDatabase ? new CommandError(`${error.message}${whatNext(backup)}`) : error;
    });
    files?.close();
    const isOk = verification.problems.length === 0;
    if (!isOk) process.exitCode = 1;
    const place = database.engine === 'sqlite' ? { file: database.file } : { database: showStoreAddress(database) };
    show(options, { value: { ok: isOk, ...place, ...verification }, text: () => describe(verification, database, files?.place) });
  });

/**
 * Opens credentials if the secret is available. Otherwise only their outside is checked. A missing secret is reported by "gatehouse
 * doctor".
 */
function openerOf(configuration: Configuration): VerifyOptions['openSecret'] {
  const secret = knownSecretOf(configuration);
  return secret && openSecretBox(configuration, secret).open;
}

function databaseOf(configuration: Configuration): StoreAddress {
  if (configuration.databaseUrl !== undefined) return { engine: 'postgres', url: configuration.databaseUrl };
  return { engine: 'sqlite', file: requireDatabase(configuration) };
}

function whatNext(backup: string | undefined): string {
  if (backup !== undefined) return ': give a file from "gatehouse backup"';
  return ': set the location of the workspace with --data or DATABASE_URL, or restore the latest backup into another --data directory';
}

const restoreHints: Record<StoreAddress['engine'], string> = {
  sqlite:
    'Find the latest intact backup with "gatehouse verify BACKUP", and restore it into another --data directory with "gatehouse restore BACKUP".',
  postgres: 'Restore the latest backup of this database into another one, and run "gatehouse verify" with DATABASE_URL set to it.',
};

function describe({ problems, counts }: Verification, { engine }: StoreAddress, filesIn: string | undefined): string {
  const checked = `${count(counts.items, 'item')}, ${count(counts.versions, 'version')} and ${count(counts.activity, 'row')} of the activity log`;
  const objects = describeObjects(counts.objects, filesIn);
  if (problems.length === 0) return `No problems found: ${checked}.${objects}`;
  return [
    `${count(problems.length, 'problem')} found:`,
    ...problems.map(({ check, message }) => `  ${check}: ${message}`),
    ...(problems.some(({ check }) => check === 'files')
      ? ['Restore missing file objects from an earlier version or a copy of the bucket.']
      : []),
    ...(problems.some(({ check }) => check !== 'files') ? [restoreHints[engine]] : []),
  ].join('\n');
}

function describeObjects(objects: number, filesIn: string | undefined): string {
  if (objects === 0) return '';
  if (filesIn === undefined)
    return `\nThe contents of ${count(objects, 'file')} are stored elsewhere and were not checked: set GATEHOUSE_FILES.`;
  return `\nThe contents of ${count(objects, 'file')} are in ${filesIn}, each with the right size; they were not read.`;
}
