import { spawn } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { folderOfServer, placeOfServers, serverIdentity, type ThrowAwayPostgres } from './start-postgres.ts';

export interface Pooler extends AsyncDisposable {
  /** The address of the server's first database, through the pooler. */
  url: string;
}

const port = 6432;

/**
 * Reason why tests behind a real PgBouncer cannot run on this machine. Undefined if they can. PgBouncer is not on npm: it comes with the
 * system, or from `TEST_PGBOUNCER`.
 */
export function poolerMissing(): string | undefined {
  return findPooler() ? undefined : 'PgBouncer is not installed, and TEST_PGBOUNCER names none';
}

function findPooler(): string | undefined {
  return [process.env.TEST_PGBOUNCER, '/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer'].find(
    (file) => file && existsSync(file),
  );
}

/** Starts a PgBouncer in front of a server, with the settings it comes with; it listens on a unix socket. */
export async function startPooler(server: ThrowAwayPostgres, mode: 'session' | 'transaction'): Promise<Pooler> {
  const binary = findPooler();
  if (!binary) throw new Error(poolerMissing());
  const address = new URL(server.url());
  const folder = folderOfServer(path.join(placeOfServers(), 'gatehouse-pooler-'));
  const file = path.join(folder, 'pgbouncer.ini');
  const settings = [
    '[databases]',
    `* = host=${address.searchParams.get('host')} port=${address.port || 5432} user=${address.username}`,
    '[pgbouncer]',
    `pool_mode = ${mode}`,
    'auth_type = any',
    `unix_socket_dir = ${folder}`,
    `listen_port = ${port}`,
    'default_pool_size = 100',
  ];
  writeFileSync(file, `${settings.join('\n')}\n`);
  const child = spawn(binary, [file], { ...serverIdentity, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    let log = '';
    child.stderr.on('data', (piece: Buffer) => {
      log += piece;
      if (log.includes('process up')) resolve();
    });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`pgbouncer ended with ${code}\n${log}`)));
  });
  return {
    url: `postgres://${address.username}@localhost:${port}/postgres?host=${encodeURIComponent(folder)}`,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
