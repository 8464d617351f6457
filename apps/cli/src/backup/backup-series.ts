import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openS3Backups } from '@gatehouse/files-s3';
import { copySqlite } from '@gatehouse/storage/admin';
import { readBucket } from './bucket-address.ts';

/** A place with one backup after another, each named by its time. */
export interface BackupSeries {
  /** For people; holds no secret. */
  readonly place: string;
  /** Names of whole backups, oldest first. What else is there is nobody's business. */
  list(): Promise<string[]>;
  /** Copies the database as it is now. The name is there when the backup is whole, and not before. */
  save(database: string, name: string): Promise<{ sizeBytes: number }>;
  remove(name: string): Promise<void>;
}

const pattern = /^gatehouse-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d\.\d{3}Z)\.db$/;

export function backupName(at: number): string {
  return `gatehouse-${new Date(at).toISOString().replaceAll(/[-:]/g, '')}.db`;
}

/** When a backup was begun, by its name. */
export function timeOf(name: string): number {
  return Date.parse(name.replace(pattern, '$1-$2-$3T$4:$5:$6'));
}

const isBackup = (name: string): boolean => pattern.test(name);

/** In a folder, which is made if it is not there. */
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

/** In a bucket, `s3://BUCKET/PREFIX`. Each backup is first written to a file of its own, and checked there. */
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
