import { migratePostgresDatabase, migrateSqliteFile } from '@gatehouse/storage/admin';
import { requireDatabase } from '../composition/composition.ts';
import { readConfiguration } from '../configuration/configuration.ts';
import { count, show } from '../terminal/output.ts';
import { dataCommand } from '../workspace/options.ts';

export const migrateCommand = dataCommand('migrate')
  .description('apply pending database migrations; every other command that opens the database does this too')
  .action(async (options) => {
    const configuration = readConfiguration({ data: options.data });
    const { databaseUrl } = configuration;
    const applied =
      databaseUrl === undefined ? migrateSqliteFile(requireDatabase(configuration)) : await migratePostgresDatabase(databaseUrl);
    const text = () =>
      applied.length === 0 ? 'The database is up to date.' : `${count(applied.length, 'migration')} applied: ${applied.join(', ')}.`;
    show(options, { value: { applied }, text });
  });
