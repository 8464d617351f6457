import type Database from 'better-sqlite3';
import { ask } from '../../kernel/ops.ts';
import { type ActivityWrites, foldedMinute } from '../../repos/log/activity.ts';
import type { NewActivity } from '../../repos/log/logged-call.ts';
import type { SqliteNotices } from './notices.ts';

/** Columns in the order of the statement. */
const columns = {
  at: 'at',
  orgId: 'org_id',
  personId: 'person_id',
  agentId: 'agent_id',
  keyId: 'key_id',
  entrance: 'entrance',
  sdkName: 'sdk_name',
  sdkVersion: 'sdk_version',
  client: 'client',
  agentName: 'agent_name',
  tool: 'tool',
  itemType: 'item_type',
  itemId: 'item_id',
  outcome: 'outcome',
  reason: 'reason',
  status: 'status',
  durationMicros: 'duration_micros',
  requestId: 'request_id',
  traceId: 'trace_id',
  argumentBytes: 'argument_bytes',
  resultBytes: 'result_bytes',
  service: 'service',
  connectionId: 'connection_id',
  serviceTool: 'service_tool',
  serviceMicros: 'service_micros',
} as const satisfies Record<keyof NewActivity, string>;

const names = Object.keys(columns) as (keyof NewActivity)[];

/** Written by hand, because this row is part of every call. */
export function sqliteActivity(connection: Database.Database, { tell }: Pick<SqliteNotices, 'tell'>): ActivityWrites {
  const into = `insert into activity (${Object.values(columns).join(', ')}, count, folded_minute)`;
  const marks = names.map(() => '?').join(', ');
  const insert = connection.prepare(`${into} values (${marks}, 1, null)`);
  const fold = connection.prepare(
    `${into} values (${marks}, 1, ?) on conflict (key_id, folded_minute) where folded_minute is not null do update set count = count + 1`,
  );
  const values = (row: NewActivity): unknown[] => names.map((name) => row[name]);
  /** Notifies subscribers of a call, and of a change if the program may have changed something. `changes` is the program's session here. */
  const tellOf = ({ orgId }: NewActivity, changes: unknown): void => {
    tell('calls', orgId);
    if (changes) tell('changes', orgId);
  };
  return {
    record: (row) =>
      ask((changes) => {
        insert.run(...values(row));
        tellOf(row, changes);
      }),
    recordFolded: (row) =>
      ask((changes) => {
        fold.run(...values(row), foldedMinute(row.at));
        tellOf(row, changes);
      }),
  };
}
