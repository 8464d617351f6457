import type Database from 'better-sqlite3';
import { createSubscribers, type Notices, type Subject } from '../notices.ts';

export interface SqliteNotices extends Notices {
  /** For a step of the job that is being run: told once the shared transaction around it has ended, as a commit or not. */
  tell(subject: Subject, orgId: string): void;
  close(): void;
}

const lookEveryMs = 50;

/**
 * What this process writes is told at once. SQLite tells nothing of other processes, but it knows whether there was a commit of
 * theirs: asking that takes microseconds, so it is asked often, and never while nobody waits.
 */
export function sqliteNotices(connection: Database.Database): SqliteNotices {
  const subscribers = createSubscribers();
  const dataVersion = connection.prepare('pragma data_version').pluck();
  let pending = new Map<string, [Subject, string]>();
  let seen: unknown;
  let timer: NodeJS.Timeout | undefined;

  function look(): void {
    const version = readVersion();
    if (version !== undefined && version === seen) return;
    seen = version;
    subscribers.tellAll();
  }

  /** A database that cannot be read is a matter for those who are told: they meet it too, and can say so. */
  function readVersion(): unknown {
    try {
      return dataVersion.get();
    } catch {
      return undefined;
    }
  }

  function deliver(): void {
    const topics = pending;
    pending = new Map();
    for (const [subject, orgId] of topics.values()) subscribers.tell(subject, orgId);
  }

  function stop(): void {
    clearInterval(timer);
    timer = undefined;
  }

  return {
    subscribe(subject, orgId, told) {
      const remove = subscribers.add(subject, orgId, told);
      if (!timer) {
        seen = readVersion();
        timer = setInterval(look, lookEveryMs).unref();
      }
      return () => {
        remove();
        if (subscribers.count === 0) stop();
      };
    },
    tell(subject, orgId) {
      if (subscribers.count === 0) return;
      // All jobs of a turn are run and committed without a pause: this comes behind it.
      if (pending.size === 0) setImmediate(deliver);
      pending.set(`${subject} ${orgId}`, [subject, orgId]);
    },
    close: stop,
  };
}
