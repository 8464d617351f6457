import { migrateSqliteFile } from '@gatehouse/storage';
import { openGatehouse, requireDatabase } from '../composition.ts';
import { readConfiguration } from '../configuration.ts';
import { count, show } from '../output.ts';
import { dataCommand } from '../workspace/options.ts';

export const migrateCommand = dataCommand('migrate')
  .description('bring the database up to date; every other command does that by itself')
  .action(async (options) => {
    const configuration = readConfiguration({ data: options.data });
    // Opening Postgres brings it up to date, and does not tell by what.
    if (configuration.databaseUrl !== undefined) {
      await (await openGatehouse(configuration)).close();
      return show(options, { value: { ok: true }, text: () => 'The database is up to date.' });
    }
    const applied = migrateSqliteFile(requireDatabase(configuration));
    const text = () =>
      applied.length === 0 ? 'The database is up to date.' : `${count(applied.length, 'migration')} applied: ${applied.join(', ')}.`;
    show(options, { value: { applied }, text });
  });
