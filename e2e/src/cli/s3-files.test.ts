import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type S3Server, startS3Server } from '@gatehouse/files-s3/testing';
import { expect, it } from 'vitest';
import { addressOf, environmentOf } from '../files/s3-world.ts';
import { givenEngine, sqliteEngine } from '../kit/engines.ts';
import { openPlace, type Running } from './command.ts';

/** Backup and restore are SQLite's own. */
const isSqlite = givenEngine === sqliteEngine;
const bytes = Buffer.from(Array.from({ length: 500_000 }, (_, index) => (index * 7) % 251));

function environment(s3: S3Server): Record<string, string> {
  return { ...environmentOf(s3), GATEHOUSE_FILES: addressOf(s3) };
}

function write({ url, key }: Running, name: string, more: object = {}): Promise<Response> {
  return fetch(`${url}/v1/tools/write_file`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name, contentBase64: bytes.toString('base64'), ...more }),
  });
}

it('with GATEHOUSE_FILES, start stores files in S3, and every command finds them there', async () => {
  await using s3 = await startS3Server();
  using place = openPlace();
  const env = environment(s3);
  // Files of the time before stay in the database.
  await using before = await place.start();
  expect((await write(before, 'before.bin')).status).toBe(200);
  await before.stop();
  await using running = await place.start([], { env });
  const { key } = before;
  expect((await write({ ...running, key }, 'a.bin')).status).toBe(200);
  expect([...s3.objects.values()].map((object) => object.equals(bytes))).toEqual([true]);

  // Kills the gateway during an upload. Answered files must exist, and unanswered ones must not.
  s3.fail('PUT', 'silent', 'silent', 'silent');
  const lost = write({ ...running, key }, 'lost.bin').then(
    () => 'answered',
    () => 'broken off',
  );
  await expect.poll(() => s3.requests.filter((request) => request.startsWith('PUT')).length).toBe(2);
  await running.stop('SIGKILL');
  expect(await lost).toBe('broken off');

  const out = path.join(place.folder, 'out');
  expect(await place.json(['export', out], { env })).toMatchObject({ files: 2 });
  expect(readFileSync(path.join(out, 'a.bin')).equals(bytes)).toBe(true);
  expect(readFileSync(path.join(out, 'before.bin')).equals(bytes)).toBe(true);
  expect(existsSync(path.join(out, 'lost.bin'))).toBe(false);

  // Credentials in a profile, as other AWS tools have them.
  const profile = path.join(place.folder, 'credentials');
  writeFileSync(profile, `[files]\naws_access_key_id = ${s3.accessKeyId}\naws_secret_access_key = ${s3.secretAccessKey}\n`);
  const profileEnv = { GATEHOUSE_FILES: addressOf(s3), AWS_PROFILE: 'files', AWS_SHARED_CREDENTIALS_FILE: profile };
  expect(await place.json(['verify'], { env: profileEnv })).toMatchObject({ ok: true, counts: { objects: 1 } });
  expect((await place.run(['verify'])).stdout).toContain(
    'The contents of 1 file are stored elsewhere and were not checked: set GATEHOUSE_FILES.',
  );
  const backup = path.join(place.folder, 'backup.db');
  if (isSqlite) expect(await place.json(['backup', backup], { env })).toMatchObject({ filesIn: 's3://bucket/acme/' });
  const { findings } = await place.json(['doctor'], { env });
  expect(findings).toContainEqual({ check: 'files', state: 'ok', message: 's3://bucket/acme/ answers' });

  const refused = await place.run(['export', path.join(place.folder, 'none')]);
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('set GATEHOUSE_FILES')]);
  s3.objects.clear();
  const damaged = await place.run(['verify'], { env });
  expect([damaged.code, damaged.stdout]).toEqual([
    1,
    expect.stringMatching(/files: version 1 of file_\w+: its file object blob_\w+ does not exist\nRestore missing file objects from/),
  ]);
  if (!isSqlite) return;
  const restored = await place.run(['restore', backup, '--data', path.join(place.folder, 'restored')], { env });
  expect([restored.code, restored.stdout]).toEqual([0, expect.stringContaining('Not all files are in s3://bucket/acme/')]);
});
