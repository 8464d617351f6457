import { setTimeout as wait } from 'node:timers/promises';
import { Option } from '@commander-js/extra-typings';
import { type Entrance, entrances } from '@gatehouse/storage';
import { count, printable, type Result, show, when } from '../output.ts';
import { readWholeNumber } from '../whole-number.ts';
import { workspaceCommand } from '../workspace/options.ts';
import { inWorkspace, type Workspace } from '../workspace/workspace.ts';
import { activityExportCommand } from './activity-export.ts';

/** What of a row is shown; both the tool's rows and the store's have it. */
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

const pollEveryMs = 500;
const rowsAtOnce = 500;

export const activityCommand = workspaceCommand('activity')
  .description('the calls that were answered, oldest first')
  // The options behind "export" are its own.
  .enablePositionalOptions()
  .addCommand(activityExportCommand)
  .option('--follow', 'go on with new calls as they come, until Ctrl-C; with --json one value a line')
  .option('--limit <number>', 'the last so many', (text) => readWholeNumber(text, 1, rowsAtOnce), 50)
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
      const newestId = await newestRow(workspace);
      const { activity } = await workspace.call<{ activity: Row[] }>('list_activity', { ...filter, limit });
      const rows = activity.toReversed();
      if (follow) await followLog(workspace, { filter, first: rows, newestId, json: options.json });
      return follow ? nothingMore : { value: { activity: rows }, text: () => rows.map(describe).join('\n') || 'no calls yet' };
    });
  });

/** Read before the first rows are: what comes in between is not lost. */
async function newestRow({ gatehouse: { store }, person: { orgId } }: Workspace): Promise<number> {
  const [newest] = await store.read(() => store.activity.list({ orgId, limit: 1 }));
  return newest?.id ?? 0;
}

interface Following {
  filter: Filter;
  first: Row[];
  newestId: number;
  json: true | undefined;
}

/** Looks into the store and not through the tool: every look would else be a call of its own in the log. */
async function followLog({ gatehouse, person }: Workspace, { filter, first, newestId, json }: Following): Promise<void> {
  const { store } = gatehouse;
  const { orgId } = person;
  const who = person.role === 'member' ? { personId: person.id } : {};
  const print = (row: Row) => show({ json }, { value: row, text: () => describe(row) });
  first.forEach(print);
  let afterId = Math.max(first.at(-1)?.id ?? 0, newestId);
  for (const stop = stopSignal(); !stop.aborted; ) {
    const rows = await store.read(() => store.activity.list({ orgId, ...filter, ...who, afterId, limit: rowsAtOnce }));
    rows.forEach(print);
    afterId = rows.at(-1)?.id ?? afterId;
    if (rows.length < rowsAtOnce) await pause(stop);
  }
}

function stopSignal(): AbortSignal {
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  process.once('SIGTERM', () => stop.abort());
  return stop.signal;
}

async function pause(stop: AbortSignal): Promise<void> {
  await wait(pollEveryMs, undefined, { signal: stop }).catch((error: unknown) => {
    if (!stop.aborted) throw error;
  });
}

const nothingMore: Result = { value: undefined, text: () => '' };

function describe({ at, entrance, tool, outcome, reason, itemId, client, agentName, durationMicros, count: calls }: Row): string {
  const result = reason === null ? outcome : `${outcome} (${reason})`;
  const by = agentName ?? client;
  const parts = [when(at, 'seconds'), entrance.padEnd(7), tool.padEnd(20), result, `${(durationMicros / 1000).toFixed(1)} ms`, itemId, by];
  if (calls > 1) parts.push(count(calls, 'call'));
  return printable(parts.filter(Boolean).join('  '));
}
