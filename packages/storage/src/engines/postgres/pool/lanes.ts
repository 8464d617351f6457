import type pg from 'pg';
import type { Answer, Statement } from '../pipeline/statement.ts';
import { watchLanes } from './held-up.ts';
import { type Asked, isBetter, isRepeatable, type Lane, makeLane } from './lane.ts';
import { createConnector } from './lane-connector.ts';
import { createSender, maxTogether } from './lane-sender.ts';
import type { Readiness } from './settings.ts';

export interface Lanes {
  /** Runs one statement as its own transaction. Statements that only read may share one. */
  run(statement: Statement, values: unknown[]): Promise<Answer>;
  close(): Promise<void>;
}

/** Separate connections for reads that no lane would answer soon, one for each read. */
export interface OverflowReads {
  run(statement: Statement, values: unknown[]): Promise<Answer>;
  /** Maximum reads at a time. */
  most: number;
}

export interface LanesOptions {
  count: number;
  config: pg.ClientConfig;
  readiness: Readiness;
  apart?: OverflowReads;
}

/**
 * A few connections on which statements of many calls follow one another without waiting for each other's answers. Waking the server for
 * each statement, and being woken for each answer, costs more than the statement does. Statements of one turn therefore go out in one
 * write, and those that only read are answered in one. Lanes are for statements that are usually quick. A slow one delays no other: while a
 * lane is held up, new statements use other lanes. Reads that wait on the held-up lane are sent again there.
 */
export function openLanes({ count, config, readiness, apart }: LanesOptions): Lanes {
  const lanes = Array.from({ length: count }, makeLane);
  const { watch } = watchLanes<Asked[], Lane>(lanes, askAgain);
  const { send, close } = createSender(createConnector({ config, readiness }), watch);
  const askApart = createApartAsker(apart);
  /** Lane of this turn's statements, and their number. */
  let together: { lane: Lane; statements: number } | undefined;

  /** Lane of a statement. Statements of one event-loop turn share a connection: each write to a connection costs more than a statement. */
  function laneOfTurn(): Lane {
    if (!together || together.statements === maxTogether || together.lane.isHeldUp) {
      together = { lane: lanes.reduce((best, one) => (isBetter(one, best) ? one : best)), statements: 0 };
      if (together.lane.asked.length === 0) setImmediate(endTurn, together.lane);
    }
    together.statements++;
    return together.lane;
  }

  function endTurn(lane: Lane): void {
    if (together?.lane === lane) together = undefined;
    void send(lane);
  }

  /**
   * Sends reads of a held-up lane again. The first group holds the lane up. If it was answered as one group, the slow statement in it is
   * unknown.
   */
  function askAgain({ sent: [first = [], ...behind] }: Lane): void {
    if (first.length > 1) for (const one of first) if (isRepeatable(one)) askApart(one);
    for (const one of behind.flat()) if (isRepeatable(one)) askElsewhere(one);
  }

  function askElsewhere(one: Asked): void {
    if (areAllHeldUp()) return void askApart(one);
    one.isAskedAgain = true;
    enlist({ ...one, isAskedAgain: false });
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
      await Promise.all(lanes.map(close));
    },
  };
}

/** Asks on overflow connections. Returns false if the maximum is reached; waiting reads are then tried again at the next look. */
function createApartAsker(apart: OverflowReads | undefined): (one: Asked) => boolean {
  let readApart = 0;
  return function askApart(one: Asked): boolean {
    if (!apart || readApart >= apart.most) return false;
    readApart++;
    one.isAskedAgain = true;
    const { statement, values, resolve, reject } = one;
    apart
      .run(statement, values)
      .finally(() => readApart--)
      .then(resolve, reject);
    return true;
  };
}
