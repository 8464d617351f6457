import { createWriteStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { S3Client } from '@aws-sdk/client-s3';
import { minuteMs } from '@gatehouse/domain';
import type { S3Options } from './open-s3-files.ts';
import type { S3Address } from './s3-address.ts';
import { createS3Client, explain, loadSdk } from './s3-client.ts';

/** Backups in a bucket, one object each. */
export interface S3Backups {
  /** Address for people, without secrets. */
  readonly place: string;
  /** The names directly below the prefix, sorted. */
  list(): Promise<string[]>;
  /** Resolves when the whole file is stored. A broken upload leaves no object with this name. */
  save(name: string, file: string): Promise<void>;
  /** Writes a backup to a new file. */
  fetch(name: string, file: string): Promise<void>;
  remove(name: string): Promise<void>;
  close(): void;
}

/** Size of a part. S3 accepts up to 10,000 parts, so a backup can have 640 GB. */
const partBytes = 64 * 1024 * 1024;

/** Opens backups in a bucket. `timeoutMs` limits each part of a backup. */
export async function openS3Backups(address: S3Address, { timeoutMs = 5 * minuteMs }: S3Options = {}): Promise<S3Backups> {
  const sdk = await loadSdk();
  const { ListObjectsV2Command, GetObjectCommand, DeleteObjectCommand } = sdk;
  const { bucket, prefix } = address;
  const client = createS3Client(sdk, address, timeoutMs);
  const place = `s3://${bucket}/${prefix}`;
  const named = (name: string) => ({ Bucket: bucket, Key: `${prefix}${name}` });
  const inTime = () => ({ abortSignal: AbortSignal.timeout(timeoutMs) });
  const failed = (done: string) => explain('a backup', done, place);

  return {
    place,
    async list() {
      const names: string[] = [];
      let token: string | undefined;
      do {
        const page = await client
          .send(new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken: token }), inTime())
          .catch(failed('listed'));
        names.push(...(page.Contents ?? []).map(({ Key = '' }) => Key.slice(prefix.length)));
        token = page.NextContinuationToken;
      } while (token !== undefined);
      return names.filter((name) => name !== '' && !name.includes('/')).sort();
    },
    async save(name, file) {
      const handle = await open(file);
      try {
        await upload({ sdk, client, object: named(name), inTime }, handle).catch(failed('stored'));
      } finally {
        await handle.close();
      }
    },
    async fetch(name, file) {
      const { Body } = await client.send(new GetObjectCommand(named(name))).catch(failed('read'));
      await pipeline(Body as Readable, createWriteStream(file, { flags: 'wx', mode: 0o600 }));
    },
    async remove(name) {
      await client.send(new DeleteObjectCommand(named(name)), inTime()).catch(failed('removed'));
    },
    close: () => client.destroy(),
  };
}

interface Upload {
  sdk: typeof import('@aws-sdk/client-s3');
  client: S3Client;
  object: { Bucket: string; Key: string };
  inTime: () => { abortSignal: AbortSignal };
}

/** Uploads a file in parts, with one part at a time in memory. The object appears only when all parts are stored. */
async function upload({ sdk, client, object, inTime }: Upload, file: FileHandle): Promise<void> {
  const { CreateMultipartUploadCommand, UploadPartCommand, CompleteMultipartUploadCommand, AbortMultipartUploadCommand, PutObjectCommand } =
    sdk;
  const { size } = await file.stat();
  if (size <= partBytes) {
    const bytes = await readPart(file, 0, size);
    await client.send(new PutObjectCommand({ ...object, Body: bytes, ContentLength: bytes.length }), inTime());
    return;
  }
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(object), inTime());
  try {
    const Parts: { ETag: string | undefined; PartNumber: number }[] = [];
    for (let at = 0, PartNumber = 1; at < size; at += partBytes, PartNumber++) {
      const Body = await readPart(file, at, Math.min(partBytes, size - at));
      const { ETag } = await client.send(
        new UploadPartCommand({ ...object, UploadId, PartNumber, Body, ContentLength: Body.length }),
        inTime(),
      );
      Parts.push({ ETag, PartNumber });
    }
    await client.send(new CompleteMultipartUploadCommand({ ...object, UploadId, MultipartUpload: { Parts } }), inTime());
  } catch (error) {
    // Parts already sent cost money until the upload is aborted. If aborting fails too, report the first error.
    await client.send(new AbortMultipartUploadCommand({ ...object, UploadId }), inTime()).catch(() => undefined);
    throw error;
  }
}

async function readPart(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, at);
  if (bytesRead !== length) throw new Error(`the file has become shorter: ${bytesRead} bytes instead of ${length} at ${at}`);
  return buffer;
}
