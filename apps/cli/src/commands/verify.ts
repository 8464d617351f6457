import path from 'node:path';
import { type Verification, verifySqlite } from '@gatehouse/storage';
import { requireDatabase } from '../composition.ts';
import { readConfiguration } from '../configuration.ts';
import { count, show } from '../output.ts';
import { withProgress } from '../progress.ts';
import { dataCommand } from '../workspace/options.ts';

export const verifyCommand = dataCommand('verify')
  .description('check everything that is stored: the file, every version against its checksum, the search index, the activity log')
  .argument('[backup]', 'check this backup instead')
  .action(async (backup, options) => {
    const file = backup === undefined ? requireDatabase(readConfiguration({ data: options.data })) : path.resolve(backup);
    const verification = await withProgress('verifying', options, (tell) =>
      verifySqlite({ file, onProgress: ({ check, done, total }) => tell(done, total, check) }),
    );
    const isOk = verification.problems.length === 0;
    if (!isOk) process.exitCode = 1;
    show(options, { value: { ok: isOk, file, ...verification }, text: () => describe(verification) });
  });

function describe({ problems, counts }: Verification): string {
  const checked = `${count(counts.items, 'item')}, ${count(counts.versions, 'version')} and ${count(counts.activity, 'row')} of the activity log`;
  if (problems.length === 0) return `Everything is as it must be: ${checked}.`;
  return [
    `${count(problems.length, 'problem')} found:`,
    ...problems.map(({ check, message }) => `  ${check}: ${message}`),
    'Restore the latest backup that "gatehouse verify BACKUP" finds sound, with "gatehouse restore BACKUP" into another --data directory.',
  ].join('\n');
}
