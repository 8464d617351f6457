import { closeSync, copyFileSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { verifyDatabase } from '../../admin/verify/verify.ts';
import { fillWorkspace } from '../../testing/whole-workspace.ts';
import type { Store } from '../store.ts';
import { keepCheckpoints } from './checkpoints.ts';
import { openConnection } from './connection.ts';
import { openSqlite } from './store.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-checkpoints-'));
  file = path.join(folder, 'gatehouse.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Makes the files that a power failure leaves, with an unreadable first page in the log. */
function crashed(name: string): string {
  const copy = path.join(folder, name, 'gatehouse.db');
  mkdirSync(path.dirname(copy));
  copyFileSync(file, copy);
  copyFileSync(`${file}-wal`, `${copy}-wal`);
  const log = openSync(`${copy}-wal`, 'r+');
  writeSync(log, Buffer.alloc(4096, 0xa5), 0, 4096, 0);
  closeSync(log);
  return copy;
}

async function itemsOf(store: Store): Promise<number> {
  const viewer = { orgId: 'org_acme', personId: 'person_owner', seesAll: true, limits: null, at: 0 };
  return (await store.read(() => store.items.list({ viewer, sort: 'doc', limit: 10 }))).length;
}

describe('a small workspace', () => {
  it('is in the database file soon after it was written, so that a damaged log costs nothing', async () => {
    const store = openSqlite({ file });
    await fillWorkspace(store);
    const isWritten = async (copy: string) => {
      const other = openSqlite({ file: copy });
      try {
        return await itemsOf(other).catch(() => 0);
      } finally {
        await other.close();
      }
    };
    let tries = 0;
    await expect.poll(() => isWritten(crashed(`crash-${++tries}`)), { timeout: 25_000, interval: 200 }).toBe(await itemsOf(store));
    expect((await verifyDatabase({ database: { engine: 'sqlite', file: crashed('last') } })).problems).toEqual([
      { check: 'log', message: expect.stringContaining('is damaged: the content of its last') },
    ]);
    await store.close();
  });

  it('has its tables there from the start', async () => {
    const store = openSqlite({ file });
    expect(readFileSync(file).includes('TABLE organizations')).toBe(true);
    await store.close();
  });
});

describe('checkpoints', () => {
  it('run after a second without commits, after 15 at the latest, and never without commits', () => {
    vi.useFakeTimers();
    try {
      const connection = openConnection(file);
      connection.exec('create table rows (n integer) strict');
      const pragma = vi.spyOn(connection, 'pragma');
      const checkpoints = keepCheckpoints(connection);
      const during = (seconds: number, commitsPerSecond: number) => {
        const before = pragma.mock.calls.length;
        for (let second = 0; second < seconds; second++) {
          for (let commit = 0; commit < commitsPerSecond; commit++) checkpoints.committed();
          vi.advanceTimersByTime(1000);
        }
        return pragma.mock.calls.length - before;
      };
      expect(during(100, 0)).toBe(0);
      expect(during(1, 1) + during(10, 0)).toBe(1);
      expect(during(60, 5)).toBe(4);
      during(2, 0);
      // SQLite makes its own under such a load.
      expect(during(60, 1000)).toBe(0);
      checkpoints.close();
      connection.close();
    } finally {
      vi.useRealTimers();
    }
  });

  it('are tried again while another connection reads an earlier state', () => {
    vi.useFakeTimers();
    try {
      const [connection, reader] = [openConnection(file), openConnection(file)];
      connection.exec('create table rows (n integer) strict');
      reader.exec('begin; select * from rows');
      connection.exec('insert into rows values (1)');
      const checkpoints = keepCheckpoints(connection);
      checkpoints.committed();
      vi.advanceTimersByTime(3000);
      writeFileSync(path.join(folder, 'before'), readFileSync(file));
      reader.exec('commit');
      vi.advanceTimersByTime(1000);
      expect(readFileSync(file).equals(readFileSync(path.join(folder, 'before')))).toBe(false);
      checkpoints.close();
      reader.close();
      connection.close();
    } finally {
      vi.useRealTimers();
    }
  });
});
