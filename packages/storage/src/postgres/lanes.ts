import pg from 'pg';
import { isConnectionFault, isContention } from './faults.ts';
import { inOneWrite } from './one-write.ts';
import { makeReady, type Readiness } from './settings.ts';
import { type Answer, canTravel, runOn, runTogether, type Sent, type Statement } from './statement.ts';

export interface Lanes {
  /** Runs one statement. What it does is a transaction of its own; what only reads may share one. */
  run(statement: Statement, values: unknown[]): Promise<Answer>;
  close(): Promise<void>;
}

interface Asked extends Sent {
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}

interface Lane {
  client: pg.Client | undefined;
  connecting: Promise<pg.Client> | undefined;
  /** Asked in this turn. */
  asked: Asked[];
  /** Asked, and not answered yet. */
  waiting: number;
}

/** More than these would wait for each other longer than a second write costs. */
const mostTogether = 16;

/**
 * A few connections on which statements of many calls follow one another without waiting for each other's answers.
 * Waking the server for each statement, and being woken for each answer, costs more than the statement does: what is asked in one turn
 * goes out in one write, and what of it only reads is answered in one.
 * For statements that are quick for certain: a slow one would keep those behind it waiting.
 */
export function openLanes(count: number, config: pg.ClientConfig, readiness: Readiness): Lanes {
  const lanes: Lane[] = Array.from({ length: count }, () => ({ client: undefined, connecting: undefined, asked: [], waiting: 0 }));
  /** The lane of this turn's statements, and how many it has got. */
  let together: { lane: Lane; statements: number } | undefined;

  /** What is asked in one turn travels on one lane, for each write to a connection costs more than a statement does. */
  function laneOfTurn(): Lane {
    if (!together || together.statements === mostTogether) {
      together = { lane: lanes.reduce((least, one) => (one.waiting < least.waiting ? one : least)), statements: 0 };
      if (together.lane.asked.length === 0) setImmediate(send, together.lane);
    }
    together.statements++;
    return together.lane;
  }

  async function connect(lane: Lane): Promise<pg.Client> {
    const client = new pg.Client({ ...config, pipeline: true } as pg.ClientConfig);
    const leave = (): void => {
      if (lane.client === client) lane.client = undefined;
    };
    // Its statements are told of the fault themselves.
    client.on('error', leave);
    client.on('end', leave);
    await client.connect();
    await makeReady(client, readiness).catch((error: unknown) => {
      client.end().catch(() => {});
      throw error;
    });
    lane.client = client;
    return client;
  }

  async function connected(lane: Lane): Promise<pg.Client> {
    lane.connecting ??= connect(lane).finally(() => {
      lane.connecting = undefined;
    });
    return await lane.connecting;
  }

  async function send(lane: Lane): Promise<void> {
    if (together?.lane === lane) together = undefined;
    const asked = lane.asked;
    lane.asked = [];
    try {
      const client = lane.client ?? (await connected(lane));
      const reads = asked.filter(({ statement }) => statement.kind === 'reads' && canTravel(client, statement));
      const others = reads.length < 2 ? asked : asked.filter((one) => !reads.includes(one));
      inOneWrite(client, () => {
        for (let first = 0; reads.length > 1 && first < reads.length; first += mostTogether) {
          void readTogether(lane, client, reads.slice(first, first + mostTogether));
        }
        for (const one of others) void runSingly(lane, client, one);
      });
    } catch (error) {
      fail(lane, undefined, asked, error);
    }
  }

  async function readTogether(lane: Lane, client: pg.Client, reads: Asked[]): Promise<void> {
    const outcome = await runTogether(client, reads);
    if ('answers' in outcome) {
      reads.forEach(({ resolve }, index) => resolve(outcome.answers[index] as Answer));
      lane.waiting -= reads.length;
      return;
    }
    // Each is to hear of its own error: only a lost connection is everybody's, and who was in somebody's way is tried again like the others.
    const { error, culprit } = outcome;
    if (isConnectionFault(error)) fail(lane, client, reads, error);
    else
      for (const [index, one] of reads.entries()) {
        if (index === culprit && !isContention(error)) fail(lane, client, [one], error);
        else void runSingly(lane, client, one);
      }
  }

  async function runSingly(lane: Lane, client: pg.Client, one: Asked): Promise<void> {
    try {
      one.resolve(await runOn(client, one.statement, one.values));
      lane.waiting--;
    } catch (error) {
      fail(lane, client, [one], error);
    }
  }

  function fail(lane: Lane, client: pg.Client | undefined, asked: Asked[], error: unknown): void {
    if (isConnectionFault(error) && lane.client === client) lane.client = undefined;
    for (const { reject } of asked) reject(error);
    lane.waiting -= asked.length;
  }

  return {
    run: (statement, values) =>
      new Promise((resolve, reject) => {
        const lane = laneOfTurn();
        lane.waiting++;
        lane.asked.push({ statement, values, resolve, reject });
      }),
    async close() {
      await Promise.all(
        lanes.map(async (lane) => {
          if (lane.asked.length > 0) await send(lane);
          await lane.client?.end();
        }),
      );
    },
  };
}
