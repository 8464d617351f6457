import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { startS3Server } from '@gatehouse/files-s3/testing';
import { expect } from 'vitest';
import { onlySqlite } from '../kit/engines.ts';
import { until } from '../kit/until.ts';
import { openPlace, type Place, program } from './command.ts';

const { PATH, HOME } = process.env;
const named = /^gatehouse-\d{8}T\d{6}\.\d{3}Z\.db$/;

/** Runs `gatehouse backup TARGET --every 1h --json`, and collects its output. */
function backUp(place: Place, target: string, more: Record<string, string> = {}) {
  const args = [program, 'backup', target, '--every', '1h', '--keep', '2', '--data', place.data, '--json'];
  const child = spawn(process.execPath, args, { env: { PATH, HOME, ...more }, stdio: ['ignore', 'pipe', 'inherit'] });
  const over = once(child, 'exit');
  return {
    first: async () => JSON.parse(String((await once(createInterface({ input: child.stdout }), 'line'))[0])),
    async end(signal: NodeJS.Signals) {
      child.kill(signal);
      return (await over)[0];
    },
  };
}

async function write(url: string, key: string, title: string): Promise<string> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ title, bodyMarkdown: 'x'.repeat(900_000) });
  const answer = (await (await fetch(`${url}/v1/tools/create_doc`, { method: 'POST', headers, body })).json()) as { docId: string };
  return answer.docId;
}

onlySqlite(
  'a scheduled backup next to a gateway is restored after the loss of its disk, with everything answered before it (D71)',
  async () => {
    using place = openPlace();
    const folder = path.join(place.folder, 'backups');
    let docId = '';
    let key = '';
    {
      await using gateway = await place.start();
      ({ key } = gateway);
      docId = await write(gateway.url, key, 'Before the backup');
      const running = backUp(place, folder);
      const { backup, removed } = await running.first();
      expect({ backup, removed }).toEqual({ backup: expect.stringMatching(named), removed: [] });
      expect(await running.end('SIGTERM')).toBe(0);
      expect(readdirSync(folder)).toEqual([backup]);
      await gateway.stop('SIGKILL');
    }
    const [backup = ''] = readdirSync(folder);
    const restored = path.join(place.folder, 'restored');
    await place.json(['restore', path.join(folder, backup)], { env: { GATEHOUSE_DATA: restored } });
    expect(await place.json(['verify'], { env: { GATEHOUSE_DATA: restored } })).toMatchObject({ ok: true });
    await using gateway = await place.start(['--data', restored]);
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const read = await fetch(`${gateway.url}/v1/tools/read_doc`, { method: 'POST', headers, body: JSON.stringify({ docId }) });
    expect(await read.json()).toMatchObject({ title: 'Before the backup' });
  },
);

onlySqlite('a scheduled backup to a bucket is restored from there (D71)', async () => {
  using place = openPlace();
  await using server = await startS3Server();
  const bucket = 's3://backups/nightly';
  const endpoint = `?endpoint=${server.endpoint}`;
  const env = { AWS_ACCESS_KEY_ID: server.accessKeyId, AWS_SECRET_ACCESS_KEY: server.secretAccessKey };
  {
    await using gateway = await place.start();
    await write(gateway.url, gateway.key, 'Before the backup');
  }
  const running = backUp(place, `${bucket}${endpoint}`, env);
  const { backup } = await running.first();
  expect(await running.end('SIGTERM')).toBe(0);
  expect([...server.objects.keys()]).toEqual([`backups/nightly/${backup}`]);
  const restored = { ...env, GATEHOUSE_DATA: path.join(place.folder, 'restored') };
  await place.json(['restore', `${bucket}/${backup}${endpoint}`], { env: restored });
  expect(await place.json(['verify'], { env: restored })).toMatchObject({ ok: true });
});

onlySqlite('a killed scheduled backup leaves no file that counts as a backup, and the next one removes the remains (D71)', async () => {
  using place = openPlace();
  const folder = path.join(place.folder, 'backups');
  {
    await using gateway = await place.start();
    for (let number = 0; number < 20; number++) await write(gateway.url, gateway.key, `Document ${number}`);
  }
  const partial = () => existsSync(folder) && readdirSync(folder).some((name) => name.endsWith('.partial'));
  const killed = backUp(place, folder);
  await until('it has begun to write', partial);
  await killed.end('SIGKILL');
  expect(readdirSync(folder)).toEqual([expect.stringMatching(/\.partial$/)]);
  const running = backUp(place, folder);
  const { backup } = await running.first();
  await running.end('SIGTERM');
  expect(readdirSync(folder)).toEqual([backup]);
});
