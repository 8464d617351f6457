import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { enterableBinaries, enterableTemporaryFolder } from './enterable.ts';
import { findPostgresBinaries } from './postgres-binaries.ts';

export interface PostgresOptions {
  /** Lines of the server's configuration, such as `log_statement=all`. */
  settings?: string[];
  /** Waits for the disk, as a real server does. For tests that kill it. */
  durable?: boolean;
  /** Directory for all files. By default, that for temporary files. */
  within?: string;
  /** Listens on this port of the loopback address too. */
  port?: number;
}

export interface ThrowAwayPostgres {
  /** The address of one of its databases. */
  url(database?: string): string;
  /** Runs SQL in its first database. */
  run(sql: string): Promise<void>;
  /** The server process, for tests that kill it. */
  readonly pid: number;
  /** Ends the server at once, as a crash does, and resolves when it is gone. */
  crash(): Promise<void>;
  /** Ends it as an operator does. Every connection is closed when this resolves. */
  shutDown(): Promise<void>;
  /** Starts it again on the same data. */
  restart(): Promise<void>;
  /** Restarts it as a standby, which takes no writes until `select pg_promote()` makes it a primary. */
  restartAsStandby(): Promise<void>;
  stop(): Promise<void>;
}

/** User and group that run a server. */
type Identity = { uid?: number; gid?: number };

const user = 'gatehouse';
/** The current user, or `nobody` instead of root, because Postgres refuses to run as root. */
export const serverIdentity: Identity = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

/**
 * Starts an empty Postgres in a temporary folder; it listens on a unix socket there. Works as root and as anybody else. The server ends
 * with the process that started it, even if that is killed.
 */
export async function startPostgres({
  settings = [],
  durable = false,
  port,
  within = placeOfServers(),
}: PostgresOptions = {}): Promise<ThrowAwayPostgres> {
  const binaries = findPostgresBinaries();
  if ('missing' in binaries) throw new Error(binaries.missing);
  const programs = serverIdentity.uid === undefined ? binaries.folder : enterableBinaries(binaries.folder);
  const folder = folderOfServer(path.join(within, 'gatehouse-postgres-'));
  const data = path.join(folder, 'data');
  const env = { ...process.env, LC_ALL: 'C.UTF-8', HOME: folder };
  const init = ['-D', data, '-U', user, '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'];
  // The user of Postgres may not be allowed to enter our working directory.
  const common = { ...serverIdentity, env, cwd: folder };
  const made = spawnSync(path.join(programs, 'initdb'), init, { ...common, encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr || made.error}`);

  const all = [...(durable ? [] : ['fsync=off', 'full_page_writes=off']), 'max_connections=200', ...settings];
  const listen = port === undefined ? ['listen_addresses='] : ['listen_addresses=127.0.0.1', `port=${port}`];
  const flags = ['-D', data, '-k', folder, ...[...listen, ...all].flatMap((setting) => ['-c', setting])];
  const run = () => startServer(path.join(programs, 'postgres'), flags, common);
  let server = await run();
  const guard = watchOver(folder);

  async function end(signal: 'SIGKILL' | 'SIGINT'): Promise<void> {
    const gone = ended(server);
    server.kill(signal);
    await gone;
  }

  async function restart(): Promise<void> {
    server = await startWhenFree(run);
  }

  const url = (database = 'postgres') =>
    `postgres://${user}@localhost${port ? `:${port}` : ''}/${database}?host=${encodeURIComponent(folder)}`;
  return {
    url,
    run: (sql) => runSql(url(), sql),
    get pid() {
      return server.pid as number;
    },
    crash: () => end('SIGKILL'),
    shutDown: () => end('SIGINT'),
    restart,
    async restartAsStandby() {
      writeFileSync(path.join(data, 'standby.signal'), '');
      await restart();
    },
    async stop() {
      const gone = ended(guard);
      guard.stdin?.end();
      await gone;
    },
  };
}

/** A folder that servers may enter. */
export function placeOfServers(): string {
  return serverIdentity.uid === undefined ? tmpdir() : enterableTemporaryFolder();
}

/** A new folder that a server may write to; its name begins with `prefix`. */
export function folderOfServer(prefix: string): string {
  const folder = mkdtempSync(prefix);
  const { uid, gid } = serverIdentity;
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid);
  return folder;
}

async function startServer(command: string, flags: string[], options: object): Promise<ChildProcess> {
  const server = spawn(command, flags, { ...options, stdio: ['ignore', 'ignore', 'pipe'], detached: true });
  let log = '';
  await new Promise<void>((resolve, reject) => {
    server.stderr?.on('data', (piece: Buffer) => {
      log = (log + piece).slice(-8000);
      if (/ready to accept (?:read-only )?connections/.test(log)) resolve();
    });
    server.once('error', reject);
    server.once('exit', (code) => reject(new Error(`postgres ended with ${code}\n${log}`)));
  });
  server.unref();
  (server.stderr as unknown as { unref(): void }).unref();
  return server;
}

async function runSql(address: string, sql: string): Promise<void> {
  const { connectAlone } = await import('../engines/postgres/pipeline/connect.ts');
  const client = await connectAlone(address, 'test');
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** Retries the start, because the children of a killed server hold its shared memory for a moment. */
async function startWhenFree(run: () => Promise<ChildProcess>): Promise<ChildProcess> {
  const givenUp = performance.now() + 10_000;
  for (;;) {
    try {
      return await run();
    } catch (error) {
      if (performance.now() > givenUp || !/still in use/.test(String(error))) throw error;
    }
  }
}

/**
 * Starts a shell that reads from a pipe of this process. When this process ends, even if it is killed, the shell ends the server and
 * removes the folder.
 */
function watchOver(folder: string): ChildProcess {
  const script =
    'cat >/dev/null; pid=$(head -n 1 "$1/data/postmaster.pid"); kill -INT "$pid"; while kill -0 "$pid"; do sleep 0.05; done; rm -rf "$1"';
  const guard = spawn('sh', ['-c', script, 'gatehouse-postgres', folder], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  guard.unref();
  (guard.stdin as unknown as { unref(): void }).unref();
  return guard;
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  child.ref();
  return new Promise((resolve) => child.once('exit', () => resolve()));
}
