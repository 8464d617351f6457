import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openPostgres } from '@gatehouse/storage';
import { createTestDatabase, postgresMissing } from '@gatehouse/storage/testing';
import { describe, expect, it } from 'vitest';
import { givenEngine } from '../kit/engines.ts';
import { openPlace, type Place, program, type Running, runProgram } from './command.ts';
import { addLogRows } from './log-rows.ts';
import { quoted } from './shell.ts';

const missing = postgresMissing();
const onPostgres = missing === undefined ? '' : ` (skipped: ${missing})`;

describe('copy', () => {
  it('copies a workspace into another file, which only its owner can read', async () => {
    using place = openPlace();
    await fill(place);
    const to = path.join(place.folder, 'second', 'gatehouse.db');
    const from = await addressOf(place);
    const report = await place.json(['copy', '--from', from, '--to', `sqlite:${to}`]);
    expect(report).toMatchObject({ ok: true, from, to: `sqlite:${to}`, differences: [] });
    expect(report.rows).toBeGreaterThan(20);
    expect([statSync(to).mode & 0o777, statSync(path.dirname(to)).mode & 0o777]).toEqual([0o600, 0o700]);
    expect(await answers(place, onFile(to))).toEqual(await answers(place, {}));
  });

  it.skipIf(missing)(`copies a workspace to Postgres and back, with equal answers everywhere${onPostgres}`, async () => {
    using place = openPlace();
    await fill(place);
    const before = await answers(place, {});
    await using database = await createTestDatabase();
    const back = path.join(place.folder, 'back', 'gatehouse.db');
    // The first as a person types it, the second with the address in a variable.
    const there = await place.run(['copy', '--from', await addressOf(place), '--to', database.url]);
    expect(there).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringContaining('copied and compared: both databases are equal.'),
    });
    expect(await answers(place, { DATABASE_URL: database.url })).toEqual(before);
    const verified = await place.json(['verify'], { env: { DATABASE_URL: database.url } });
    expect(verified).toMatchObject({ ok: true, database: expect.stringMatching(/^postgres:\/\/localhost\/test_/), problems: [] });
    const args = ['copy', '--from', 'env:DATABASE_URL', '--to', `sqlite:${back}`];
    expect(await place.json(args, { env: { DATABASE_URL: database.url } })).toMatchObject({ ok: true, from: 'env:DATABASE_URL' });
    expect(await answers(place, onFile(back))).toEqual(before);
    expect(await place.json(['verify', back])).toMatchObject({ ok: true });
  });

  it.skipIf(missing)(`continues where it was killed${onPostgres}`, { tags: ['nightly'] }, async () => {
    using place = openPlace();
    await fill(place);
    const lastId = await addLogRows(place, Array(10_000).fill(Date.now()));
    await using database = await createTestDatabase();
    await using target = await openAsync(database.url);
    const args = ['copy', '--from', await addressOf(place), '--to', database.url, '--json'];
    const killed = spawn(process.execPath, [program, ...args], { stdio: 'ignore' });
    const gone = once(killed, 'close');
    await expect.poll(() => target.lastRow(), { interval: 5 }).toBeGreaterThan(0);
    killed.kill('SIGKILL');
    expect(await gone).toEqual([null, 'SIGKILL']);
    expect(await target.lastRow()).toBeLessThan(lastId);
    const second = await runProgram(args);
    expect(JSON.parse(second.stdout)).toMatchObject({ ok: true, differences: [] });
    expect(await target.lastRow()).toBe(lastId);
    // A further run has nothing left to do.
    expect(JSON.parse((await runProgram(args)).stdout)).toEqual(JSON.parse(second.stdout));
  });

  it.skipIf(process.platform !== 'linux')(
    'shows its progress in a terminal, fails on Ctrl-C, and then continues',
    { tags: ['nightly'] },
    async () => {
      using place = openPlace();
      await place.json(['init', '--org', 'Acme', '--email', 'ada@example.com']);
      const lastId = await addLogRows(place, Array(50_000).fill(Date.now()));
      const to = path.join(place.folder, 'second', 'gatehouse.db');
      const args = ['copy', '--from', await addressOf(place), '--to', `sqlite:${to}`];
      const interrupted = await interruptAtTerminal(args, 'copying activity, ');
      expect(interrupted).toMatchObject({ code: 130, shown: expect.stringMatching(/copying activity, [\d,]+ of [\d,]+/) });
      expect(interrupted.shown).not.toContain('copied and compared');
      expect(lastRowOf(to)).toBeLessThan(lastId);
      expect(await place.json(args)).toMatchObject({ ok: true, differences: [] });
      expect(lastRowOf(to)).toBe(lastId);
    },
  );

  it('ends with 1 and names the differences if the source has changed since the copy began', async () => {
    using place = openPlace();
    await fill(place);
    const to = path.join(place.folder, 'second', 'gatehouse.db');
    const args = ['copy', '--from', await addressOf(place), '--to', `sqlite:${to}`];
    await place.json(args);
    await place.json(['people', 'role', 'bob@example.com', 'admin']);
    const ended = await place.run(args);
    expect(ended).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^1 difference after the copy:\n {2}people: .*different contents/),
    });
    const { code, stdout } = await place.run([...args, '--json']);
    expect([code, JSON.parse(stdout)]).toMatchObject([1, { ok: false, differences: [{ table: 'people' }] }]);
  });

  it('refuses a password in an argument, an invalid source, and a target with another workspace', async () => {
    using place = openPlace();
    using other = openPlace();
    await fill(place);
    await other.json(['init', '--org', 'Other', '--email', 'eve@example.com']);
    const copy = async (from: string, to: string) => await place.run(['copy', '--from', from, '--to', to]);
    const source = await addressOf(place);

    const told = await copy(source, 'postgres://ada:hunter2@127.0.0.1:1/gatehouse');
    expect(told).toMatchObject({ code: 2, stderr: expect.stringContaining('set PGPASSWORD') });
    expect(told.stderr).not.toContain('hunter2');
    expect(await copy(source, source)).toMatchObject({ code: 2, stderr: expect.stringContaining('the same database') });
    const none = path.join(place.folder, 'none', 'gatehouse.db');
    expect(await copy(`sqlite:${none}`, `sqlite:${none}.copy`)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('the file to copy from does not exist'),
    });
    expect(existsSync(path.dirname(none))).toBe(false);
    const stranger = await copy(source, await addressOf(other));
    expect(stranger).toMatchObject({ code: 1, stderr: expect.stringContaining('other organizations; give an empty database') });
    const away = await copy(source, 'postgres://ada@127.0.0.1:1/gatehouse');
    expect(away).toMatchObject({ code: 1, stderr: expect.stringContaining('cannot connect to Postgres at 127.0.0.1:1/gatehouse') });
  });
});

/** Address of the original workspace, on the given engine. */
const addressOf = ({ data }: Place) => givenEngine.address(data);

/** Environment of a gateway that runs on a copy. */
const onFile = (file: string) => ({ GATEHOUSE_DATA: path.dirname(file), DATABASE_URL: '' });

/** A workspace with people, a folder, versions, files, a key and rows of the log. */
async function fill(place: Place): Promise<void> {
  await using gateway = await place.start([], { env: sameSecret });
  await place.json(['init', '--org', 'Acme', '--email', 'ada@example.com']);
  await place.json(['people', 'add', 'bob@example.com']);
  const { id: folderId } = await tool(gateway, 'create_folder', { name: 'Pläne' });
  for (const word of ['Größe', 'Straße', 'мир']) {
    const { docId } = await tool(gateway, 'create_doc', { title: word, bodyMarkdown: `${word} one`, folderId });
    await tool(gateway, 'edit_doc', { docId, oldText: 'one', newText: 'two' });
  }
  await tool(gateway, 'write_file', { name: 'a.bin', contentBase64: Buffer.alloc(300_000, 7).toString('base64') });
  await tool(gateway, 'create_task', { title: 'Look' });
  keys.set(place, gateway.key);
  await gateway.stop();
}

/** Environment of all gateways over one workspace. */
const sameSecret = { GATEHOUSE_SECRET: 's'.repeat(40) };
const keys = new WeakMap<Place, string>();

/** Answers of a gateway on one of the databases to the original key, and the rows of its log. */
async function answers(place: Place, engine: Record<string, string>): Promise<unknown> {
  const env = { ...engine, ...sameSecret };
  const { activity } = await place.json(['activity', '--entrance', 'http', '--tool', 'edit_doc'], { env });
  await using gateway = await place.start([], { env });
  const key = keys.get(place) ?? '';
  const ask = (name: string, input: object = {}) => tool({ ...gateway, key }, name, input);
  const { docs } = await ask('list_docs');
  const read = [];
  for (const { id } of docs) read.push(await ask('read_doc', { docId: id }), await ask('list_versions', { docId: id }));
  const found = [await ask('search', { query: 'GRÖSSE' }), await ask('search', { query: 'straße' }), await ask('search', { query: 'two' })];
  // The time is the gateway's, not the database's.
  const { now: _, ...me } = await ask('whoami');
  const all = { activity, docs, read, found, files: await ask('list_files'), tasks: await ask('list_tasks'), me };
  await gateway.stop();
  // Removes the port of each gateway from the addresses of pages.
  return JSON.parse(JSON.stringify(all).replaceAll(`:${new URL(gateway.url).port}/app`, '/app'));
}

// biome-ignore lint/suspicious/noExplicitAny: answers of any tool are compared with one another
async function tool({ url, key }: Pick<Running, 'url' | 'key'>, name: string, input: object): Promise<any> {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  const response = await fetch(`${url}/v1/tools/${name}`, { method: 'POST', headers, body: JSON.stringify(input) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${name}: ${text}`);
  return JSON.parse(text);
}

function lastRowOf(file: string): number {
  using database = new DatabaseSync(file);
  return Number(database.prepare('select max(id) as id from activity').get()?.id);
}

/** Runs a command at a terminal of util-linux's `script`, and types Ctrl-C when it has shown something. */
async function interruptAtTerminal(args: string[], when: string): Promise<{ code: number | null; shown: string }> {
  const { PATH = '', HOME = '' } = process.env;
  // A terminal made for a pipe has no size of its own.
  const line = `stty cols 120 rows 40; exec ${[process.execPath, program, ...args].map(quoted).join(' ')}`;
  const child = spawn('script', ['-qec', line, '/dev/null'], { env: { PATH, HOME, TERM: 'xterm' }, stdio: 'pipe' });
  let shown = '';
  child.stdout.on('data', (chunk: Buffer) => {
    const before = shown.includes(when);
    shown += chunk;
    if (!before && shown.includes(when)) child.stdin.write('\u0003');
  });
  const [code] = await once(child, 'close');
  return { code, shown };
}

async function openAsync(url: string) {
  const store = await openPostgres({ url });
  return {
    lastRow: async () => (await store.read(() => store.activity.extent()))?.lastId ?? 0,
    [Symbol.asyncDispose]: () => store.close(),
  };
}
