import { mkdirSync, readdirSync, renameSync, rmSync, statfsSync } from 'node:fs';
import path from 'node:path';
import { codeOf } from '@gatehouse/domain';
import { isDiskFull } from '../../kernel/disk-full.ts';
import { MigrationError } from '../../migrate.ts';
import { openForReading } from './open-for-reading.ts';
import { flushToDisk, makePartialFile } from './partial-file.ts';
import { readNumber } from './read-pragma.ts';

/** Number of snapshots kept: the way back from the last upgrade, and from the upgrades that it was part of. */
const kept = 3;

/** Folder of a database's snapshots. */
export function snapshotFolder(file: string): string {
  return path.join(path.dirname(file), 'snapshots');
}

/**
 * Saves a database before migrations change it (D71). The caller holds the write lock, so no writes happen between the snapshot and the
 * change. The snapshot is complete on the disk before it gets its name. Throws MigrationError if there is not enough space.
 */
export function saveBeforeUpgrade(file: string, freeBytes = freeBytesIn): void {
  const folder = snapshotFolder(file);
  const aside = refusingFullDisk(folder, () => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return makePartialFile(path.join(folder, 'gatehouse.db'));
  });
  try {
    refusingFullDisk(folder, () => copyTo(aside, file, freeBytes));
    renameSync(aside, path.join(folder, nameNow()));
  } finally {
    rmSync(aside, { force: true });
  }
  flushToDisk(folder);
  removeOldest(folder);
}

function freeBytesIn(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

function copyTo(aside: string, file: string, freeBytes: typeof freeBytesIn): void {
  const source = openForReading(file);
  try {
    const needed = (readNumber(source, 'page_count') - readNumber(source, 'freelist_count')) * readNumber(source, 'page_size');
    // Check first: a disk that is full for a moment breaks other programs.
    if (freeBytes(path.dirname(aside)) < needed) throw noRoom(path.dirname(aside), needed);
    source.prepare('vacuum into ?').run(aside);
  } finally {
    source.close();
  }
  flushToDisk(aside);
}

function refusingFullDisk<T>(folder: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw isDiskFull(error) || codeOf(error) === 'ENOSPC' ? noRoom(folder) : error;
  }
}

function noRoom(folder: string, bytes?: number): MigrationError {
  const needs = bytes === undefined ? '' : ` (it needs ${Math.ceil(bytes / 1_000_000)} MB)`;
  return new MigrationError(
    `this version changes the database, but the disk has no space for the snapshot in ${folder} that is created first${needs}; nothing was changed: free some space and start again, or start the previous version`,
  );
}

/** Name of a new snapshot. Names sort by time and are unique: a second upgrade in the same millisecond would need the lock. */
function nameNow(): string {
  return `gatehouse-${new Date().toISOString().replaceAll(/[-:]/g, '')}.db`;
}

function removeOldest(folder: string): void {
  const names = readdirSync(folder).filter((name) => /^gatehouse-\d{8}T\d{6}\.\d{3}Z\.db$/.test(name));
  for (const name of names.toSorted().slice(0, -kept)) rmSync(path.join(folder, name), { force: true });
}
