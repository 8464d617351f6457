import path from 'node:path';
import { messageOf } from '@gatehouse/domain';
import { openS3Backups, readS3Address, type S3Address } from '@gatehouse/files-s3';
import { UsageError } from '../kernel/faults.ts';

/** True if a backup location is a bucket rather than a file or folder. */
export function isBucket(given: string): boolean {
  return given.startsWith('s3://');
}

export function readBucket(given: string): S3Address {
  try {
    return readS3Address(given);
  } catch (error) {
    throw new UsageError(`the bucket ${messageOf(error)}`);
  }
}

/** Downloads a backup from `s3://BUCKET/PREFIX/NAME.db` to a file in `folder`, and returns its path. */
export async function fetchBackup(given: string, folder: string): Promise<string> {
  const [address = '', query] = given.split('?');
  const name = path.posix.basename(address);
  const bucket = readBucket(`${path.posix.dirname(address)}${query === undefined ? '' : `?${query}`}`);
  const backups = await openS3Backups(bucket);
  try {
    const file = path.join(folder, name);
    await backups.fetch(name, file);
    return file;
  } finally {
    backups.close();
  }
}
