import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { copySqlite } from '@gatehouse/storage/admin';
import { backupName, openBucketSeries, openFolderSeries } from '../backup/backup-series.ts';
import { isBucket } from '../backup/bucket-address.ts';
import { keepBackups } from '../backup/keep-backups.ts';
import { requireDatabase } from '../composition/composition.ts';
import { type Configuration, readConfiguration } from '../configuration/configuration.ts';
import { secretFile } from '../configuration/data-directory.ts';
import { readInterval } from '../kernel/expiry.ts';
import { CommandError, UsageError } from '../kernel/faults.ts';
import { readWholeNumber } from '../kernel/whole-number.ts';
import { untilToldToStop } from '../start/stop-signals.ts';
import { bytes, count, show } from '../terminal/output.ts';
import { type DataOptions, dataCommand } from '../workspace/options.ts';

const usuallyKept = 14;

export const backupCommand = dataCommand('backup')
  .description('write a snapshot of the database to a new file; the gateway can keep running')
  .argument('<target>', 'file (with --every, directory) or bucket (s3://BUCKET/PREFIX) to write to')
  .option('--every <span>', 'keep running and make a backup at this interval, such as 6h', readInterval)
  .option('--keep <number>', `number of backups to keep with --every (default: ${usuallyKept})`, (text) => readWholeNumber(text, 1, 10_000))
  .action(async (given, { every, keep, ...options }) => {
    const configuration = readConfiguration({ data: options.data });
    const from = requireDatabase(configuration);
    if (every !== undefined) return await backUpEvery(every, { given, keep: keep ?? usuallyKept, from, configuration, options });
    if (keep !== undefined) throw new UsageError('--keep requires --every: without it, one file is written and none is removed');
    await (isBucket(given) ? backUpToBucket : backUpOnce)(given, { from, configuration, options });
  });

interface Backup {
  /** File of the database. */
  from: string;
  configuration: Configuration;
  options: DataOptions;
}

async function backUpOnce(given: string, { from, configuration, options }: Backup): Promise<void> {
  const to = path.resolve(given);
  const exists = new CommandError(`${given} already exists: a backup never overwrites, choose another name`);
  if (existsSync(to)) throw exists;
  await copySqlite({ from, to }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST' ? exists : error;
  });
  const { size } = statSync(to);
  const elsewhere = filesElsewhere(configuration);
  show(options, {
    value: { file: to, sizeBytes: size, ...(elsewhere && { filesIn: elsewhere }) },
    text: () => [`Wrote and checked ${given}, ${bytes(size)}.`, ...notes(configuration)].join('\n'),
  });
}

async function backUpToBucket(given: string, { from, configuration, options }: Backup): Promise<void> {
  const series = await openBucketSeries(given);
  const name = backupName(Date.now());
  const { sizeBytes } = await series.save(from, name);
  const elsewhere = filesElsewhere(configuration);
  show(options, {
    value: { backup: name, in: series.place, sizeBytes, ...(elsewhere && { filesIn: elsewhere }) },
    text: () => [`Wrote and checked ${series.place}${name}, ${bytes(sizeBytes)}.`, ...notes(configuration)].join('\n'),
  });
}

async function backUpEvery(everyMs: number, { given, keep, from, configuration, options }: Backup & { given: string; keep: number }) {
  const series = isBucket(given) ? await openBucketSeries(given) : openFolderSeries(path.resolve(given));
  const stopping = new AbortController();
  void untilToldToStop().then(() => stopping.abort());
  if (!options.json) for (const note of notes(configuration)) process.stdout.write(`${note}\n`);
  await keepBackups({
    series,
    database: from,
    everyMs,
    keep,
    signal: stopping.signal,
    saved: ({ name, sizeBytes, removed }) =>
      show(options, {
        value: { backup: name, in: series.place, sizeBytes, removed },
        text: () => `Wrote and checked ${name}, ${bytes(sizeBytes)}; ${count(removed.length, 'older backup')} removed.`,
      }),
    failed: ({ message }) =>
      void process.stderr.write(
        `gatehouse: a backup to ${series.place} failed and will be retried: ${message}; no older backup was removed\n`,
      ),
  });
}

/** Notes about data that the backup does not contain. */
function notes(configuration: Configuration): string[] {
  const elsewhere = filesElsewhere(configuration);
  return [
    ...(elsewhere ? [`The contents of files are in ${elsewhere}, not in this backup: keep both.`] : []),
    ...(configuration.secret === undefined
      ? [`Also keep ${secretFile(configuration.data)}, separately: without it, the credentials of connections cannot be decrypted.`]
      : []),
  ];
}

function filesElsewhere({ files }: Configuration): string | undefined {
  return files && `s3://${files.bucket}/${files.prefix}`;
}
