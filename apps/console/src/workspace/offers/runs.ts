import { changesOrganization, isSameRun } from '@gatehouse/domain';

/** A call from the activity log. */
interface Call {
  at: number;
  tool: string;
  outcome: string;
}

/** Period in which an agent, a person or a key worked without a long pause. */
export interface Run {
  since: number;
  until: number;
  /** Number of calls that changed something. */
  changes: number;
}

/**
 * Splits calls into runs, newest first. Leaves out runs that changed nothing.
 * @param calls newest first
 * @param isCut true if earlier calls are not loaded: the earliest run may be incomplete then, and is left out
 */
export function runsOf(calls: readonly Call[], isCut: boolean): Run[] {
  const runs: Run[] = [];
  for (const { at, tool, outcome } of calls) {
    const later = runs.at(-1);
    const run = later && isSameRun(at, later.since) ? later : { since: at, until: at, changes: 0 };
    if (run !== later) runs.push(run);
    run.since = at;
    if (outcome === 'ok' && changesOrganization(tool)) run.changes++;
  }
  return (isCut ? runs.slice(0, -1) : runs).filter(({ changes }) => changes > 0);
}
