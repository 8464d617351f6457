import { copyFileSync, mkdtempSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openConnection } from '../engines/sqlite/connection.ts';
import { bytesCutFrom } from './cut-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-cut-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('counts the missing bytes of a database file, less those that its log may contain', () => {
  const file = path.join(folder, 'gatehouse.db');
  const connection = openConnection(file);
  connection.exec('create table rows (n integer, text text) strict');
  for (let row = 0; row < 100; row++) connection.exec(`insert into rows values (${row}, hex(randomblob(500)))`);
  expect(bytesCutFrom(file)).toBe(0);
  connection.pragma('wal_checkpoint(TRUNCATE)');
  const copy = path.join(folder, 'copy.db');
  copyFileSync(file, copy);
  expect(bytesCutFrom(copy)).toBe(0);
  truncateSync(copy, statSync(copy).size - 10_000);
  expect(bytesCutFrom(copy)).toBe(10_000);
  writeFileSync(`${copy}-wal`, Buffer.alloc(4000));
  expect(bytesCutFrom(copy)).toBe(6000);
  connection.close();
});

it('ignores files that are not databases', () => {
  const file = path.join(folder, 'notes.txt');
  for (const text of ['', 'a few words']) {
    writeFileSync(file, text);
    expect(bytesCutFrom(file)).toBe(0);
  }
  expect(bytesCutFrom(folder)).toBe(0);
});
