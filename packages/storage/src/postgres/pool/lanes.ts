import pg from 'pg';
import { isConnectionFault, isContention } from '../pipeline/faults.ts';
import { inOneWrite } from '../pipeline/one-write.ts';
import { type Answer, canTravel, runOn, runTogether, type Sent, type Statement } from '../pipeline/statement.ts';
import { type WatchedLane, watchLanes } from './held-up.ts';
import { makeReady, type Readiness } from './settings.ts';

export interface Lanes {
  /** Runs one statement. What it does is a transaction of its own; what only reads may share one. */
  run(statement: Statement, values: unknown[]): Promise<Answer>;
  close(): Promise<void>;
}

/** Connections for reads that none of the lanes would answer soon: each has one for itself. */
export interface ApartReads {
  run(statement: Statement, values: unknown[]): Promise<Answer>;
  /** How many at once. */
  most: number;
}

export interface LanesOptions {
  count: number;
  config: pg.ClientConfig;
  readiness: Readiness;
  apart?: ApartReads;
}

interface Asked extends Sent {
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
  /** On another connection too: whichever answers first is heard, and this one no more when it fails. */
  isAskedAgain: boolean;
}

interface Lane extends WatchedLane<Asked[]> {
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
 * For statements that are quick as a rule. Nobody waits for one that is slow: while a lane is held up, others are asked on other lanes, and
 * what was sent behind it and only reads is asked there again.
 */
export function openLanes({ count, config, readiness, apart }: LanesOptions): Lanes {
  const lanes = Array.from({ length: count }, makeLane);
  const { watch } = watchLanes<Asked[], Lane>(lanes, askAgain);
  let readApart = 0;
  /** The lane of this turn's statements, and how many it has got. */
  let together: { lane: Lane; statements: number } | undefined;

  /** What is asked in one turn travels on one lane, for each write to a connection costs more than a statement does. */
  function laneOfTurn(): Lane {
    if (!together || together.statements === mostTogether || together.lane.isHeldUp) {
      together = { lane: lanes.reduce((best, one) => (isBetter(one, best) ? one : best)), statements: 0 };
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
    lane.sent.push(reads);
    watch();
    const outcome = await runTogether(client, reads);
    answered(lane, reads);
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
        if (one.isAskedAgain || (index === culprit && !isContention(error))) fail(lane, client, [one], error);
        else void runSingly(lane, client, one);
      }
  }

  async function runSingly(lane: Lane, client: pg.Client, one: Asked): Promise<void> {
    const alone = [one];
    lane.sent.push(alone);
    watch();
    try {
      one.resolve(await runOn(client, one.statement, one.values));
      lane.waiting--;
    } catch (error) {
      fail(lane, client, alone, error);
    } finally {
      answered(lane, alone);
    }
  }

  function answered(lane: Lane, group: Asked[]): void {
    // As a rule it is the first: a connection answers in order.
    if (lane.sent[0] === group) lane.sent.shift();
    else lane.sent.splice(lane.sent.indexOf(group), 1);
    lane.isHeldUp = false;
  }

  function fail(lane: Lane, client: pg.Client | undefined, asked: Asked[], error: unknown): void {
    if (isConnectionFault(error) && lane.client === client) lane.client = undefined;
    for (const { reject, isAskedAgain } of asked) if (!isAskedAgain) reject(error);
    lane.waiting -= asked.length;
  }

  /** The first is what holds the lane up; in a group that is answered as one, nobody knows which of it. */
  function askAgain({ sent: [first = [], ...behind] }: Lane): void {
    if (first.length > 1) for (const one of first) if (isRepeatable(one)) askApart(one);
    for (const one of behind.flat()) if (isRepeatable(one)) askElsewhere(one);
  }

  function askElsewhere(one: Asked): void {
    if (areAllHeldUp()) return void askApart(one);
    one.isAskedAgain = true;
    enlist({ ...one, isAskedAgain: false });
  }

  /** False when that many are read apart already: what waits behind others is tried again at the next look. */
  function askApart(one: Asked): boolean {
    if (!apart || readApart >= apart.most) return false;
    readApart++;
    one.isAskedAgain = true;
    const { statement, values, resolve, reject } = one;
    apart
      .run(statement, values)
      .finally(() => readApart--)
      .then(resolve, reject);
    return true;
  }

  function areAllHeldUp(): boolean {
    return lanes.every(({ isHeldUp }) => isHeldUp);
  }

  function enlist(one: Asked): void {
    const lane = laneOfTurn();
    lane.waiting++;
    lane.asked.push(one);
  }

  return {
    run: (statement, values) =>
      new Promise((resolve, reject) => {
        const one = { statement, values, resolve, reject, isAskedAgain: false };
        if (!(areAllHeldUp() && isRepeatable(one) && askApart(one))) enlist(one);
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

function makeLane(): Lane {
  return { client: undefined, connecting: undefined, asked: [], waiting: 0, sent: [], firstSeen: undefined, isHeldUp: false };
}

function isBetter(one: Lane, than: Lane): boolean {
  return one.isHeldUp === than.isHeldUp ? one.waiting < than.waiting : than.isHeldUp;
}

/** What only reads may be asked twice, and what was asked again is waited for there. */
function isRepeatable({ statement, isAskedAgain }: Asked): boolean {
  return statement.kind === 'reads' && !isAskedAgain;
}
