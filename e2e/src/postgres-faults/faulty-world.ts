import { openPostgres, type Store } from '@gatehouse/storage';
import { type Network, openNetwork, startPostgres, type ThrowAwayPostgres } from '@gatehouse/storage/testing';
import { openPlace, type Running } from '../cli/command.ts';
import { httpEntrance, mcpModernEntrance, type Reply } from '../entrances/index.ts';
import { until } from '../kit/until.ts';
import { findLostIn } from '../processes/lost-calls.ts';
import { type Callers, type CallersOutcome, startCallers } from '../replicas/callers.ts';
import { type Connection, openConnection } from '../replicas/connection.ts';

/** `gatehouse start` on a Postgres of its own that waits for the disk, over a network that can be cut. */
export interface FaultyWorld extends AsyncDisposable {
  postgres: ThrowAwayPostgres;
  network: Network;
  gateway: Running;
  connection: Connection;
  /** Store on the same database, without the faulty network. */
  store: Store;
  call(tool: string, input: object): ReturnType<Connection['call']>;
  /** Makes the same call through each entrance of a gateway concurrently. */
  callThroughBoth(tool: string, input: object, gateway?: Running): Promise<Reply[]>;
  /**
   * Starts another gateway on the same database without the faulty network, which does not deliver the last messages of a server to a
   * sender.
   */
  startDirect(): Promise<Running>;
}

export async function openFaultyWorld(): Promise<FaultyWorld> {
  const postgres = await startPostgres({ durable: true });
  const network = await openNetwork(postgres.url());
  const place = openPlace();
  // Nobody's limit may stop a load.
  const start = (url: string) => place.start([], { env: { DATABASE_URL: url, GATEHOUSE_CALLS_PER_MINUTE: '1000000' } });
  const gateway = await start(network.url);
  const connection = openConnection(gateway.url);
  // Its statements may wait longer than those of the gateway.
  const store = await openPostgres({ url: postgres.url(), statementTimeoutMs: 60_000 });
  return {
    postgres,
    network,
    gateway,
    connection,
    store,
    call: (tool, input) => connection.call(tool, input, gateway.key),
    callThroughBoth: (tool, input, asked = gateway) =>
      Promise.all([httpEntrance, mcpModernEntrance].map((kind) => kind.open(asked).call(tool, input, { key: gateway.key }))),
    startDirect: () => start(postgres.url()),
    async [Symbol.asyncDispose]() {
      connection[Symbol.dispose]();
      await gateway[Symbol.asyncDispose]();
      place[Symbol.dispose]();
      await store.close();
      await network.close();
      await postgres.stop();
    },
  };
}

export interface FaultReport extends CallersOutcome {
  /** Time from the fault to the first 503 of /readyz. */
  toldMs: number;
  /** Time from the end of the fault to the first change that is answered 200 and a ready /readyz. */
  recoveredMs: number;
  /** Answered calls that the database lacks. */
  lost: string[];
}

const callers = 8;
const callsBeforeAndAfter = 50;

/** Causes and ends a fault while callers write, and returns the results of the calls. The gateway process stays the same. */
export async function underLoad(world: FaultyWorld, begin: () => Promise<void>, end: () => Promise<void>): Promise<FaultReport> {
  const load = startCallers({ url: world.gateway.url, key: world.gateway.key }, callers);
  await answeredMore(load);
  const began = performance.now();
  await begin();
  await until('/readyz tells of the fault', async () => !(await isReady(world)));
  const toldMs = performance.now() - began;
  await end();
  const ended = performance.now();
  await until(
    'a change is answered again',
    async () => (await isReady(world)) && (await world.call('create_task', { title: 'after the fault' })).status === 200,
  );
  const recoveredMs = performance.now() - ended;
  await answeredMore(load);
  const outcome = await load.stop();
  return { ...outcome, toldMs, recoveredMs, lost: await findLostIn(world.store, outcome.answered) };
}

export async function isReady({ gateway }: FaultyWorld): Promise<boolean> {
  return (await fetch(`${gateway.url}/readyz`)).status === 200;
}

async function answeredMore({ answered }: Callers): Promise<void> {
  const enough = answered.length + callsBeforeAndAfter;
  await until(`${callsBeforeAndAfter} more calls are answered`, () => answered.length > enough);
}
