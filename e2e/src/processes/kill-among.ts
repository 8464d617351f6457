import { until } from '../kit/until.ts';
import { type ServerProcess, verify } from './server.ts';

/** Operations that are half done, and answered operations that are not done. Empty if all is well. */
export type Wrong = string[];

/** Something that is under way when the server is killed. */
export interface Operation {
  call(): Promise<unknown>;
}

/** Sends all operations, kills the server after this many answers, and returns the answered operations. */
export async function killAmong<One extends Operation>(server: ServerProcess, all: readonly One[], killAfter: number): Promise<Set<One>> {
  const answered = new Set<One>();
  // An operation that breaks off with the server was not answered.
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

/** Returns the problems that `gatehouse verify` finds afterwards. */
export async function problemsOf(folder: string, environment: Record<string, string>): Promise<Wrong> {
  return (await verify(folder, environment)).problems.map((one) => JSON.stringify(one));
}

export function done(what: string, isDone: boolean, isAnswered: boolean): Wrong {
  return isAnswered && !isDone ? [`${what} was answered and is not done`] : [];
}

export function same(what: string, expected: unknown, actual: unknown): Wrong {
  return expected === actual ? [] : [`${what}: ${actual} and not ${expected}`];
}
