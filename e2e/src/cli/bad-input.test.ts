import { chmodSync, mkdirSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { givenEngine, onlySqlite, postgresEngine } from '../kit/engines.ts';
import { type Ended, openPlace, program, type RunOptions, runProgram } from './command.ts';

interface Case {
  args: string[];
  env?: Record<string, string>;
  code: 1 | 2;
  /** Parts of the message: what was wrong, and what to do next. */
  says: RegExp;
}

const isPostgres = givenEngine === postgresEngine;

/** Error for a missing workspace: SQLite has no database file, and Postgres has a database without its secret. */
const nothingHere = isPostgres
  ? /there is no secret in .*: name the directory of the gateway with --data, or set GATEHOUSE_SECRET to its secret; "gatehouse start" creates one/
  : /there is no workspace in .*: run "gatehouse start" or "gatehouse init"/;

const usage: Case[] = [
  { args: ['start', '--prot', '1'], code: 2, says: /unknown option '--prot'; did you mean --port\?.*"gatehouse start --help"/ },
  { args: ['strat'], code: 2, says: /unknown command 'strat'; did you mean start\?.*"gatehouse --help"/ },
  { args: [], code: 2, says: /"gatehouse" needs a command: "gatehouse --help"/ },
  { args: ['keys'], code: 2, says: /"gatehouse keys" needs a command: "gatehouse keys --help"/ },
  { args: ['keys', 'lsit'], code: 2, says: /unknown command 'lsit'; did you mean list\?.*"gatehouse keys --help"/ },
  { args: ['keys', 'list', 'more'], code: 2, says: /too many arguments.*"gatehouse keys list --help"/ },
  { args: ['keys', 'create', '--agent', 'a', '--access', 'read'], code: 2, says: /required option '--owner <email>' not specified/ },
  { args: ['keys', 'create', '--owner', 'a@b.c', '--agent', 'a', '--access', 'admin'], code: 2, says: /Allowed choices are read, write/ },
  {
    args: ['keys', 'create', '--owner', 'a@b.c', '--agent', 'a', '--access', 'read', '--expires', 'soon'],
    code: 2,
    says: /a span such as 90m, 12h, 30d or 8w, or a date/,
  },
  { args: ['people', 'role', 'a@b.c', 'boss'], code: 2, says: /Allowed choices are owner, admin, member/ },
  { args: ['init', '--org', 'Acme', '--email', 'nobody'], code: 2, says: /ownerEmail" must be an email address/ },
  { args: ['folders', 'share', 'x'], code: 2, says: /give one of --with EMAIL, --group GROUP and --organization/ },
  { args: ['activity', '--limit', '0'], code: 2, says: /a whole number from 1 to 500/ },
  { args: ['start', '--port', '99999'], code: 2, says: /--port must be a whole number from 0 to 65535, not "99999"/ },
  { args: ['start'], env: { GATEHOUSE_PORT: '4e9' }, code: 2, says: /GATEHOUSE_PORT must be a whole number/ },
  { args: ['start'], env: { GATEHOUSE_PROT: '1' }, code: 2, says: /there is no setting GATEHOUSE_PROT; did you mean GATEHOUSE_PORT\?/ },
  {
    args: ['start'],
    env: { GATEHOUSE_LOG: 'none' },
    code: 2,
    says: /GATEHOUSE_LOG must be one of silent, error, info, debug, not "none"/,
  },
  {
    args: ['start'],
    env: { GATEHOUSE_BASE_URL: 'gatehouse.example' },
    code: 2,
    says: /GATEHOUSE_BASE_URL must be an http or https address/,
  },
  { args: ['start'], env: { GATEHOUSE_ALLOW_PRIVATE_SERVICES: 'home' }, code: 2, says: /"home" is not an address or range/ },
  { args: ['keys', 'list'], code: 1, says: nothingHere },
  { args: ['import', '/no/such/place'], code: 1, says: nothingHere },
  { args: ['verify', '/no/such/file'], code: 1, says: /\/no\/such\/file does not exist: check the path/ },
  { args: ['restore', '/no/such/file'], code: 1, says: /does not exist: check the path/ },
  { args: ['mcp'], code: 1, says: nothingHere },
  { args: ['verify', '/usr'], code: 1, says: /\/usr is a directory: give the path of a file/ },
  { args: ['restore', '/usr'], code: 1, says: /\/usr is a directory: give the path of a file/ },
  { args: ['verify', program], code: 1, says: /gatehouse\.mjs is not a SQLite database.*: give a file from "gatehouse backup/ },
  { args: ['restore', program], code: 1, says: /gatehouse\.mjs is not a SQLite database.*: give a file from "gatehouse backup/ },
  {
    args: ['verify'],
    env: { DATABASE_URL: 'postgres://ada@127.0.0.1:1/gatehouse' },
    code: 1,
    says: /cannot connect to Postgres at 127\.0\.0\.1:1\/gatehouse: .*; check that it is running and that DATABASE_URL is correct/,
  },
  {
    args: ['backup', '/nonexistent/x.db'],
    env: { DATABASE_URL: 'postgres://ada@127.0.0.1:1/gatehouse' },
    code: 1,
    says: /this command works only on SQLite, and DATABASE_URL is set: use Postgres tools such as pg_dump and pg_restore/,
  },
];

describe('bad input to the command', () => {
  it.each(usage)('$args $env: one sentence, exit code $code, no stack', async ({ args, env, code, says }) => {
    using place = openPlace();
    expectOneSentence(await place.run(args, env ? { env } : {}), { code, says });
  });

  it('does not show a secret that is too short', async () => {
    using place = openPlace();
    const ended = await place.run(['start'], { env: { GATEHOUSE_SECRET: 'hunter2-hunter2' } });
    expectOneSentence(ended, { code: 2, says: /GATEHOUSE_SECRET must have at least 32 characters/ });
    expect(ended.stderr).not.toContain('hunter2');
  });

  // One case of each kind, because a single function prints them all.
  it.each(usage.filter(({ args }) => ['keys', 'verify'].includes(args[0] as string) && args.length > 1))(
    '$args $env --json: one JSON value on stdout',
    async ({ args, env, code }) => {
      using place = openPlace();
      const ended = await place.run([...args, '--json'], env ? { env } : {});
      expect(ended).toMatchObject({ code, stderr: '' });
      expect(JSON.parse(ended.stdout)).toEqual({
        error: { code: expect.any(String), message: expect.any(String), ...reasonOf(ended.stdout) },
      });
    },
  );
});

describe('a Node that is too old', () => {
  it('gets one sentence before the import of anything that it lacks', async () => {
    expect(readFileSync(program, 'utf8')).not.toMatch(/^import /m);
    const older = 'data:text/javascript,Object.defineProperty(process.versions, "node", { value: "20.20.2" })';
    const ended = await runProgram(['keys', 'list'], {
      env: { NODE_OPTIONS: `--import="${older.replaceAll('"', "'").replaceAll(' ', '%20')}"` },
    });
    expectOneSentence(ended, {
      code: 1,
      says: /this is Node 20\.20\.2, and Gatehouse needs Node 24 or newer: run "npx -y pnpm@12 gatehouse"/,
    });
  });
});

describe('a place that start cannot use', () => {
  it('a port in use: is reported before anything is created', async () => {
    using place = openPlace();
    const taken = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taken.once('listening', resolve));
    const { port } = taken.address() as { port: number };
    const ended = await place.run(['start', '--port', String(port)]);
    taken.close();
    expectOneSentence(ended, { code: 1, says: new RegExp(`port ${port} is taken by another program.*--port`) });
    expect((await place.run(['keys', 'list'])).stderr).toMatch(nothingHere);
  });

  it('an address of another machine', async () => {
    await expectStart({ env: { GATEHOUSE_HOST: '192.0.2.1' } }, /192\.0\.2\.1 is not an address of this machine.*--host/);
  });

  it('a file in place of the data directory, and a directory below a file', async () => {
    await expectStart({}, /is a file or below a file.*--data/, ({ data }) => {
      writeFileSync(data, '');
      return undefined;
    });
    await expectStart({}, /is a file or below a file.*--data/, ({ folder, data }) => {
      writeFileSync(data, '');
      return { env: { GATEHOUSE_DATA: path.join(folder, 'data/below') } };
    });
  });

  it('a directory that cannot be written to', async () => {
    await expectStart({}, /the data directory .* cannot be written to.*--data/, ({ folder }) => {
      // Root writes everywhere but in the kernel's own file systems.
      if (process.getuid?.() === 0) return { env: { GATEHOUSE_DATA: '/proc/self/gatehouse' } };
      chmodSync(folder, 0o500);
      return {};
    });
  });

  it('a database from a newer version', async () => {
    using place = openPlace();
    await place.run(['init', '--org', 'Acme', '--email', 'ada@example.com']);
    await givenEngine.change(place.data, "insert into migrations (name, hash, at) values ('9999_future.sql', 'x', 1)");
    const says = /written by a newer version of Gatehouse \(it has 9999_future\.sql\); start that version, or restore a backup/;
    for (const args of [['start', '--port', '0'], ['keys', 'list'], ['migrate'], ['verify'], ['import', place.folder]]) {
      expectOneSentence(await place.run(args), { code: 1, says });
    }
  });

  // Postgres has no database file in the data directory.
  onlySqlite('a file that is not a database, and a database with damaged pages', async () => {
    using place = openPlace();
    mkdirSync(place.data);
    const file = path.join(place.data, 'gatehouse.db');
    writeFileSync(file, 'this is not a database'.repeat(1000));
    const says = /the database is damaged: run "gatehouse verify".*"gatehouse restore FILE"/;
    for (const args of [
      ['start', '--port', '0'],
      ['keys', 'list'],
    ])
      expectOneSentence(await place.run(args), { code: 1, says });
    expectOneSentence(await place.run(['verify']), {
      code: 1,
      says: /gatehouse\.db is not a SQLite database.*: set the location of the workspace.*or restore the latest backup/,
    });

    using other = openPlace();
    await other.run(['init', '--org', 'Acme', '--email', 'ada@example.com']);
    damage(path.join(other.data, 'gatehouse.db'));
    const verified = await other.run(['verify', '--json']);
    expect(verified.code).toBe(1);
    expect(verified.stdout + verified.stderr).not.toMatch(stack);
  });
});

describe('the error names a directory that does not exist', () => {
  // Postgres has its own tools for that.
  onlySqlite('for a backup into it', () => expectNoDirectory(['backup', '/nonexistent/x.db']));

  it('for an export into it', () => expectNoDirectory(['activity', 'export', '/nonexistent/x.jsonl']));
});

async function expectNoDirectory(args: string[]): Promise<void> {
  using place = openPlace();
  await place.run(['init', '--org', 'Acme', '--email', 'ada@example.com']);
  expectOneSentence(await place.run(args), { code: 1, says: /\/nonexistent does not exist: check the path/ });
}

async function expectStart(
  options: RunOptions,
  says: RegExp,
  prepare?: (place: { folder: string; data: string }) => RunOptions | undefined,
): Promise<void> {
  using place = openPlace();
  const prepared = prepare?.(place) ?? {};
  expectOneSentence(await place.run(['start', '--port', '0'], { ...options, ...prepared }), { code: 1, says });
}

const stack = /\n\s+at |node:internal|Error:/;

function expectOneSentence({ code, stdout, stderr }: Ended, expected: { code: number; says: RegExp }): void {
  expect({ code, stdout, lines: stderr.trimEnd().split('\n').length, stderr }).toEqual({
    code: expected.code,
    stdout: '',
    lines: 1,
    stderr: expect.stringMatching(expected.says),
  });
  expect(stderr).not.toMatch(stack);
}

function reasonOf(stdout: string): { reason?: string } {
  const { reason } = JSON.parse(stdout).error;
  return reason === undefined ? {} : { reason: expect.any(String) };
}

/** Overwrites every other page but the first ones. */
function damage(file: string): void {
  const descriptor = openSync(file, 'r+');
  for (let page = 20; page < 60; page += 2) writeSync(descriptor, Buffer.alloc(4096, 0xa5), 0, 4096, page * 4096);
}
