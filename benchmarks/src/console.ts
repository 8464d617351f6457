import { type Credential, createActivityCount } from '@gatehouse/core';
import { openSqlite } from '@gatehouse/storage';
import { makeDataset } from './dataset.ts';
import { ask, gatewayOn } from './gateway-calls.ts';
import { medianBy } from './median.ts';
import { step } from './report.ts';

export interface ConsoleOptions {
  folder: string;
  documents: number;
  activityRows: number;
  rounds: number;
}

const day = 24 * 60 * 60_000;
const logDays = 30;
/** Calls that all others are compared with: the largest page of the log, and the largest page of documents. */
const standard = 'list_activity {limit: 500}';
const documentsStandard = 'list_docs {limit: 200}';

/** Calls of a person's page, by their name in the table. */
function pageCalls(now: number, ids: { agentId: string; keyId: string }): Record<string, [tool: string, input: object]> {
  const wholeLog = { from: now - logDays * day, to: now };
  return {
    [standard]: ['list_activity', { limit: 500 }],
    [documentsStandard]: ['list_docs', { limit: 200 }],
    'list_activity, a filter that finds nothing': ['list_activity', { tool: 'absent' }],
    'list_activity, one agent': ['list_activity', { agentId: ids.agentId, limit: 500 }],
    'list_activity, until three weeks ago': ['list_activity', { until: now - 21 * day, limit: 500 }],
    'export_activity, one part': ['export_activity', { format: 'csv' }],
    'activity_histogram, 30 days': ['activity_histogram', wholeLog],
    'activity_histogram, an hour': ['activity_histogram', { from: now - day / 24, to: now }],
    'activity_histogram, one key': ['activity_histogram', { ...wholeLog, keyId: ids.keyId }],
    list_agents: ['list_agents', {}],
    list_keys: ['list_keys', {}],
    list_people: ['list_people', {}],
    list_connections: ['list_connections', {}],
    list_trash: ['list_trash', {}],
    'browse_folder {limit: 60}': ['browse_folder', { limit: 60 }],
    list_news: ['list_news', {}],
    browse_tasks: ['browse_tasks', { limit: 200 }],
    organization_settings: ['organization_settings', {}],
    explain_access: ['explain_access', { keyId: ids.keyId, tool: 'edit_doc' }],
  };
}

/**
 * Measures how long each operation of the console blocks the event loop: the longest time per call without other answers. Includes a step
 * of counting the log, which runs after the calls (D44).
 */
export async function measureConsole({
  folder,
  documents,
  activityRows,
  rounds,
}: ConsoleOptions): Promise<Record<string, string | number>[]> {
  const dataset = await makeDataset(folder, { documents, activityRows, keys: 20, activityDays: logDays });
  const store = openSqlite({ file: dataset.file });
  const gateway = gatewayOn(store);
  const call = (credential: Credential, tool: string, input: object) => ask(gateway, credential, tool, input);
  step('counting the log');
  const count = createActivityCount({ store, clock: gateway.clock });
  const counting = await longestHold(() => count());
  const { agents } = (await call(dataset.owner, 'list_agents', {})) as { agents: { id: string }[] };
  const { keys } = (await call(dataset.owner, 'list_keys', {})) as { keys: { keyId: string }[] };
  const calls = pageCalls(Date.now(), { agentId: agents[0]?.id as string, keyId: keys[0]?.keyId as string });
  const held = new Map<string, number>();
  for (const [name, [tool, input]] of Object.entries(calls)) {
    const holds: number[] = [];
    // The first one prepares its statements.
    for (let round = 0; round <= 5 * rounds; round++) holds.push(await longestHold(() => call(dataset.owner, tool, input)));
    held.set(name, medianBy(holds.slice(1), byLength));
  }
  held.set('export_organization, its longest part', await maxPart((cursor) => call(dataset.owner, 'export_organization', cursor)));
  await store.close();
  held.set('a step of counting the log, the longest', counting);
  const to = (name: string, ms: number) => (ms / (held.get(name) as number)).toFixed(2);
  return [...held].map(([name, ms]) => ({
    call: name,
    'holds ms': ms.toFixed(2),
    'to list_activity': to(standard, ms),
    'to list_docs': to(documentsStandard, ms),
  }));
}

const byLength = (ms: number): number => ms;

/** Longest block by one part of an export. Each part is the median of three. */
async function maxPart(readPart: (from: { cursor?: string }) => Promise<unknown>): Promise<number> {
  let longest = 0;
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const from = cursor === undefined ? {} : { cursor };
    const holds: number[] = [];
    const read = async () => {
      cursor = ((await readPart(from)) as { nextCursor: string | null }).nextCursor;
    };
    for (let time = 0; time < 3; time++) holds.push(await longestHold(read));
    longest = Math.max(longest, medianBy(holds, byLength));
  }
  return longest;
}

/** The longest time between two turns of the event loop while this runs, in milliseconds. */
async function longestHold(run: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = performance.now();
  let isOver = false;
  const turn = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  await run();
  isOver = true;
  turn();
  return longest;
}
