import { isConnectionFault } from '../pipeline/faults.ts';

/** Somebody who waits until his part of a commit is on disk. */
export interface Settling {
  resolve: () => void;
  reject: (error: unknown) => void;
}

/**
 * Commits what several wait for at once. One part that Postgres refuses must not take the others with it: then each is committed alone.
 * A lost connection is everybody's.
 */
export async function settleTogether<T extends Settling>(waiting: T[], commit: (waiting: T[]) => Promise<unknown>): Promise<void> {
  try {
    await commit(waiting);
    for (const { resolve } of waiting) resolve();
  } catch (error) {
    if (waiting.length === 1 || isConnectionFault(error)) for (const { reject } of waiting) reject(error);
    else for (const one of waiting) await settleTogether([one], commit);
  }
}
