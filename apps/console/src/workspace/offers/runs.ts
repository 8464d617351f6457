import { changesOrganization, isSameRun } from '@gatehouse/domain';

/** A call of the log. */
interface Call {
  at: number;
  tool: string;
  outcome: string;
}

/** Work of one agent, person or key without a long pause. */
export interface Run {
  since: number;
  until: number;
  /** Number of its calls that changed something. */
  changes: number;
}

/**
 * Splits calls into runs, the newest first. Leaves out runs that changed nothing.
 * @param calls the newest first
 * @param isCut true if there are earlier calls, so that the earliest run may have begun before
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
