import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openS3Backups } from '@gatehouse/files-s3';
import { copySqlite } from '@gatehouse/storage/admin';
import { readBucket } from './bucket-address.ts';

/** A location with a series of backups, each named by its time. */
export interface BackupSeries {
  /** Location for people, without secrets. */
  readonly place: string;
  /** Names of complete backups, oldest first. Other files are ignored. */
  list(): Promise<string[]>;
  /** Copies the current database. The name appears only when the backup is complete. */
  save(database: string, name: string): Promise<{ sizeBytes: number }>;
  remove(name: string): Promise<void>;
}

const pattern = /^gatehouse-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d\.\d{3}Z)\.db$/;

export function backupName(at: number): string {
  return `gatehouse-${new Date(at).toISOString().replaceAll(/[-:]/g, '')}.db`;
}

/** Start of a backup, from its name. */
export function timeOf(name: string): number {
  return Date.parse(name.replace(pattern, '$1-$2-$3T$4:$5:$6'));
}

const isBackup = (name: string): boolean => pattern.test(name);

/** Opens a series in a folder, which is created if missing. */
export function openFolderSeries(folder: string): BackupSeries {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return {
    place: folder,
    list: async () => readdirSync(folder).filter(isBackup).sort(),
    async save(database, name) {
      const to = path.join(folder, name);
      await copySqlite({ from: database, to });
      return { sizeBytes: statSync(to).size };
    },
    remove: async (name) => rmSync(path.join(folder, name), { force: true }),
  };
}

/** Opens a series in a bucket, `s3://BUCKET/PREFIX`. Each backup is first written to a local file and checked there. */
export async function openBucketSeries(address: string): Promise<BackupSeries> {
  const backups = await openS3Backups(readBucket(address));
  return {
    place: backups.place,
    list: async () => (await backups.list()).filter(isBackup),
    async save(database, name) {
      const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-backup-'));
      try {
        const file = path.join(folder, name);
        await copySqlite({ from: database, to: file });
        await backups.save(name, file);
        return { sizeBytes: statSync(file).size };
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
    remove: (name) => backups.remove(name),
  };
}
