import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { isCancel, confirm as promptFor } from '@clack/prompts';
import { Command } from '@commander-js/extra-typings';
import { createClient, GatehouseError } from '@gatehouse/client';
import { CommandError, UsageError } from '../kernel/faults.ts';
import { readWholeNumber } from '../kernel/whole-number.ts';
import { openSkillTarget } from '../skills/skill-targets.ts';
import { withSyncLock } from '../skills/sync-lock.ts';
import type { SyncOptions, SyncReport } from '../skills/sync-report.ts';
import { syncSkills } from '../skills/sync-skills.ts';
import { type KnownSkill, openState, type SyncState } from '../skills/sync-state.ts';
import { count, printable, show } from '../terminal/output.ts';
import { version } from '../version.ts';

const defaultUrl = 'http://127.0.0.1:4747';
const watchMs = 30_000;
/** Errors that may be gone at the next attempt. */
const passing: readonly string[] = ['connection_lost', 'timed_out', 'rate_limited', 'internal_error'];

function skillCommand(name: string) {
  return new Command(name)
    .option('--url <address>', `URL of the gateway (default: GATEHOUSE_URL, else ${defaultUrl}); reads the key from GATEHOUSE_KEY`)
    .option('--to <place>', 'target: claude, codex, agents, gemini, opencode, or a directory', 'claude')
    .option('--json', 'print one JSON value and nothing else');
}

function syncCommand(name: string) {
  return skillCommand(name)
    .option('--only <folder>', 'only skills in this folder of the workspace')
    .option('--trust <folder>', 'write new versions of skills in this folder without waiting for a review; repeatable', collect, [])
    .option('--executable', 'set the executable bit of files that are executable in the skill')
    .option('--yes', 'write skills that contain scripts without asking');
}

const collect = (folder: string, before: string[]) => [...before, folder];

interface Given {
  url?: string | undefined;
  to: string;
  json?: true | undefined;
  only?: string | undefined;
  trust: string[];
  executable?: true | undefined;
  yes?: true | undefined;
}

const sync = syncCommand('sync')
  .description('write the skills of the key into the directory of a client, and send local edits back')
  .action(async (given) => {
    const target = openSkillTarget(given.to);
    const report = await withSyncLock(target, () => syncSkills(optionsOf(given, target)));
    show(given, { value: { target, ...report }, text: () => describe(target, report) });
    // Fails if an edit exists only on this machine, or a skill was not written.
    if (report.refused.length > 0 || report.conflicts.length > 0) process.exitCode = 1;
  });

const watch = syncCommand('watch')
  .description(`sync every ${watchMs / 1000} seconds until stopped`)
  .action(async (given) => {
    const target = openSkillTarget(given.to);
    let shown = '';
    for (;;) {
      const report = await withSyncLock(target, () => syncSkills(optionsOf(given, target))).catch(connectionError);
      const said = report instanceof Error ? report.message : JSON.stringify(report);
      // Prints a report only if it changed, because every report repeats the skills that wait for a person.
      if (said !== shown && report instanceof Error) process.stderr.write(`${said}; trying again every ${watchMs / 1000} seconds\n`);
      else if (said !== shown && !(report instanceof Error) && hasNews(report))
        show(given, { value: { target, ...report }, text: () => describe(target, report) });
      shown = said;
      await wait(watchMs);
    }
  });

const pin = skillCommand('pin')
  .description('keep a skill at one version on this machine; "latest" follows the newest again')
  .argument('<name>')
  .argument('<version>', 'version number, or "latest"')
  .action((name, wanted, given) =>
    changeState(given, (state) => {
      const { id } = skillNamed(state, name);
      if (wanted === 'latest') delete state.pinned[id];
      else state.pinned[id] = readWholeNumber(wanted, 1, 1_000_000);
      return `${name} ${wanted === 'latest' ? 'follows the newest version' : `stays at version ${wanted}`} from the next sync on.`;
    }),
  );

const rollback = skillCommand('rollback')
  .description('return a skill to the previous version on this machine and keep it there')
  .argument('<name>')
  .action((name, given) =>
    changeState(given, (state) => {
      const { id } = skillNamed(state, name);
      const previous = state.written[name]?.previous;
      if (!previous)
        throw new CommandError(`no earlier version of "${name}" is known on this machine: choose one with "gatehouse skills pin"`);
      state.pinned[id] = previous;
      return `${name} returns to version ${previous} with the next sync and stays there.`;
    }),
  );

export const skillsCommand = new Command('skills')
  .description('sync skills of the workspace with clients on this machine')
  .addCommand(sync)
  .addCommand(watch)
  .addCommand(pin)
  .addCommand(rollback);

function optionsOf({ url, only, trust, executable, yes }: Given, target: string): SyncOptions {
  const gateway = addressOf(url);
  const { GATEHOUSE_KEY: key } = process.env;
  if (!key) throw new UsageError('GATEHOUSE_KEY is not set: set it to a key of the workspace');
  const withNames: typeof fetch = (input, init) =>
    fetch(input, {
      ...init,
      headers: {
        ...Object.fromEntries(new Headers(init?.headers)),
        'X-Gatehouse-Machine': hostname(),
        'X-Gatehouse-Client': `gatehouse-skills/${version}`,
        'User-Agent': `gatehouse-skills/${version}`,
      },
    });
  const client = createClient({ baseUrl: gateway, key, fetch: withNames });
  const confirm = yes ? async () => true : askForScripts;
  return { client, gateway, target, only, trust, executable: executable ?? false, confirm, now: Date.now };
}

/** Returns an error that is worth a retry: the gateway cannot be reached now, or is too busy. */
function connectionError(error: unknown): GatehouseError {
  if (error instanceof GatehouseError && passing.includes(error.code)) return error;
  throw error;
}

function addressOf(url: string | undefined): string {
  return (url ?? process.env.GATEHOUSE_URL ?? defaultUrl).replace(/(?<!\/)\/+$/, '');
}

/** Asks for permission to write scripts. Without a terminal it returns false, so the skill is skipped and reported. */
async function askForScripts({ name, folderName }: KnownSkill, scripts: readonly string[]): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return false;
  const files = scripts.map((path) => `  ${printable(path)}`).join('\n');
  const message = `The skill ${name}${folderName === null ? '' : ` of ${printable(folderName)}`} has scripts that a client may run:\n${files}\nWrite it?`;
  const answer = await promptFor({ message, initialValue: false });
  return !isCancel(answer) && answer;
}

async function changeState(
  given: { to: string; url?: string | undefined; json?: true | undefined },
  change: (state: SyncState) => string,
): Promise<void> {
  const target = openSkillTarget(given.to);
  await withSyncLock(target, async () => {
    const { state, save } = openState(target, addressOf(given.url));
    const text = change(state);
    save();
    show(given, { value: { target, pinned: state.pinned }, text: () => text });
  });
}

function skillNamed(state: SyncState, name: string): KnownSkill {
  const skill = Object.values(state.known).find((one) => one.name === name);
  if (!skill) throw new CommandError(`no skill "${name}" is known on this machine: run "gatehouse skills sync" first`);
  return skill;
}

function hasNews({ waiting: _, ...report }: SyncReport): boolean {
  return Object.values(report).some((list) => list.length > 0);
}

function describe(target: string, report: SyncReport): string {
  const { written, sent, removed, waiting, unconfirmed, duplicates, refused, conflicts } = report;
  const lines = [
    ...written.map(({ name, version: number }) => `wrote ${name}, version ${number}`),
    ...sent.map(({ name, version: number }) => `sent the edits of ${name} as version ${number}`),
    ...removed.map((name) => `removed ${name}`),
    ...waiting.map(({ name, version: number }) => `${name}: version ${number} is waiting for review by a person`),
    ...unconfirmed.map(({ name, scripts }) => `${name}: has scripts (${scripts.map(printable).join(', ')}); write it with --yes`),
    ...duplicates.flatMap(({ skills }) => [
      `these skills share a name, so only the one already here is written:`,
      ...skills.map((one) => `  ${printable(one)}`),
    ]),
    ...refused.map(({ name, why }) => `${name}: ${why}`),
    ...conflicts.map((place) => `a newer version replaced your edits; they are in ${place}`),
  ];
  return [...lines, `${target}: ${count(written.length, 'skill')} written, ${count(sent.length, 'skill')} sent.`].join('\n');
}
