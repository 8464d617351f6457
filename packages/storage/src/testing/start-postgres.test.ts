import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { findPostgresBinaries } from './postgres-binaries.ts';
import { startPostgres } from './start-postgres.ts';
import { postgresMissing, runStatement } from './test-database.ts';

/** Servers run as another user only where we are root. */
describe.skipIf(postgresMissing() !== undefined || process.getuid?.() !== 0)('a temporary Postgres of root', () => {
  let folder: string;

  beforeEach(() => {
    const binaries = findPostgresBinaries() as { folder: string };
    folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-of-root-'));
    chmodSync(folder, 0o755);
    const ours = path.join(folder, 'ours');
    mkdirSync(ours, { mode: 0o700 });
    cpSync(path.dirname(binaries.folder), path.join(ours, 'native'), { recursive: true, verbatimSymlinks: true });
    vi.stubEnv('TEST_POSTGRES_BIN', path.join(ours, 'native/bin'));
    vi.stubEnv('TMPDIR', folder);
  });

  afterEach(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });

  it('starts even if only root can read its binaries, from one shared copy', async () => {
    const servers = await Promise.all([startPostgres(), startPostgres()]);
    try {
      for (const server of servers) expect(await runStatement(server.url(), 'select 1 as one')).toEqual([{ one: 1 }]);
      const copies = readdirSync(folder).filter((name) => name.includes('binaries'));
      expect(copies).toEqual([expect.not.stringContaining('draft')]);
    } finally {
      for (const server of servers) await server.stop();
    }
  });
});
