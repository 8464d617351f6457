import { existsSync, mkdtempDisposableSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { readConfiguration } from '../configuration/configuration.ts';
import { databaseFile } from '../configuration/data-directory.ts';
import { openGatehouse } from './composition.ts';

it('refuses an empty database next to a secret, and creates a new workspace after the database is deleted', async () => {
  using folder = mkdtempDisposableSync(path.join(tmpdir(), 'gatehouse-emptied-'));
  const configuration = readConfiguration({ data: folder.path }, {});
  const file = databaseFile(folder.path);
  await (await openGatehouse(configuration)).close();
  truncateSync(file, 0);
  await expect(openGatehouse(configuration)).rejects.toThrow('gatehouse.db is empty, but this directory had a workspace');
  rmSync(file);
  await (await openGatehouse(configuration)).close();
  expect(existsSync(file)).toBe(true);
});
