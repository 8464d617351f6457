import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openS3Backups, type S3Backups } from './open-s3-backups.ts';
import { readS3Address } from './s3-address.ts';
import { type S3Server, startS3Server } from './testing/s3-server.ts';

const mebibyte = 1024 * 1024;

describe('backups in S3-compatible storage (D71.4)', () => {
  let server: S3Server;
  let backups: S3Backups;
  let folder: string;

  beforeEach(async () => {
    server = await startS3Server();
    vi.stubEnv('AWS_ACCESS_KEY_ID', server.accessKeyId);
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', server.secretAccessKey);
    backups = await openS3Backups(readS3Address(`s3://bucket/nightly?endpoint=${server.endpoint}`), { timeoutMs: 60_000 });
    folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-s3-'));
  });
  afterEach(async () => {
    backups.close();
    rmSync(folder, { recursive: true });
    vi.unstubAllEnvs();
    await server[Symbol.asyncDispose]();
  });

  it.each([1000, 130 * mebibyte])('of %d bytes are stored, listed, fetched whole and removed', async (size) => {
    const [from, to] = [path.join(folder, 'from.db'), path.join(folder, 'to.db')];
    writeFileSync(from, Buffer.alloc(size, 'backup '));
    await backups.save('one.db', from);
    expect(await backups.list()).toEqual(['one.db']);
    await backups.fetch('one.db', to);
    expect(readFileSync(to).equals(readFileSync(from))).toBe(true);
    await backups.remove('one.db');
    expect(await backups.list()).toEqual([]);
    expect(server.refusals).toEqual([]);
  });

  it('leave no object if a part cannot be sent', async () => {
    const from = path.join(folder, 'from.db');
    writeFileSync(from, Buffer.alloc(65 * mebibyte));
    server.fail('PUT', 403);
    await expect(backups.save('one.db', from)).rejects.toThrow('a backup could not be stored in s3://bucket/nightly/: AccessDenied');
    expect([...server.objects.keys()]).toEqual([]);
  });
});
