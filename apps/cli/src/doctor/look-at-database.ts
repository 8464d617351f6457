import { accessSync, constants, existsSync } from 'node:fs';
import { inspectSqliteFile } from '@gatehouse/storage/admin';
import type { Configuration } from '../configuration/configuration.ts';
import { databaseFile, secretFile } from '../configuration/data-directory.ts';
import { bytes } from '../terminal/output.ts';
import { failed, ok, type Verdict, warning } from './finding.ts';

export function lookAtDatabase({ data, databaseUrl }: Configuration): Verdict {
  if (databaseUrl !== undefined) return ok('Postgres, from DATABASE_URL; "gatehouse migrate" connects to it');
  const file = databaseFile(data);
  // The secret is created after the database.
  const wasWorkspace = existsSync(secretFile(data));
  if (!existsSync(file))
    return wasWorkspace ? warning(`there is a secret but no database: ${restore}`) : ok('none yet; the first start creates it');
  accessSync(file, constants.R_OK | constants.W_OK);
  const { pendingMigrations, hasWorkspace, sizeBytes, cutBytes } = inspectSqliteFile(file);
  if (cutBytes > 0) return failed(`${file} was truncated, ${bytes(cutBytes)} are missing at its end: move it away, and ${restore}`);
  if (!hasWorkspace && wasWorkspace) return failed(`${file} is empty, but there is a secret: move it away, and ${restore}`);
  if (pendingMigrations.length > 0) return warning(`${pendingMigrations.length} migrations to apply; the next start applies them`);
  return ok(`${file}, ${bytes(sizeBytes)}; "gatehouse verify" checks its contents`);
}

const restore =
  'where a workspace was, restore its latest backup with "gatehouse restore FILE" before the next start, which would make a new one';
