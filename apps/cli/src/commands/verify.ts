import path from 'node:path';
import { type Verification, verifySqlite } from '@gatehouse/storage';
import { requireDatabase } from '../composition.ts';
import { readConfiguration } from '../configuration.ts';
import { openFileStore } from '../file-store.ts';
import { count, show } from '../output.ts';
import { withProgress } from '../progress.ts';
import { dataCommand } from '../workspace/options.ts';

export const verifyCommand = dataCommand('verify')
  .description('check everything that is stored: the file, every version against its checksum, the search index, the activity log')
  .argument('[backup]', 'check this backup instead')
  .action(async (backup, options) => {
    const configuration = readConfiguration({ data: options.data });
    const file = backup === undefined ? requireDatabase(configuration) : path.resolve(backup);
    const files = await openFileStore(configuration);
    const verification = await withProgress('verifying', options, (tell) =>
      verifySqlite({ file, files, onProgress: ({ check, done, total }) => tell(done, total, check) }),
    );
    files?.close();
    const isOk = verification.problems.length === 0;
    if (!isOk) process.exitCode = 1;
    show(options, { value: { ok: isOk, file, ...verification }, text: () => describe(verification, files?.place) });
  });

const restoreHint =
  'Restore the latest backup that "gatehouse verify BACKUP" finds sound, with "gatehouse restore BACKUP" into another --data directory.';

function describe({ problems, counts }: Verification, filesIn: string | undefined): string {
  const checked = `${count(counts.items, 'item')}, ${count(counts.versions, 'version')} and ${count(counts.activity, 'row')} of the activity log`;
  const objects = describeObjects(counts.objects, filesIn);
  if (problems.length === 0) return `Everything is as it must be: ${checked}.${objects}`;
  return [
    `${count(problems.length, 'problem')} found:`,
    ...problems.map(({ check, message }) => `  ${check}: ${message}`),
    ...(problems.some(({ check }) => check === 'files')
      ? ['Bring file objects back from an earlier version or a copy of the bucket.']
      : []),
    ...(problems.some(({ check }) => check !== 'files') ? [restoreHint] : []),
  ].join('\n');
}

function describeObjects(objects: number, filesIn: string | undefined): string {
  if (objects === 0) return '';
  if (filesIn === undefined) return `\nThe bytes of ${count(objects, 'file')} are elsewhere and were not looked at: set GATEHOUSE_FILES.`;
  return `\nThe bytes of ${count(objects, 'file')} are in ${filesIn}, each with its size; they were not read.`;
}
