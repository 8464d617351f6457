import { ask, type Op } from '../../kernel/ops.ts';
import { type ActivityWrites, foldedMinute } from '../../repos/log/activity.ts';
import { asSession, type TransactionContext } from './session.ts';

/** Writes the log. The row of a change is part of its transaction; other rows share a commit with those of other calls (D14). */
export const postgresActivity: ActivityWrites = {
  record: (row) => written(row.orgId, (session) => session.record(row)),
  recordFolded: (row) => written(row.orgId, (session) => session.recordFolded(row, foldedMinute(row.at))),
};

/** Runs a write to the log and notifies its subscribers after the commit. */
function written(orgId: string, write: (session: TransactionContext) => Promise<void>): Op<void> {
  return ask((session) => {
    asSession(session).tell({ what: 'row', id: orgId });
    return write(asSession(session));
  });
}
