import type { StoreAddress } from '../engines/copy/store-address.ts';
import { pendingSqliteMigrations } from '../engines/sqlite/migrate.ts';
import { openForReading } from '../engines/sqlite/open-for-reading.ts';
import { readMigrations } from '../migrate.ts';

/** Storage use of a database, in figures that need no full scan. */
export interface StorageUse {
  sizeBytes: number;
  /** Computed from the numbers of the first and the last row: slightly too high if numbers were skipped. */
  activityRows: number;
  /** Time of the first row of the log. Null if the log is empty. */
  oldestActivityAt: number | null;
  /** Number of files. Every version counts as one. */
  files: number;
  fileBytes: number;
  /** Files in the file store, not in the database. */
  filesElsewhere: number;
  /** Text that was extracted from files. */
  extractedBytes: number;
  /** Reviewed texts, while changes of agents wait. */
  reviewedBytes: number;
}

/** Reads the figures without changing anything. Undefined for a database that is empty or not up to date. */
export async function readStorageUse(address: StoreAddress): Promise<StorageUse | undefined> {
  const row = address.engine === 'sqlite' ? readSqlite(address.file) : await readPostgres(address.url);
  if (!row) return undefined;
  const { oldestActivityAt, ...figures } = row;
  const numbers = Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, Number(value)]));
  return {
    ...(numbers as Omit<StorageUse, 'oldestActivityAt'>),
    oldestActivityAt: oldestActivityAt === null ? null : Number(oldestActivityAt),
  };
}

/** Drivers return 64-bit numbers in different types. */
type Row = Record<keyof StorageUse, number | string | null>;

/** Query that works in both dialects. */
const figures = `
  (select coalesce(max(id) - (select min(id) from activity) + 1, 0) from activity) as "activityRows",
  (select at from activity order by id limit 1) as "oldestActivityAt",
  (select count(*) from blobs) as "files",
  (select coalesce(sum(size_bytes), 0) from blobs) as "fileBytes",
  (select count(*) from file_objects where state = 'kept') as "filesElsewhere",
  (select coalesce(sum(size_bytes), 0) from extracted_texts) as "extractedBytes",
  (select coalesce(sum(size_bytes), 0) from reviews) as "reviewedBytes"`;

function readSqlite(file: string): Row | undefined {
  const connection = openForReading(file);
  try {
    if (pendingSqliteMigrations(connection, readMigrations('sqlite')).length > 0) return undefined;
    const size = '(select page_count * page_size from pragma_page_count, pragma_page_size) as "sizeBytes"';
    return connection.prepare(`select ${size}, ${figures}`).get() as Row;
  } finally {
    connection.close();
  }
}

async function readPostgres(url: string): Promise<Row | undefined> {
  // Load the driver only here: doctor on SQLite does not need it.
  const [{ connectAlone }, { pendingMigrationsOn }] = await Promise.all([
    import('../engines/postgres/pipeline/connect.ts'),
    import('../engines/postgres/migrate.ts'),
  ]);
  const client = await connectAlone(url, 'doctor');
  try {
    if ((await pendingMigrationsOn(client, readMigrations('postgres'))).length > 0) return undefined;
    const { rows } = await client.query<Row>(`select pg_database_size(current_database()) as "sizeBytes", ${figures}`);
    return rows[0];
  } finally {
    await client.end();
  }
}
