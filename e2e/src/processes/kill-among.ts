import { until } from '../kit/until.ts';
import { type ServerProcess, verify } from './server.ts';

/** What is half done, or was answered and is not so; empty when all is well. */
export type Wrong = string[];

/** Something that is under way when the server is killed. */
export interface Operation {
  call(): Promise<unknown>;
}

/** Sends all of them, kills the server when so many were answered, and gives those that were. */
export async function killAmong<One extends Operation>(server: ServerProcess, all: readonly One[], killAfter: number): Promise<Set<One>> {
  const answered = new Set<One>();
  // What breaks off with the server was not answered.
  const over = all.map((one) =>
    one.call().then(
      () => answered.add(one),
      () => undefined,
    ),
  );
  await until(`${killAfter} are answered`, () => answered.size >= killAfter);
  await server.kill();
  await Promise.all(over);
  return answered;
}

/** What `gatehouse verify` finds wrong afterwards. */
export async function problemsOf(folder: string, environment: Record<string, string>): Promise<Wrong> {
  return (await verify(folder, environment)).problems.map((one) => JSON.stringify(one));
}

export function done(what: string, isDone: boolean, isAnswered: boolean): Wrong {
  return isAnswered && !isDone ? [`${what} was answered and is not done`] : [];
}

export function same(what: string, expected: unknown, actual: unknown): Wrong {
  return expected === actual ? [] : [`${what}: ${actual} and not ${expected}`];
}
