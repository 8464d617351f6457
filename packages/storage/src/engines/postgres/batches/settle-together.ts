import { isConnectionFault } from '../pipeline/faults.ts';

/** A program that waits until its part of a commit is on disk. */
export interface Settling {
  resolve: () => void;
  reject: (error: unknown) => void;
}

/**
 * Commits several items together. If Postgres refuses one item, each is committed alone, so that the others do not fail with it. A lost
 * connection fails all.
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
