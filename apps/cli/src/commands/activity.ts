import { setTimeout as wait } from 'node:timers/promises';
import { Option } from '@commander-js/extra-typings';
import { createFeed } from '@gatehouse/core';
import { actsForAll, type Entrance, entrances } from '@gatehouse/domain';
import { readWholeNumber } from '../kernel/whole-number.ts';
import { count, printable, type Result, show, when } from '../terminal/output.ts';
import { workspaceCommand } from '../workspace/options.ts';
import { inWorkspace, type Workspace } from '../workspace/workspace.ts';
import { activityExportCommand } from './activity-export.ts';

/** The fields of a row that are shown. The tool's rows and the store's rows both have them. */
interface Row {
  id: number;
  at: number;
  entrance: string;
  tool: string;
  outcome: string;
  reason: string | null;
  itemId: string | null;
  agentName: string | null;
  client: string | null;
  durationMicros: number;
  count: number;
}

interface Filter {
  tool?: string;
  outcome?: string;
  entrance?: Entrance;
  keyId?: string;
  agentId?: string;
  personId?: string;
  itemId?: string;
  requestId?: string;
}

const rowsAtOnce = 500;

export const activityCommand = workspaceCommand('activity')
  .description('show answered calls, oldest first')
  // Options after "export" belong to that subcommand.
  .enablePositionalOptions()
  .addCommand(activityExportCommand)
  .option('--follow', 'keep showing new calls until Ctrl-C; with --json one value per line')
  .option('--limit <number>', 'number of most recent calls to show', (text) => readWholeNumber(text, 1, rowsAtOnce), 50)
  .option('--tool <name>')
  .option('--outcome <outcome>', '"ok" or an error code')
  .addOption(new Option('--entrance <entrance>').choices(entrances))
  .option('--key <id>')
  .option('--agent <id>')
  .option('--person <id>')
  .option('--item <id>')
  .option('--request <id>')
  .action(({ follow, limit, key, agent, person, item, request, tool, outcome, entrance, ...options }) => {
    const named = { tool, outcome, entrance, keyId: key, agentId: agent, personId: person, itemId: item, requestId: request };
    const filter: Filter = Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined));
    return inWorkspace(options, async (workspace) => {
      const readNewest = () => readRows(workspace, filter, limit);
      if (follow) return await followLog(workspace, { filter, readNewest, json: options.json });
      const rows = await readNewest();
      return { value: { activity: rows }, text: () => rows.map(describe).join('\n') || 'no calls yet' };
    });
  });

/** Reads the last rows, oldest first. One call searches only a part of the log, so it repeats until there are enough or no more. */
async function readRows({ call }: Workspace, filter: Filter, limit: number): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: string | null | undefined;
  while (cursor !== null && rows.length < limit) {
    const asked = { ...filter, limit: limit - rows.length, ...(cursor !== undefined && { cursor }) };
    const page = await call<{ activity: Row[]; nextCursor: string | null }>('list_activity', asked);
    rows.push(...page.activity);
    cursor = page.nextCursor;
  }
  return rows.toReversed();
}

interface Following {
  filter: Filter;
  readNewest: () => Promise<Row[]>;
  json: true | undefined;
}

/**
 * Prints the newest rows, then each row as it is committed, until Ctrl-C. It reads the store directly, because every call of the tool would
 * itself be logged.
 */
async function followLog({ gatehouse, person }: Workspace, { filter, readNewest, json }: Following): Promise<Result> {
  const { store, logger } = gatehouse;
  const who = actsForAll(person) ? {} : { personId: person.id };
  const print = (row: Row) => show({ json }, { value: row, text: () => describe(row) });
  const stopped = untilStopped();
  // Subscribes before reading the newest rows, so that none is missed. Rows in both are shown once.
  const early: Row[] = [];
  let receive: (rows: Row[]) => void = (rows) => early.push(...rows);
  const feed = createFeed({ store, report: (error) => logger.fault('the log could not be read; will retry', error) });
  const leave = await feed.watch(
    { rows: { orgId: person.orgId, ...filter, ...who }, notices: 'calls' },
    { receive: (rows) => receive(rows) },
  );
  const newest = await readNewest();
  const shown = new Set(newest.map(({ id }) => id));
  receive = (rows) => rows.filter(({ id }) => !shown.has(id)).forEach(print);
  newest.forEach(print);
  receive(early);
  await stopped;
  await leave();
  return nothingMore;
}

const maxTimerMs = 2 ** 31 - 1;

/** Keeps the process alive, which waiting for a signal alone would not do. */
async function untilStopped(): Promise<void> {
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  process.once('SIGTERM', () => stop.abort());
  while (!stop.signal.aborted) {
    await wait(maxTimerMs, undefined, { signal: stop.signal }).catch((error: unknown) => {
      if (!stop.signal.aborted) throw error;
    });
  }
}

const nothingMore: Result = { value: undefined, text: () => '' };

function describe({ at, entrance, tool, outcome, reason, itemId, client, agentName, durationMicros, count: calls }: Row): string {
  const result = reason === null ? outcome : `${outcome} (${reason})`;
  const by = agentName ?? client;
  const parts = [when(at, 'seconds'), entrance.padEnd(7), tool.padEnd(20), result, `${(durationMicros / 1000).toFixed(1)} ms`, itemId, by];
  if (calls > 1) parts.push(count(calls, 'call'));
  return printable(parts.filter(Boolean).join('  '));
}
