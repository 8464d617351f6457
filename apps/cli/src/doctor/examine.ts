import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import path from 'node:path';
import { messageOf, minuteMs } from '@gatehouse/domain';
import { noticesCome, readStorageUse } from '@gatehouse/storage/admin';
import { type Configuration, type ConfigurationFlags, readConfiguration } from '../configuration/configuration.ts';
import { databaseFile, notADirectory } from '../configuration/data-directory.ts';
import { openFileStore } from '../configuration/file-store.ts';
import { withSettingsOfGateway } from '../configuration/running-gateway.ts';
import { describeFault } from '../kernel/faults.ts';
import { bytes, count, when } from '../terminal/output.ts';
import { type Finding, failed, ok, type Verdict, warning } from './finding.ts';
import { lookAtCompany } from './look-at-company.ts';
import { lookAtDatabase } from './look-at-database.ts';
import { lookAtGateway, lookAtPort } from './look-at-gateway.ts';
import { lookAtMail } from './look-at-mail.ts';
import { lookAtSecret } from './look-at-secret.ts';
import { lookAtText } from './look-at-text.ts';

const checks: [check: string, look: (configuration: Configuration) => Verdict | Promise<Verdict>][] = [
  ['node', () => ok(`Node ${process.versions.node}`)],
  ['data directory', lookAtDirectory],
  ['gateway', lookAtGateway],
  ['database', lookAtDatabase],
  ['secret', lookAtSecret],
  ['disk', lookAtDisk],
  ['notices', lookAtNotices],
  ['storage', lookAtStorage],
  ['files', lookAtFiles],
  ['text of files', lookAtText],
  ['port', lookAtPort],
  ['address', lookAtAddress],
  ['mail', lookAtMail],
  ['company', lookAtCompany],
  ['clock', lookAtClock],
];

/** Checks everything, and changes nothing. */
export async function examine(flags: ConfigurationFlags): Promise<Finding[]> {
  let configuration: Configuration;
  try {
    const given = readConfiguration(flags);
    // Uses the port of a running gateway, unless the command names another.
    configuration = flags.port === undefined ? withSettingsOfGateway(given) : given;
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
  if (!statSync(nearestExisting(data)).isDirectory()) return failed(notADirectory(data));
  if (!existsSync(data)) return ok(`${data} does not exist yet; the first start creates it`);
  const { mode } = statSync(data);
  accessSync(data, constants.R_OK | constants.W_OK | constants.X_OK);
  if ((mode & 0o077) !== 0) return warning(`others on this machine can read ${data}: "chmod 700 ${data}" prevents this`);
  return ok(data);
}

const littleBytes = 1024 ** 3;
const tooLittleBytes = 100 * 1024 ** 2;

function lookAtDisk({ data }: Configuration): Verdict {
  const { bavail, bsize } = statfsSync(nearestExisting(data));
  const free = bavail * bsize;
  const message = `${bytes(free)} are free`;
  if (free < tooLittleBytes) return failed(`${message}: free some space before the database can no longer grow`);
  return free < littleBytes ? warning(`${message}: free some space soon`) : ok(message);
}

function nearestExisting(directory: string): string {
  return existsSync(directory) ? directory : nearestExisting(path.dirname(directory));
}

/** Checks how processes learn of each other's changes. */
async function lookAtNotices({ databaseUrl }: Configuration): Promise<Verdict> {
  if (databaseUrl === undefined) return ok('processes check for changes of other processes 20 times a second while a caller waits');
  if (await noticesCome(databaseUrl)) return ok('Postgres notifies processes of changes');
  return warning(
    'a notification did not reach a listening connection, so processes check for changes every second: run the pooler in front of Postgres in session mode, or connect without it',
  );
}

/** Reports the size of the workspace, so that its growth is visible. */
async function lookAtStorage({ data, databaseUrl, activityDays }: Configuration): Promise<Verdict> {
  const file = databaseFile(data);
  if (databaseUrl === undefined && !existsSync(file)) return ok('nothing yet');
  const use = await readStorageUse(databaseUrl === undefined ? { engine: 'sqlite', file } : { engine: 'postgres', url: databaseUrl });
  if (!use) return ok('unknown until the next start applies the pending migrations');
  const { sizeBytes, activityRows, oldestActivityAt, files, fileBytes, filesElsewhere, extractedBytes, reviewedBytes } = use;
  const elsewhere = filesElsewhere > 0 ? `, ${count(filesElsewhere, 'of them', 'of them')} outside the database` : '';
  const extracted = extractedBytes > 0 ? `, and ${bytes(extractedBytes)} of text extracted from them` : '';
  const reviewed = reviewedBytes > 0 ? `; ${bytes(reviewedBytes)} of reviewed texts, kept while agents' changes wait` : '';
  const since = oldestActivityAt === null ? '' : ` since ${when(oldestActivityAt)}`;
  const kept = activityDays === 0 ? 'all are kept' : `kept for ${count(activityDays, 'day')}`;
  return ok(
    `${bytes(sizeBytes)}; about ${count(activityRows, 'row')} of the activity log${since}, ${kept}; ${count(files, 'version')} of files, ${bytes(fileBytes)}${elsewhere}${extracted}${reviewed}`,
  );
}

/** Checks the file store with a name that no file has. The answer that the object does not exist is enough. */
async function lookAtFiles(configuration: Configuration): Promise<Verdict> {
  const files = await openFileStore(configuration);
  if (!files) return ok('in the database');
  try {
    await files.size('doctor');
    return ok(`${files.place} answers`);
  } catch (error) {
    return failed(`${messageOf(error)}: check the address, the AWS_… credentials, and that they allow read, write, delete and list`);
  } finally {
    files.close();
  }
}

function lookAtAddress({ host, baseUrl, trustedProxies }: Configuration): Verdict {
  if (baseUrl?.startsWith('https:') && trustedProxies === 'none')
    return warning(
      `${baseUrl} belongs to a proxy, but no proxy is configured, so all callers behind it count as one: set GATEHOUSE_TRUSTED_PROXIES to the address that it connects from, 127.0.0.1 on this machine`,
    );
  if (baseUrl !== undefined) return ok(baseUrl);
  if (/^(?:127\.|localhost$|::1$)/.test(host)) return ok('this machine only');
  return warning(
    `${host} can be reached from other machines, without encryption: put a TLS proxy in front of it and set GATEHOUSE_BASE_URL to its address`,
  );
}

const built = Date.UTC(2026, 0, 1);

/** Checks the clock, by which keys expire and limits count. */
function lookAtClock({ data }: Configuration): Verdict {
  const file = databaseFile(data);
  const now = Date.now();
  if (now < built) return failed(`it shows ${new Date(now).toISOString()}: correct it, because the expiry of keys depends on it`);
  if (existsSync(file) && statSync(file).mtimeMs > now + minuteMs)
    return warning('it is earlier than the last change of the database: check if it was set back');
  return ok(new Date(now).toISOString());
}
