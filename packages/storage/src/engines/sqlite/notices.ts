import type Database from 'better-sqlite3';
import { createSubscribers, type Notices, type Subject } from '../../kernel/notices.ts';

export interface SqliteNotices extends Notices {
  /** Queues a notice for a step of the running job. It is sent after the shared transaction ends, committed or not. */
  tell(subject: Subject, id: string): void;
  close(): void;
}

const lookEveryMs = 50;
/** Minimum time between two wake-ups of all subscribers. They happen only after a commit, and each subscriber then checks for itself. */
const tellAllEveryMs = 5000;

/**
 * Notifies subscribers of writes. Writes of this process are reported immediately. SQLite reports only that another process has committed
 * something. That check takes microseconds, so it runs often, but only with subscribers. Changes of other processes are read from the
 * activity log, which is written in the same commit.
 */
export function sqliteNotices(connection: Database.Database): SqliteNotices {
  const subscribers = createSubscribers();
  const dataVersion = connection.prepare<[], number>('pragma data_version').pluck();
  const lastRow = connection.prepare<[], number | null>('select max(id) from activity').pluck();
  const grown = connection.prepare<[number, number], string>('select distinct org_id from activity where id > ? and id <= ?').pluck();
  const touched = connection
    .prepare<[number, number], string>(
      `select distinct case when item_type in ('connection', 'organization') then org_id else item_id end from activity
        where id > ? and id <= ? and item_type in ('key', 'person', 'session', 'account', 'connection', 'organization')
          and item_id is not null and service_tool is null`,
    )
    .pluck();
  let pending = new Map<string, [Subject, string]>();
  let timer: NodeJS.Timeout | undefined;
  let seen = { version: 0, lastId: 0 };
  let toldAllAt = 0;
  let isUntold = false;

  function begin(): void {
    seen = { version: dataVersion.get() ?? 0, lastId: lastRow.get() ?? 0 };
    timer = setInterval(look, lookEveryMs).unref();
  }

  function look(): void {
    try {
      lookForOthers();
    } catch {
      // Leave a database that cannot be read to the subscribers: they meet the error too, and can report it.
      isUntold = true;
    }
    if (!isUntold || performance.now() - toldAllAt < tellAllEveryMs) return;
    toldAllAt = performance.now();
    isUntold = false;
    subscribers.tellAll();
  }

  function lookForOthers(): void {
    const version = dataVersion.get() ?? 0;
    if (version === seen.version) return;
    seen.version = version;
    isUntold = true;
    const lastId = lastRow.get() ?? 0;
    for (const orgId of grown.all(seen.lastId, lastId)) {
      subscribers.tell('calls', orgId);
      subscribers.tell('changes', orgId);
    }
    for (const id of touched.all(seen.lastId, lastId)) subscribers.tell('access', id);
    seen.lastId = lastId;
  }

  function deliver(): void {
    const topics = pending;
    pending = new Map();
    for (const [subject, id] of topics.values()) subscribers.tell(subject, id);
  }

  function stop(): void {
    clearInterval(timer);
    timer = undefined;
  }

  return {
    subscribe(subject, id, told) {
      if (!timer) begin();
      const remove = subscribers.add(subject, id, told);
      return () => {
        remove();
        if (subscribers.count === 0) stop();
      };
    },
    tell(subject, id) {
      if (subscribers.count === 0) return;
      // All jobs of a turn run and commit without a pause, so this runs after the commit.
      if (pending.size === 0) setImmediate(deliver);
      pending.set(`${subject} ${id}`, [subject, id]);
    },
    close: stop,
  };
}
