import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { copySqlite } from '@gatehouse/storage/admin';
import { requireDatabase } from '../composition.ts';
import { readConfiguration } from '../configuration.ts';
import { secretFile } from '../data-directory.ts';
import { CommandError } from '../faults.ts';
import { bytes, show } from '../output.ts';
import { dataCommand } from '../workspace/options.ts';

export const backupCommand = dataCommand('backup')
  .description('copy the database as it is at this instant, beside a running gateway; never overwrites')
  .argument('<file>')
  .action(async (given, options) => {
    const configuration = readConfiguration({ data: options.data });
    const from = requireDatabase(configuration);
    const to = path.resolve(given);
    const exists = new CommandError(`${given} exists already: a backup overwrites nothing, choose another name`);
    if (existsSync(to)) throw exists;
    await copySqlite({ from, to }).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'EEXIST' ? exists : error;
    });
    const { size } = statSync(to);
    const keep =
      configuration.secret === undefined
        ? `Keep ${secretFile(configuration.data)} too, in another place: credentials of connections open only with it.`
        : '';
    const { files } = configuration;
    const elsewhere = files && `s3://${files.bucket}/${files.prefix}`;
    const also = elsewhere ? `The bytes of files are in ${elsewhere} and not in this backup: it is whole only together with them.` : '';
    show(options, {
      value: { file: to, sizeBytes: size, ...(elsewhere && { filesIn: elsewhere }) },
      text: () => [`${given} is written and checked, ${bytes(size)}.`, also, keep].filter((line) => line !== '').join('\n'),
    });
  });
