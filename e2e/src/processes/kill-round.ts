import { givenEngine } from '../kit/engines.ts';
import { until } from '../kit/until.ts';
import { type AnsweredCall, startLoad } from './load.ts';
import { findLost } from './lost-calls.ts';
import { type ServerProcess, startServer, verify } from './server.ts';

export interface KilledRound {
  answered: number;
  restartMs: number;
  /** Answered changes that are lost. Empty if nothing was lost. */
  lost: string[];
}

export interface KillRounds {
  /** Lets callers use a running server for a random time, kills it, and checks the answered changes. */
  next(): Promise<KilledRound>;
  /** Returns the answered calls that the database lacks. Empty if it has all. */
  look(answered: AnsweredCall[]): Promise<string[]>;
  /** Returns the problems from a full check of the database. */
  verify(): Promise<unknown[]>;
  end(): Promise<void>;
}

/** Opens rounds on one data directory. Each round continues with the data of the previous one. */
export async function openKillRounds(folder: string): Promise<KillRounds> {
  // Raises the call limit, so that it does not stop the load.
  const environment = { GATEHOUSE_CALLS_PER_MINUTE: '1000000', ...(await givenEngine.environment(folder)) };
  let server: ServerProcess = await startServer(folder, environment);
  const key = server.quickstartKey as string;

  const look = (answered: AnsweredCall[]) => findLost(folder, answered);

  return {
    look,
    async next() {
      const { answered, over } = startLoad(server.url, key);
      await until('calls are answered', () => answered.length > 10);
      await waitAbout(700);
      await server.kill();
      await over;
      server = await startServer(folder, environment);
      return { answered: answered.length, restartMs: server.startedInMs, lost: await look(answered) };
    },
    async verify() {
      return (await verify(folder, environment)).problems;
    },
    async end() {
      await server.kill();
    },
  };
}

/** Waits for a random time, which does not depend on the server's work. */
function waitAbout(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds * (0.2 + Math.random())));
}
