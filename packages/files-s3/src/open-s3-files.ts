import type { S3Client } from '@aws-sdk/client-s3';
import type { FileStore } from '@gatehouse/storage';
import type { S3Address } from './s3-address.ts';

export interface S3Options {
  /** How long an operation may take, with its repetitions. */
  timeoutMs?: number;
}

const attempts = 3;
const connectMs = 5_000;

/**
 * Opens a file store in a bucket. Its credentials are found as every AWS tool finds them: `AWS_*` variables, a profile, the role of
 * the machine or the container. The client is loaded here and nowhere else; rejects when it is not installed.
 */
export async function openS3Files(address: S3Address, { timeoutMs = 30_000 }: S3Options = {}): Promise<FileStore> {
  const { S3Client, PutObjectCommand, GetObjectCommand, HeadObjectCommand, DeleteObjectCommand } = await loadClient();
  const { bucket, prefix, region, endpoint } = address;
  const client: S3Client = new S3Client({
    // A service of one's own has a region in name only.
    ...((region ?? endpoint) && { region: region ?? process.env.AWS_REGION ?? 'us-east-1' }),
    ...(endpoint && { endpoint, forcePathStyle: true }),
    maxAttempts: attempts,
    // The signature covers a SHA-256 of the bytes already; not every service knows more checksums than that.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: connectMs, requestTimeout: timeoutMs / 2, throwOnRequestTimeout: true },
  });
  const place = `s3://${bucket}/${prefix}`;
  const named = (id: string) => ({ Bucket: bucket, Key: `${prefix}${id}` });
  const inTime = () => ({ abortSignal: AbortSignal.timeout(timeoutMs) });

  return {
    place,
    async put(id, bytes) {
      const command = new PutObjectCommand({ ...named(id), Body: bytes, ContentLength: bytes.length });
      await client.send(command, inTime()).catch(explain('stored', place));
    },
    async read(id, from, to) {
      const command = new GetObjectCommand({ ...named(id), Range: `bytes=${from}-${to - 1}` });
      const bytes = await client
        .send(command, inTime())
        .then(({ Body }) => Body?.transformToByteArray())
        .catch(explain('read', place));
      if (bytes?.length !== to - from) throw new Error(`the file store ${place} gave ${bytes?.length} bytes instead of ${to - from}`);
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    },
    async size(id) {
      try {
        return (await client.send(new HeadObjectCommand(named(id)), inTime())).ContentLength;
      } catch (error) {
        if ((error as Error).name === 'NotFound') return undefined;
        return explain('looked at', place)(error);
      }
    },
    async remove(id) {
      await client.send(new DeleteObjectCommand(named(id)), inTime()).catch(explain('removed', place));
    },
    close: () => client.destroy(),
  };
}

async function loadClient(): Promise<typeof import('@aws-sdk/client-s3')> {
  try {
    return await import('@aws-sdk/client-s3');
  } catch (error) {
    throw new Error('the package @aws-sdk/client-s3 is not installed: install Gatehouse with its optional dependencies', { cause: error });
  }
}

/** What the service says of itself is for the log: a message of one word means nothing there without what was being done. */
function explain(done: string, place: string): (error: unknown) => never {
  return (error) => {
    const { name, message } = error as Error;
    throw new Error(`a file could not be ${done} in ${place}: ${name}: ${message}`, { cause: error });
  };
}
