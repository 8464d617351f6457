import { copyFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { copyStore } from '@gatehouse/storage/admin';
import { postgresMissing, startPostgres } from '@gatehouse/storage/testing';
import { keyRing, requestMaker } from './calls.ts';
import { type Dataset, makeDataset } from './dataset.ts';
import { type GatewayProcess, startGateway } from './gateway-process.ts';
import { type LoadResult, load } from './load.ts';
import { medianBy } from './median.ts';
import { processorTime, processorTimeMissing } from './processor-time.ts';
import { progress, step } from './report.ts';

export interface EnginesOptions {
  folder: string;
  tools: string[];
  seconds: number;
  rounds: number;
  documents: number;
}

type Row = Record<string, string | number>;

export interface EnginesOutcome {
  /** Medians of the rounds. */
  measured: Row[];
  /** Medians of the ratios within each round. A temporary slowdown of the machine affects both sides of a round. */
  ratios: Row[];
}

interface Side {
  engine: 'SQLite' | 'Postgres';
  gateway: GatewayProcess;
  /** Processor time of the database's own processes so far; SQLite works inside the gateway. */
  databaseMicros(): number;
  nextRequest(tool: string): Buffer;
  stop(): Promise<void>;
}

interface Measured extends LoadResult {
  cpuMicros: number;
  databaseMicros: number;
}

/** One round of one call: the same load on every side, one after the other. */
type Round = Map<Side, Measured>;

export const engineCalls = ['read_doc', 'whoami', 'create_task'];
const levels = [16, 64];
/** Enough keys that none reaches 240 calls a minute. */
const keyCount = 6000;

/** Reason why the engines cannot be compared on this machine. Undefined if they can. */
export function enginesMissing(): string | undefined {
  return postgresMissing() ?? processorTimeMissing();
}

/** The real program on SQLite and on Postgres, in turns, each on its own copy of one workspace. */
export async function compareEngines({ folder, tools, seconds, rounds, documents }: EnginesOptions): Promise<EnginesOutcome> {
  const dataset = await makeDataset(folder, { documents, activityRows: 0, keys: keyCount });
  const sides: Side[] = [];
  const outcome: EnginesOutcome = { measured: [], ratios: [] };
  try {
    step('copying the workspace for each side');
    sides.push(await openSqliteSide(folder, dataset));
    sides.push(await openPostgresSide(folder, dataset));
    for (const tool of tools) {
      // Warms up, so that the measured code is compiled.
      await measureAll(sides, tool, 64, seconds);
      for (const inFlight of levels) {
        const taken: Round[] = [];
        for (let round = 0; round < rounds; round++) {
          // Alternates the order of the sides, so that growth during a run does not always affect the same side.
          const order = round % 2 === 0 ? sides : sides.toReversed();
          taken.push(await measureAll(order, tool, inFlight, seconds));
        }
        outcome.measured.push(...sides.map((side) => measuredRow(tool, inFlight, side, taken)));
        outcome.ratios.push(ratioRow(tool, inFlight, sides, taken));
        progress('measured', outcome.ratios.length, tools.length * levels.length);
      }
    }
  } finally {
    await Promise.all(sides.map((side) => side.stop()));
  }
  return outcome;
}

async function openSqliteSide(folder: string, dataset: Dataset): Promise<Side> {
  const data = path.join(folder, 'sqlite');
  mkdirSync(data);
  copyFileSync(dataset.file, path.join(data, 'gatehouse.db'));
  const gateway = await startGateway({ data });
  return { engine: 'SQLite', gateway, databaseMicros: () => 0, nextRequest: requestsOf(dataset), stop: gateway.stop };
}

/** Opens a Postgres that waits for the disk, as SQLite does. */
async function openPostgresSide(folder: string, dataset: Dataset): Promise<Side> {
  const postgres = await startPostgres({ durable: true });
  const databaseUrl = postgres.url();
  const { differences } = await copyStore({ from: { engine: 'sqlite', file: dataset.file }, to: { engine: 'postgres', url: databaseUrl } });
  if (differences.length > 0) throw new Error(`the copy on Postgres differs: ${JSON.stringify(differences[0])}`);
  const gateway = await startGateway({ data: path.join(folder, 'postgres'), databaseUrl });
  return {
    engine: 'Postgres',
    gateway,
    databaseMicros: () => processorTime(postgres.pid),
    nextRequest: requestsOf(dataset),
    async stop() {
      await gateway.stop();
      await postgres.stop();
    },
  };
}

function requestsOf(dataset: Dataset): (tool: string) => Buffer {
  const keys = keyRing(dataset.keys);
  const makers = new Map<string, () => Buffer>();
  return (tool) => {
    const maker = makers.get(tool) ?? requestMaker(tool, dataset, keys);
    makers.set(tool, maker);
    return maker();
  };
}

async function measureAll(sides: Side[], tool: string, inFlight: number, seconds: number): Promise<Round> {
  const round: Round = new Map();
  for (const side of sides) round.set(side, await measure(side, tool, inFlight, seconds));
  return round;
}

async function measure(side: Side, tool: string, inFlight: number, seconds: number): Promise<Measured> {
  const before = [side.gateway.cpuMicros(), side.databaseMicros()] as const;
  const result = await load({ port: side.gateway.port, inFlight, seconds, nextRequest: () => side.nextRequest(tool) });
  const after = [side.gateway.cpuMicros(), side.databaseMicros()] as const;
  if (result.failures > 0) throw new Error(`${side.engine}: ${result.failures} of ${result.calls} calls failed: ${result.firstFailure}`);
  return { ...result, cpuMicros: (after[0] - before[0]) / result.calls, databaseMicros: (after[1] - before[1]) / result.calls };
}

function measuredRow(tool: string, inFlight: number, side: Side, rounds: Round[]): Row {
  const middle = (of: (measured: Measured) => number) => Math.round(median(rounds.map((round) => of(round.get(side) as Measured))));
  return {
    call: tool,
    'in flight': inFlight,
    engine: side.engine,
    'calls/s': middle((measured) => measured.callsPerSecond),
    'p50 µs': middle((measured) => measured.p50Micros),
    'p99 µs': middle((measured) => measured.p99Micros),
    'CPU µs': middle((measured) => measured.cpuMicros),
    'database CPU µs': side.engine === 'SQLite' ? '' : middle((measured) => measured.databaseMicros),
  };
}

function ratioRow(tool: string, inFlight: number, sides: Side[], rounds: Round[]): Row {
  const side = (engine: Side['engine']) => sides.find((one) => one.engine === engine) as Side;
  const ratio = (of: 'cpuMicros' | 'callsPerSecond') =>
    median(rounds.map((round) => (round.get(side('Postgres')) as Measured)[of] / (round.get(side('SQLite')) as Measured)[of])).toFixed(2);
  return {
    call: tool,
    'in flight': inFlight,
    'CPU Postgres/SQLite': ratio('cpuMicros'),
    'calls/s Postgres/SQLite': ratio('callsPerSecond'),
  };
}

function median(values: number[]): number {
  return medianBy(values, (value) => value);
}
