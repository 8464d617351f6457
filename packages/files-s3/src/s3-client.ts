import type { S3Client } from '@aws-sdk/client-s3';
import type { S3Address } from './s3-address.ts';

const attempts = 3;
const connectMs = 5_000;

type Sdk = typeof import('@aws-sdk/client-s3');

/** Loads the client on first use of S3. Rejects if it is not installed. */
export async function loadSdk(): Promise<Sdk> {
  try {
    return await import('@aws-sdk/client-s3');
  } catch (error) {
    throw new Error('the package @aws-sdk/client-s3 is not installed: install Gatehouse with its optional dependencies', { cause: error });
  }
}

/** Creates a client, which finds credentials as every AWS tool does. `timeoutMs` limits an operation with its retries. */
export function createS3Client({ S3Client }: Sdk, { region, endpoint }: S3Address, timeoutMs: number): S3Client {
  return new S3Client({
    // Self-hosted services ignore the region.
    ...((region ?? endpoint) && { region: region ?? process.env.AWS_REGION ?? 'us-east-1' }),
    ...(endpoint && { endpoint, forcePathStyle: true }),
    maxAttempts: attempts,
    // The signature already covers a SHA-256 of the bytes, and not every service supports further checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: connectMs, requestTimeout: timeoutMs / 2, throwOnRequestTimeout: true },
  });
}

/** Wraps an error of the service for the log. The service's message may be a single word, so the wrapper names the operation. */
export function explain(what: string, done: string, place: string): (error: unknown) => never {
  return (error) => {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    throw new Error(`${what} could not be ${done} in ${place}: ${name}: ${message}`, { cause: error });
  };
}
