import { openS3Files, readS3Address } from '@gatehouse/files-s3';
import { type S3Server, startS3Server } from '@gatehouse/files-s3/testing';
import { type Desk, openDesk } from '../decisions/desk.ts';
import type { WorldOptions } from '../kit/world.ts';

/** A desk whose files are in a small S3 service. */
export interface S3Desk extends Desk {
  s3: S3Server;
}

export async function openS3Desk(options: WorldOptions): Promise<S3Desk> {
  const s3 = await startS3Server();
  // The client reads its credentials when it needs them first, so they stay in the environment of this test process.
  Object.assign(process.env, environmentOf(s3));
  const files = await openS3Files(readS3Address(addressOf(s3)), { timeoutMs: 2_000 });
  const desk = await openDesk({ ...options, files });
  return {
    ...desk,
    s3,
    async [Symbol.asyncDispose]() {
      await desk[Symbol.asyncDispose]();
      files.close();
      await s3[Symbol.asyncDispose]();
    },
  };
}

export function addressOf({ endpoint }: S3Server): string {
  return `s3://bucket/acme?endpoint=${endpoint}`;
}

export function environmentOf({ accessKeyId, secretAccessKey }: S3Server): Record<string, string> {
  return { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey };
}
