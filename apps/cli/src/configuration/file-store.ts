import { openS3Files } from '@gatehouse/files-s3';
import type { FileStore, Store } from '@gatehouse/storage';
import { CommandError } from '../kernel/faults.ts';
import type { Configuration } from './configuration.ts';

/** Opens the store for the bytes of files. Undefined if they are in the database. */
export async function openFileStore({ files }: Pick<Configuration, 'files'>): Promise<FileStore | undefined> {
  if (files === undefined) return undefined;
  return await openS3Files(files).catch((error: Error) => {
    throw new CommandError(`GATEHOUSE_FILES cannot be used: ${error.message}`, { cause: error });
  });
}

/** Refuses to open a workspace without its file store, because its files would seem lost. */
export async function requireFileStore(store: Store, files: FileStore | undefined): Promise<void> {
  if (files || !(await store.read(() => store.fileObjects.anyKept()))) return;
  throw new CommandError(
    'files of this workspace are in S3-compatible storage: set GATEHOUSE_FILES (and AWS_… credentials) to its earlier value',
  );
}
