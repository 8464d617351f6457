import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { inspectSqliteFile, noticesCome, readStorageUse } from '@gatehouse/storage/admin';
import { type Configuration, type ConfigurationFlags, readConfiguration } from '../configuration.ts';
import { databaseFile, nextSecretFile, secretFile } from '../data-directory.ts';
import { describeFault } from '../faults.ts';
import { openFileStore } from '../file-store.ts';
import { bytes, count, when } from '../output.ts';

/** What one check found, with what to do where it is not in order. */
export interface Finding {
  check: string;
  state: 'ok' | 'warning' | 'failed';
  message: string;
}

type Verdict = Omit<Finding, 'check'>;

const ok = (message: string): Verdict => ({ state: 'ok', message });
const warning = (message: string): Verdict => ({ state: 'warning', message });
const failed = (message: string): Verdict => ({ state: 'failed', message });

const checks: [check: string, look: (configuration: Configuration) => Verdict | Promise<Verdict>][] = [
  ['node', () => ok(`Node ${process.versions.node}`)],
  ['data directory', lookAtDirectory],
  ['secret', lookAtSecret],
  ['disk', lookAtDisk],
  ['database', lookAtDatabase],
  ['notices', lookAtNotices],
  ['storage', lookAtStorage],
  ['files', lookAtFiles],
  ['port', lookAtPort],
  ['address', lookAtAddress],
  ['clock', lookAtClock],
];

/** Looks at everything, changes nothing. */
export async function examine(flags: ConfigurationFlags): Promise<Finding[]> {
  let configuration: Configuration;
  try {
    configuration = readConfiguration(flags);
  } catch (error) {
    return [{ check: 'settings', ...failed(describeFault(error).message) }];
  }
  const findings: Finding[] = [{ check: 'settings', ...ok('understood') }];
  for (const [check, look] of checks) {
    try {
      findings.push({ check, ...(await look(configuration)) });
    } catch (error) {
      findings.push({ check, ...failed(describeFault(error).message) });
    }
  }
  return findings;
}

function lookAtDirectory({ data }: Configuration): Verdict {
  if (!existsSync(data)) return ok(`${data} does not exist yet; the first start makes it`);
  const { mode } = statSync(data);
  accessSync(data, constants.R_OK | constants.W_OK | constants.X_OK);
  if ((mode & 0o077) !== 0) return warning(`others on this machine can look into ${data}: "chmod 700 ${data}" keeps them out`);
  return ok(data);
}

function lookAtSecret({ data, secret }: Configuration): Verdict {
  const next = nextSecretFile(data);
  const isRotating = existsSync(next);
  if (secret !== undefined) return isRotating ? warning(unfinishedBesideVariable(next)) : ok('from GATEHOUSE_SECRET');
  if (isRotating)
    return warning(
      `"gatehouse secrets rotate" is at work or was interrupted, because ${next} is there: run it again to finish, and keep both files until then, each opens a part of the credentials`,
    );
  const file = secretFile(data);
  if (!existsSync(file)) return ok('the first start makes it');
  if ((statSync(file).mode & 0o077) !== 0) return warning(`others on this machine can read ${file}: "chmod 600 ${file}" keeps them out`);
  return ok(file);
}

function unfinishedBesideVariable(next: string): string {
  return `from GATEHOUSE_SECRET, but ${next} was left by an interrupted "gatehouse secrets rotate" and is not used with it: finish with that command without GATEHOUSE_SECRET, then run "gatehouse secrets rotate --previous ${path.join(path.dirname(next), 'secret')}" with it`;
}

const littleBytes = 1024 ** 3;
const tooLittleBytes = 100 * 1024 ** 2;

function lookAtDisk({ data }: Configuration): Verdict {
  const { bavail, bsize } = statfsSync(nearestExisting(data));
  const free = bavail * bsize;
  const message = `${bytes(free)} are free`;
  if (free < tooLittleBytes) return failed(`${message}: make room before the database can no longer grow`);
  return free < littleBytes ? warning(`${message}: make room soon`) : ok(message);
}

function nearestExisting(directory: string): string {
  return existsSync(directory) ? directory : nearestExisting(path.dirname(directory));
}

function lookAtDatabase({ data, databaseUrl }: Configuration): Verdict {
  if (databaseUrl !== undefined) return ok('Postgres, from DATABASE_URL; "gatehouse migrate" connects to it');
  const file = databaseFile(data);
  if (!existsSync(file)) return ok('none yet; the first start makes it');
  accessSync(file, constants.R_OK | constants.W_OK);
  const { pendingMigrations, sizeBytes } = inspectSqliteFile(file);
  if (pendingMigrations.length > 0) return warning(`${pendingMigrations.length} migrations to apply; the next start does that`);
  return ok(`${file}, ${bytes(sizeBytes)}; "gatehouse verify" checks what is in it`);
}

/** How processes hear of one another. */
async function lookAtNotices({ databaseUrl }: Configuration): Promise<Verdict> {
  if (databaseUrl === undefined) return ok('processes look for changes of others 20 times a second while somebody waits for one');
  if (await noticesCome(databaseUrl)) return ok('Postgres tells processes of what others change');
  return warning(
    'a notice did not come through to a listening connection, so processes look for changes of others every second: let the pooler in front of Postgres run in session mode, or connect past it',
  );
}

/** What the workspace takes, so that it is seen to grow. */
async function lookAtStorage({ data, databaseUrl, activityDays }: Configuration): Promise<Verdict> {
  const file = databaseFile(data);
  if (databaseUrl === undefined && !existsSync(file)) return ok('nothing yet');
  const use = await readStorageUse(databaseUrl === undefined ? { engine: 'sqlite', file } : { engine: 'postgres', url: databaseUrl });
  if (!use) return ok('not known before the next start brings the database up to date');
  const { sizeBytes, activityRows, oldestActivityAt, files, fileBytes, filesElsewhere } = use;
  const elsewhere = filesElsewhere > 0 ? `, ${count(filesElsewhere, 'of them', 'of them')} outside the database` : '';
  const since = oldestActivityAt === null ? '' : ` since ${when(oldestActivityAt)}`;
  const kept = activityDays === 0 ? 'all are kept' : `kept for ${count(activityDays, 'day')}`;
  return ok(
    `${bytes(sizeBytes)}; about ${count(activityRows, 'row')} of the activity log${since}, ${kept}; ${count(files, 'version')} of files, ${bytes(fileBytes)}${elsewhere}`,
  );
}

/** A name that no file has: that there is no such object is an answer, too. */
async function lookAtFiles(configuration: Configuration): Promise<Verdict> {
  const files = await openFileStore(configuration);
  if (!files) return ok('in the database');
  try {
    await files.size('doctor');
    return ok(`${files.place} answers`);
  } catch (error) {
    return failed(`${(error as Error).message}: check the address, the AWS_… credentials, and that they may read, write, delete and list`);
  } finally {
    files.close();
  }
}

async function lookAtPort({ host, port }: Configuration): Promise<Verdict> {
  const fault = await new Promise<NodeJS.ErrnoException | undefined>((resolve) => {
    const probe = createServer().once('error', resolve);
    probe.listen(port, host, () => probe.close(() => resolve(undefined)));
  });
  if (!fault) return ok(`${host}:${port} is free`);
  if (fault.code !== 'EADDRINUSE') return failed(`${host}:${port} cannot be opened (${fault.code}): choose another --host or --port`);
  if (await isGatehouse(port)) return ok(`a gateway is listening on port ${port}`);
  return failed(`port ${port} is taken by another program ("lsof -i :${port}" shows which): choose another one with --port`);
}

async function isGatehouse(port: number): Promise<boolean> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(2000) });
    return answer.ok && answer.headers.has('x-request-id');
  } catch {
    return false;
  }
}

function lookAtAddress({ host, baseUrl }: Configuration): Verdict {
  if (baseUrl !== undefined) return ok(baseUrl);
  if (/^(?:127\.|localhost$|::1$)/.test(host)) return ok('this machine only');
  return warning(
    `${host} can be reached from other machines, without encryption: put a TLS proxy before it and set GATEHOUSE_BASE_URL to its address`,
  );
}

const built = Date.UTC(2026, 0, 1);

/** Keys expire and limits count by this clock. */
function lookAtClock({ data }: Configuration): Verdict {
  const file = databaseFile(data);
  const now = Date.now();
  if (now < built) return failed(`it shows ${new Date(now).toISOString()}: set it right, keys expire by it`);
  if (existsSync(file) && statSync(file).mtimeMs > now + 60_000)
    return warning('it is behind the last change of the database: was it set back?');
  return ok(new Date(now).toISOString());
}
