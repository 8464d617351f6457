import { ask } from '../ops.ts';
import { type ActivityWrites, foldedMinute } from '../repos/activity.ts';
import { insertOne, oneRow } from './activity-statements.ts';
import { asSession } from './session.ts';

/** The row of a change is part of its transaction; other rows share a commit with those of other calls (D14). */
export const postgresActivity: ActivityWrites = {
  record: (row) =>
    ask((session) =>
      asSession(session).record(
        (batch) => batch.insert(row),
        insertOne,
        () => oneRow({ ...row, count: 1, foldedMinute: null }),
      ),
    ),
  recordFolded: (row) => ask((session) => asSession(session).record((batch) => batch.fold(row, foldedMinute(row.at)))),
};
