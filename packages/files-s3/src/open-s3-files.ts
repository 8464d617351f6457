import type { FileStore } from '@gatehouse/storage';
import type { S3Address } from './s3-address.ts';
import { createS3Client, explain, loadSdk } from './s3-client.ts';

export interface S3Options {
  /** Time limit of an operation, with its retries. Milliseconds. */
  timeoutMs?: number;
}

/**
 * Opens a file store in a bucket. It finds credentials as every AWS tool does: `AWS_*` variables, a profile, or the role of the machine or
 * the container. Loads the client, and rejects if it is not installed.
 */
export async function openS3Files(address: S3Address, { timeoutMs = 30_000 }: S3Options = {}): Promise<FileStore> {
  const sdk = await loadSdk();
  const { PutObjectCommand, GetObjectCommand, HeadObjectCommand, DeleteObjectCommand } = sdk;
  const { bucket, prefix } = address;
  const client = createS3Client(sdk, address, timeoutMs);
  const place = `s3://${bucket}/${prefix}`;
  const named = (id: string) => ({ Bucket: bucket, Key: `${prefix}${id}` });
  const inTime = () => ({ abortSignal: AbortSignal.timeout(timeoutMs) });

  return {
    place,
    async put(id, bytes) {
      const command = new PutObjectCommand({ ...named(id), Body: bytes, ContentLength: bytes.length });
      await client.send(command, inTime()).catch(explain('a file', 'stored', place));
    },
    async read(id, from, to) {
      const command = new GetObjectCommand({ ...named(id), Range: `bytes=${from}-${to - 1}` });
      const bytes = await client
        .send(command, inTime())
        .then(({ Body }) => Body?.transformToByteArray())
        .catch(explain('a file', 'read', place));
      if (bytes?.length !== to - from) throw new Error(`the file store ${place} returned ${bytes?.length} bytes instead of ${to - from}`);
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    },
    async size(id) {
      try {
        return (await client.send(new HeadObjectCommand(named(id)), inTime())).ContentLength;
      } catch (error) {
        if (error instanceof Error && error.name === 'NotFound') return undefined;
        return explain('a file', 'looked at', place)(error);
      }
    },
    async remove(id) {
      await client.send(new DeleteObjectCommand(named(id)), inTime()).catch(explain('a file', 'removed', place));
    },
    close: () => client.destroy(),
  };
}
