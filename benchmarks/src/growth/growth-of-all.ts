import { type AnyDefinition, agentTools, type Credential, type Gateway, peopleTools } from '@gatehouse/core';
import { openSqlite } from '@gatehouse/storage';
import { type Dataset, type DatasetSize, makeDataset } from '../dataset.ts';
import { ask, callAs, gatewayOn } from '../gateway-calls.ts';
import { progress, step } from '../report.ts';
import { argumentsFor, type Prepare } from './growth-subjects.ts';

export interface GrowthOfAllOptions {
  folder: string;
  small: Pick<DatasetSize, 'documents' | 'activityRows'>;
  large: Pick<DatasetSize, 'documents' | 'activityRows'>;
}

/** The system counts processor time in milliseconds: one call is too short to measure. */
const callsPerRound = 100;
const rounds = 3;
/** Maximum ratio between the cost in the large and in the small organization. */
const maxRatio = 1.5;
/** Minimum growth that counts. Smaller differences also occur between rounds of the same call. */
const leastGrowthMicros = 50;

/** Processor time of every tool of agents and every operation of people, in a small organization and in a large one. */
export async function measureGrowthOfAll({ folder, small, large }: GrowthOfAllOptions): Promise<Record<string, string | number>[]> {
  const before = await costsAt(folder, small);
  const after = await costsAt(folder, large);
  const failed = [...before, ...after].filter(([call, cost]) => typeof cost === 'string' && !unmeasured.test(call));
  if (failed.length > 0) throw new Error(`some calls could not be measured:\n${failed.map((pair) => pair.join(': ')).join('\n')}`);
  const rows = [...before].map(([call, cost]) => rowOf(call, cost, after.get(call)));
  return rows.toSorted((one, other) => Number(other.ratio) - Number(one.ratio));
}

/** Calls that may fail here: they need services, webhooks, bulk changes, a signed-in account, or a change of an agent that waits. */
const unmeasured =
  /^(.*_bulk_change$|change_items|.*_webhook$|compare_take_back_item|edit_take_back|review_item|execute_service_|add_connection|approve_|begin_service|check_service|disconnect_|edit_connection|finish_service|list_connection_tools|link_group|list_service_accounts|mark_service_tool|pause_|read_connection|remove_connection|resume_|set_connection_|switch_|test_connection|allow_client|create_reset_link)/;

function rowOf(call: string, before: number | string, after: number | string | undefined): Record<string, string | number> {
  if (typeof before === 'string' || typeof after !== 'number') {
    return { call, 'small µs': '', 'large µs': '', ratio: 0, note: `not measured: ${typeof before === 'string' ? before : after}` };
  }
  const ratio = Number((after / before).toFixed(2));
  return {
    call,
    'small µs': Math.round(before),
    'large µs': Math.round(after),
    ratio,
    note: ratio > maxRatio && after - before > leastGrowthMicros ? 'grows' : '',
  };
}

/** Processor time per call in the fastest round, in microseconds, or the reason why it was not measured. */
async function costsAt(folder: string, size: GrowthOfAllOptions['small']): Promise<Map<string, number | string>> {
  step(`${size.documents.toLocaleString('en')} documents, ${size.activityRows.toLocaleString('en')} activity rows`);
  const dataset = await makeDataset(folder, { ...size, keys: 1 });
  const store = openSqlite({ file: dataset.file });
  try {
    const gateway = gatewayOn(store);
    const costs = new Map<string, number | string>();
    const tools = [...agentTools, ...peopleTools].filter(({ name }) => !notCalled.has(name));
    for (const [index, tool] of tools.entries()) {
      progress('calls', index + 1, tools.length);
      costs.set(tool.name, await costOf(gateway, dataset, tool));
    }
    return costs;
  } finally {
    await store.close();
  }
}

/** The only owner cannot leave, and the other calls need what is in the trash. */
const notCalled = new Set(['leave_organization', 'empty_trash']);

async function costOf(gateway: Gateway, { owner }: Dataset, tool: AnyDefinition): Promise<number | string> {
  const prepare: Prepare = (name, input) => ask(gateway, owner, name, input);
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    const cost = await costOfRound(gateway, owner, tool, prepare).catch((error: Error) => error.message);
    if (typeof cost === 'string') return cost;
    least = Math.min(least, cost);
  }
  return least;
}

/** Processor time of this thread, which excludes other work of the machine. */
async function costOfRound(gateway: Gateway, credential: Credential, tool: AnyDefinition, prepare: Prepare): Promise<number> {
  const inputs: object[] = [];
  for (let count = 0; count < callsPerRound; count++) inputs.push(await argumentsFor(tool, prepare));
  const began = process.threadCpuUsage();
  for (const input of inputs) {
    const answer = await callAs(gateway, credential, tool.name, input);
    if (!answer.ok) throw new Error(answer.error.message);
  }
  const { user, system } = process.threadCpuUsage(began);
  return (user + system) / callsPerRound;
}
