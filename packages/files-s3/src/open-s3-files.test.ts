import type { FileStore } from '@gatehouse/storage';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openS3Files } from './open-s3-files.ts';
import { readS3Address } from './s3-address.ts';
import { type S3Server, startS3Server } from './testing/s3-server.ts';

const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, index) => (index * 7) % 251));

describe('files in S3-compatible storage', () => {
  let server: S3Server;
  let now = 0;
  const opened: FileStore[] = [];

  beforeEach(async () => {
    now = Date.now();
    server = await startS3Server({ clock: () => now });
    vi.stubEnv('AWS_ACCESS_KEY_ID', server.accessKeyId);
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', server.secretAccessKey);
  });
  afterEach(async () => {
    for (const files of opened.splice(0)) files.close();
    vi.unstubAllEnvs();
    await server[Symbol.asyncDispose]();
  });

  async function open(timeoutMs = 10_000): Promise<FileStore> {
    const files = await openS3Files(readS3Address(`s3://bucket/a.b/c?endpoint=${server.endpoint}`), { timeoutMs });
    opened.push(files);
    return files;
  }

  it('are stored, read in parts, measured and removed, with a valid signature on every request', async () => {
    const files = await open();
    await files.put('blob_1', bytes);
    expect([...server.objects.keys()]).toEqual(['bucket/a.b/c/blob_1']);
    expect(await files.size('blob_1')).toBe(300_000);
    expect((await files.read('blob_1', 0, 300_000)).equals(bytes)).toBe(true);
    expect((await files.read('blob_1', 99, 201)).equals(bytes.subarray(99, 201))).toBe(true);
    await files.remove('blob_1');
    await files.remove('blob_1');
    expect(await files.size('blob_1')).toBeUndefined();
    expect(server.refusals).toEqual([]);
    expect(server.requests[0]).toBe('PUT bucket/a.b/c/blob_1');
  });

  it('may be empty', async () => {
    const files = await open();
    await files.put('blob_1', Buffer.alloc(0));
    expect(await files.size('blob_1')).toBe(0);
  });

  it('are refused for a wrong secret or a wrong key, and the message names the operation', async () => {
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'wrong');
    await expect((await open()).put('blob_1', bytes)).rejects.toThrow(
      'a file could not be stored in s3://bucket/a.b/c/: SignatureDoesNotMatch',
    );
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'wrong');
    await expect((await open()).read('blob_1', 0, 1)).rejects.toThrow('InvalidAccessKeyId');
    await expect((await open()).size('blob_1')).rejects.toThrow('could not be looked at');
    expect(server.objects.size).toBe(0);
  });

  it('are refused if the clock is wrong', async () => {
    const files = await open();
    now += 16 * 60_000;
    await expect(files.remove('blob_1')).rejects.toThrow('RequestTimeTooSkewed');
  });

  it('are refused if the bytes differ from the signed ones', async () => {
    const files = await open();
    await files.put('blob_1', Buffer.from('right'));
    const again = async (body: string) => {
      const answer = await fetch(`${server.endpoint}/bucket/a.b/c/blob_1?x-id=PutObject`, { method: 'PUT', headers: server.signed, body });
      return [answer.status, /<Code>(.*)<\/Code>/.exec(await answer.text())?.[1]];
    };
    expect(await again('wrong')).toEqual([403, 'XAmzContentSHA256Mismatch']);
    expect(server.objects.get('bucket/a.b/c/blob_1')?.toString()).toBe('right');
    expect(await again('right')).toEqual([200, undefined]);
  });

  it.each([500, 'reset'] as const)('survive %s once or twice, and fail if it persists', async (fault) => {
    const files = await open();
    server.fail('PUT', fault, fault);
    await files.put('blob_1', bytes);
    expect(server.objects.get('bucket/a.b/c/blob_1')?.equals(bytes)).toBe(true);
    server.fail('PUT', fault, fault, fault);
    await expect(files.put('blob_2', bytes)).rejects.toThrow('could not be stored');
    expect(server.objects.has('bucket/a.b/c/blob_2')).toBe(false);
  });

  it('fail in time if the server does not answer, and if fewer bytes arrive than exist', async () => {
    const files = await open(300);
    server.fail('DELETE', 'silent', 'silent', 'silent');
    const started = performance.now();
    await expect(files.remove('blob_1')).rejects.toThrow('could not be removed');
    expect(performance.now() - started).toBeLessThan(60_000);
    server.objects.set('bucket/a.b/c/blob_1', bytes);
    const patient = await open();
    server.fail('GET', 'short');
    await expect(patient.read('blob_1', 0, 10)).rejects.toThrow('returned 9 bytes instead of 10');
  });
});
