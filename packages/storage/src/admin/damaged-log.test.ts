import { closeSync, copyFileSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openConnection } from '../engines/sqlite/connection.ts';
import { damageOfLog } from './damaged-log.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-log-'));
  file = path.join(folder, 'gatehouse.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Overwrites part of a copy of the log and returns the description of the damage. */
function damagedAt(offset: number): string | undefined {
  const copy = path.join(folder, 'copy.db');
  copyFileSync(`${file}-wal`, `${copy}-wal`);
  const log = openSync(`${copy}-wal`, 'r+');
  writeSync(log, Buffer.alloc(64, 0xa5), 0, 64, offset);
  closeSync(log);
  return damageOfLog(copy);
}

it('reports damage before the last commit of a write-ahead log, and none in a complete log', () => {
  expect(damageOfLog(file)).toBeUndefined();
  const connection = openConnection(file);
  connection.exec('create table rows (n integer) strict');
  for (let round = 0; round < 3; round++) {
    for (let row = 0; row < 10; row++) connection.exec(`insert into rows values (${row})`);
    expect(damageOfLog(file)).toBeUndefined();
    const last = (connection.pragma('wal_checkpoint(PASSIVE)') as { log: number }[])[0]!.log - 1;
    const frameBytes = 4096 + 24;
    expect(damagedAt(0)).toContain('copy.db-wal is damaged');
    expect(damagedAt(32)).toContain('is damaged');
    expect(damagedAt(32 + 5 * frameBytes + 300)).toContain('is damaged');
    // A crash during the last write leaves such a log too, so it does not count as damage.
    expect(damagedAt(32 + last * frameBytes + 300)).toBeUndefined();
  }
  connection.close();
  expect(damageOfLog(file)).toBeUndefined();
});
