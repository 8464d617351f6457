import { createHash } from 'node:crypto';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openBrowser } from '../console/browser.ts';
import { freePort } from '../kit/free-port.ts';
import type { Loose } from '../kit/world.ts';
import { verify } from '../processes/server.ts';
import type { Asked } from './asked.ts';
import { type Caller, personIn, programWith } from './caller.ts';
import { changedAnswers, differences } from './differences.ts';
import type { EmptyEngine } from './empty-engines.ts';
import { type FilledWorkspace, fillWorkspace } from './fill-workspace.ts';
import { readAgain, readLog, readWorkspace, withoutMoments } from './read-workspace.ts';
import { openTwoPlaces } from './two-places.ts';
import { thisVersion, type Version, versionOn } from './version.ts';

/** Fills a workspace with an old version, starts the current one on it, and returns the differences. */
export async function upgradeData(oldVersion: string, engine: EmptyEngine): Promise<string[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-upgrade-'));
  try {
    await using service = await openTwoPlaces();
    const data = path.join(folder, 'data');
    const environment = { ...(await engine.environment()), ...settings, GATEHOUSE_PORT: String(await freePort()) };
    const [old, current] = [versionOn(oldVersion, data, environment), versionOn(thisVersion, data, environment)];
    const filling = await old.start();
    const { url, setUpLink = '' } = filling;
    const filled = await fillWorkspace({ url, setUpLink, json: old.json, folder }, service);
    const callers = callersOf(filled, url);
    const asked = await readWorkspace(callers);
    const log = await readLog(callers, filled.until);
    const told = await askCommands(old);
    await filling.stop();

    const upgraded = await current.start();
    const callersNow = callersOf(filled, upgraded.url);
    const again = await readAgain(callersNow, asked);
    const logNow = await readLog(callersNow, filled.until);
    const toldNow = await askCommands(current);
    await upgraded.stop();
    const { problems } = await verify(data, environment);
    process.stdout.write(`on ${engine.name}, ${asked.length} calls were made again after the upgrade\n`);
    return [
      ...asked.flatMap((one, index) => changedAnswers(one, again[index] as Asked)),
      ...neverAnswered(asked),
      ...differences(log, logNow, 'the log'),
      ...differences(told, toldNow, 'the commands'),
      ...problems.map((one) => `verify says ${JSON.stringify(one)}`),
    ].map((one) => `${engine.name}: ${one}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Nobody's limit may stop it, and the service listens on this machine. */
const settings = { GATEHOUSE_CALLS_PER_MINUTE: '1000000', GATEHOUSE_ALLOW_PRIVATE_SERVICES: '127.0.0.0/8' };

/** Returns tools that were always refused, because comparing only refusals does not test a tool. */
function neverAnswered(asked: readonly Asked[]): string[] {
  const answered = new Set(asked.filter(({ answer }) => answer.error === undefined).map(({ tool }) => tool));
  return [...new Set(asked.map(({ tool }) => tool))].filter((tool) => !answered.has(tool)).map((tool) => `${tool} was always refused`);
}

const commands = ['people', 'agents', 'keys', 'folders', 'connections', 'trash'];

async function askCommands(version: Version): Promise<Record<string, Loose>> {
  const told: Record<string, Loose> = { export: await exported(version) };
  for (const command of commands) told[command] = withoutMoments(await version.json([command, 'list']));
  return told;
}

/** The SHA-256 of each file, by its path. */
async function exported(version: Version): Promise<Record<string, string>> {
  const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-exported-'));
  await version.json(['export', folder]);
  const files = globSync('**', { cwd: folder, withFileTypes: true }).filter((entry) => entry.isFile());
  const hashes = files.map(({ parentPath, name }) => {
    const file = path.join(parentPath, name);
    return [path.relative(folder, file), createHash('sha256').update(readFileSync(file)).digest('hex')];
  });
  rmSync(folder, { recursive: true });
  return Object.fromEntries(hashes.sort());
}

export function callersOf({ keys, people, orgId }: FilledWorkspace, url: string): Caller[] {
  const programs = Object.entries(keys).map(([name, key]) => programWith(name, url, key));
  const persons = people.map(({ name, cookies }) => personIn(name, openBrowser(url, new Map(cookies)), orgId));
  return [...programs, ...persons];
}
