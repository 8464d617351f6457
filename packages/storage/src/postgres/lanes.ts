import pg from 'pg';
import { isConnectionFault } from './faults.ts';
import { holdUntilTurnEnds } from './one-write.ts';
import { applySettings, type ConnectionSettings } from './settings.ts';
import { type Answer, runOn, type Statement } from './statement.ts';

export interface Lanes {
  /** Runs one statement, as a transaction of its own. */
  run(statement: Statement, values: unknown[]): Promise<Answer>;
  close(): Promise<void>;
}

interface Lane {
  client: pg.Client | undefined;
  connecting: Promise<pg.Client> | undefined;
  waiting: number;
}

/** More than these would wait for each other longer than a second write costs. */
const mostTogether = 16;

/**
 * A few connections on which statements of many calls follow one another without waiting for each other's answers.
 * Waking the server for each statement costs more than the statement does: what is asked in one turn goes out in one write.
 * For statements that are quick for certain: a slow one would keep those behind it waiting.
 */
export function openLanes(count: number, config: pg.ClientConfig, settings: ConnectionSettings): Lanes {
  const lanes: Lane[] = Array.from({ length: count }, () => ({ client: undefined, connecting: undefined, waiting: 0 }));
  /** The lane of this turn's statements, and how many it has got. */
  let together: { lane: Lane; statements: number } | undefined;

  /** What is asked in one turn travels on one lane, for each write to a connection costs more than a statement does. */
  function laneOfTurn(): Lane {
    if (!together) setImmediate(() => (together = undefined));
    if (!together || together.statements === mostTogether) {
      together = { lane: lanes.reduce((least, one) => (one.waiting < least.waiting ? one : least)), statements: 0 };
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
    await applySettings(client, settings).catch((error: unknown) => {
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

  return {
    async run(statement, values) {
      const lane = laneOfTurn();
      lane.waiting++;
      try {
        const client = lane.client ?? (await connected(lane));
        holdUntilTurnEnds(client);
        return await runOn(client, statement, values);
      } catch (error) {
        if (isConnectionFault(error)) lane.client = undefined;
        throw error;
      } finally {
        lane.waiting--;
      }
    },
    async close() {
      await Promise.all(lanes.map((lane) => lane.client?.end()));
    },
  };
}
