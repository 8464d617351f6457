import { copyFileSync, cpSync, existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect } from 'vitest';
import { openPlace, type Place, type Running } from '../cli/command.ts';
import { onlySqlite } from '../kit/engines.ts';

describe('the data of a gateway that was killed, when its database file was', () => {
  let place: Place;
  beforeEach(() => {
    place = openPlace();
  });
  afterEach(() => place[Symbol.dispose]());

  const inData = (name: string) => path.join(place.data, name);
  const backup = () => path.join(place.folder, 'backup.db');
  const createDoc = async ({ url, key }: Running, title: string) => {
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
    const response = await fetch(`${url}/v1/tools/create_doc`, { method: 'POST', headers, body: JSON.stringify({ title }) });
    expect(response.status).toBe(200);
  };

  /** Backs up one document, writes a second one that is only in the log, runs `replace`, and kills the gateway. */
  async function replaceAndKill(replace: () => void): Promise<void> {
    await using gateway = await place.start();
    await createDoc(gateway, 'In the backup');
    await place.json(['backup', backup()]);
    await createDoc(gateway, 'After that');
    replace();
    await gateway.stop('SIGKILL');
  }

  const titles = async (): Promise<string[]> => {
    await place.json(['export', path.join(place.folder, 'exported')]);
    return ['In the backup', 'After that'].filter((title) => existsSync(path.join(place.folder, 'exported', `${title}.md`)));
  };

  for (const [what, replace] of [
    ['replaced by another', () => renameSync(`${backup()}.copy`, inData('gatehouse.db'))],
    ['overwritten with another', () => copyFileSync(backup(), inData('gatehouse.db'))],
  ] as const)
    onlySqlite(`${what}: no command applies the former log to it, and the error advises what to do`, async () => {
      await replaceAndKill(() => {
        copyFileSync(backup(), `${backup()}.copy`);
        replace();
      });
      const there = readFileSync(backup());
      for (const command of [['start', '--port', '0'], ['migrate'], ['keys', 'list'], ['verify'], ['backup', `${backup()}.2`]]) {
        const { code, stderr } = await place.run(command);
        expect({ command, code, stderr }).toEqual({
          command,
          code: 1,
          stderr: expect.stringContaining('it was replaced while a gateway used it'),
        });
      }
      const { stdout, code } = await place.run(['doctor', '--json']);
      expect(code).toBe(1);
      expect(JSON.parse(stdout).findings).toContainEqual({
        check: 'database',
        state: 'failed',
        message: expect.stringContaining(`"mv ${inData('gatehouse.db-wal')} ${inData('gatehouse.db-wal.before')}"`),
      });
      expect(readFileSync(inData('gatehouse.db')).equals(there)).toBe(true);
      renameSync(inData('gatehouse.db-wal'), inData('gatehouse.db-wal.before'));
      expect(await place.json(['verify'])).toMatchObject({ ok: true });
      expect(await titles()).toEqual(['In the backup']);
    });

  onlySqlite('copied together with its log: both still form one database', async () => {
    const folder = path.join(place.folder, 'kept');
    await replaceAndKill(() => {});
    cpSync(place.data, folder, { recursive: true });
    rmSync(place.data, { recursive: true });
    cpSync(folder, place.data, { recursive: true });
    rmSync(folder, { recursive: true });
    expect(await place.json(['verify'])).toMatchObject({ ok: true });
    expect(await titles()).toEqual(['In the backup', 'After that']);
  });

  onlySqlite('deleted: no command copies a database next to the remaining log', async () => {
    await replaceAndKill(() => rmSync(inData('gatehouse.db')));
    const log = readFileSync(inData('gatehouse.db-wal'));
    const to = ['--to', `sqlite:${inData('gatehouse.db')}`];
    expect(await place.run(['copy', '--from', `sqlite:${backup()}`, ...to])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('gatehouse.db-wal belongs to an earlier database'),
    });
    expect(await place.run(['restore', backup()])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('gatehouse.db-wal already exists'),
    });
    expect(readFileSync(inData('gatehouse.db-wal')).equals(log)).toBe(true);
    expect(existsSync(inData('gatehouse.db'))).toBe(false);
  });
});
