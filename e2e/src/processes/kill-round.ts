import path from 'node:path';
import { openSqlite, type Store } from '@gatehouse/storage';
import { type AnsweredCall, startLoad } from './load.ts';
import { type ServerProcess, startServer, verify } from './server.ts';

export interface KilledRound {
  answered: number;
  restartMs: number;
  /** What was answered and is not so; empty when nothing was lost. */
  lost: string[];
}

export interface KillRounds {
  /** Lets a running server be called for a random time, kills it, and looks at what is left of what it answered. */
  next(): Promise<KilledRound>;
  /** What of these calls the database does not have; empty when it has all. */
  look(answered: AnsweredCall[]): Promise<string[]>;
  /** What a whole look at the database finds wrong. */
  verify(): Promise<unknown[]>;
  end(): Promise<void>;
}

/** Nobody's limit may stop the load. */
const environment = { GATEHOUSE_CALLS_PER_MINUTE: '1000000' };

/** Rounds on one data directory: what one of them left behind, the next begins with. */
export async function openKillRounds(folder: string): Promise<KillRounds> {
  let server: ServerProcess = await startServer(folder, environment);
  const key = server.quickstartKey as string;

  async function look(answered: AnsweredCall[]): Promise<string[]> {
    const store = openSqlite({ file: path.join(folder, 'gatehouse.db') });
    const lost = await findLost(store, answered);
    await store.close();
    return lost;
  }

  return {
    look,
    async next() {
      const { answered, over } = startLoad(server.url, key);
      await waitAbout(700);
      await server.kill();
      await over;
      server = await startServer(folder, environment);
      return { answered: answered.length, restartMs: server.startedInMs, lost: await look(answered) };
    },
    async verify() {
      return (await verify(folder)).problems;
    },
    async end() {
      await server.kill();
    },
  };
}

/** At a moment that nothing in the server can be waiting for. */
function waitAbout(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds * (0.2 + Math.random())));
}

async function findLost(store: Store, answered: AnsweredCall[]): Promise<string[]> {
  const [organization] = await store.read(() => store.organizations.list());
  const orgId = organization?.id ?? '';
  const log = new Map((await store.read(() => store.activity.list({ orgId, limit: 10_000_000 }))).map((row) => [row.requestId, row]));
  const unlogged = answered.filter(({ requestId, tool, itemId }) => {
    const row = log.get(requestId);
    return row?.outcome !== 'ok' || row.tool !== tool || (itemId !== undefined && row.itemId !== itemId);
  });
  const numbers = answered.flatMap(({ taskNumber }) => taskNumber ?? []);
  return [
    ...unlogged.map(({ requestId, tool }) => `${tool} ${requestId} was answered and is not in the log`),
    ...(new Set(numbers).size === numbers.length ? [] : ['two tasks were given one number']),
    ...(await findLostTasks(store, orgId, answered)),
    ...(await findLostChanges(store, orgId, answered)),
  ];
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

/** Every answered change is there as the version it was answered with, and versions have no gap. */
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
    const seen = await store.read(() => store.items.visible({ orgId, personId: '', seesAll: true }, 'doc', itemId));
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
