import type { Activity, Store } from '@gatehouse/storage';
import { givenEngine } from '../kit/engines.ts';
import type { AnsweredCall } from './load.ts';

/** Finds answered calls that the database of a data directory lacks: their log rows, tasks, changes and versions. */
export async function findLost(folder: string, answered: AnsweredCall[]): Promise<string[]> {
  const store = await givenEngine.open(folder);
  const lost = await findLostIn(store, answered);
  await store.close();
  return lost;
}

/** Calls that were carried out and whose answer never arrived. */
export async function findUnanswered(folder: string, answered: AnsweredCall[]): Promise<string[]> {
  const store = await givenEngine.open(folder);
  const heard = new Set(answered.map(({ requestId }) => requestId));
  const [organization] = await store.read(() => store.organizations.list());
  const rows = await store.read(() => store.activity.list({ orgId: organization?.id ?? '', limit: 10_000_000 }));
  await store.close();
  return rows
    .filter(({ entrance, requestId }) => (entrance === 'http' || entrance === 'mcp') && !heard.has(requestId))
    .map(({ tool, requestId }) => `${tool} ${requestId}`);
}

/** Does the same for an open store. */
export async function findLostIn(store: Store, answered: AnsweredCall[]): Promise<string[]> {
  const [organization] = await store.read(() => store.organizations.list());
  const orgId = organization?.id ?? '';
  const rows = await store.read(() => store.activity.list({ orgId, limit: 10_000_000 }));
  const log = new Map(rows.map((row) => [row.requestId, row]));
  const unlogged = answered.filter(({ requestId, tool, itemId }) => {
    const row = log.get(requestId);
    return row?.outcome !== 'ok' || row.tool !== tool || (itemId !== undefined && row.itemId !== itemId);
  });
  const numbers = answered.flatMap(({ taskNumber }) => taskNumber ?? []);
  return [
    ...unlogged.map(({ requestId, tool }) => `${tool} ${requestId} was answered and is not in the log${insteadOf(rows, requestId)}`),
    ...(new Set(numbers).size === numbers.length ? [] : ['two tasks were given one number']),
    ...(await findLostTasks(store, orgId, answered)),
    ...(await findLostChanges(store, orgId, answered)),
  ];
}

/** Describes the log rows of a request that should be done. */
function insteadOf(rows: Activity[], requestId: string): string {
  const found = rows.filter((row) => row.requestId === requestId);
  return found.length === 0 ? '' : `: it has ${found.map(({ tool, outcome, itemId }) => `${tool} ${outcome} ${itemId}`).join(', ')}`;
}

async function findLostTasks(store: Store, orgId: string, answered: AnsweredCall[]): Promise<string[]> {
  const lost: string[] = [];
  for (const { itemId, taskNumber } of answered) {
    if (taskNumber === undefined) continue;
    const task = await store.read(() => store.tasks.find(orgId, itemId as string));
    if (task?.number !== taskNumber) lost.push(`task ${taskNumber} was answered and is not there`);
  }
  return lost;
}

/** Checks that every answered change exists as its answered version, and that versions have no gap. */
async function findLostChanges(store: Store, orgId: string, answered: AnsweredCall[]): Promise<string[]> {
  const lost: string[] = [];
  for (const [itemId, changes] of Map.groupBy(
    answered.filter(({ mark }) => mark !== undefined),
    (change) => change.itemId as string,
  )) {
    const versions = await store.read(() => store.versions.list(orgId, itemId, 1_000_000));
    versions.reverse().forEach(({ number }, index) => {
      if (number !== index + 1) lost.push(`${itemId} has version ${number} in the place of ${index + 1}`);
    });
    const seen = await store.read(() => store.items.visible({ orgId, personId: '', seesAll: true, limits: null, at: 0 }, 'doc', itemId));
    if (seen?.versionCount !== versions.length) lost.push(`${itemId} says ${seen?.versionCount} and has ${versions.length} versions`);
    const body = (await store.read(() => store.contents.text(orgId, itemId))) ?? '';
    for (const { mark, version } of changes) {
      if (!body.includes(mark as string)) lost.push(`${mark} of version ${version} is not in ${itemId}`);
      if (body.split(';').indexOf((mark as string).slice(0, -1)) !== (version as number) - 1)
        lost.push(`${mark} is not version ${version}`);
    }
  }
  return lost;
}
