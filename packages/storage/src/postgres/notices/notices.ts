import { createSubscribers, type Notices } from '../../notices.ts';
import { runAlone, type Statement } from '../pipeline/statement.ts';
import { connectionConfig, type Pools, type PostgresOptions } from '../pool/pools.ts';
import { createListener } from './listener.ts';
import { channel, sendAnyway, sendIfAwaited } from './listening-connection.ts';
import { bucketOf, createRowNotices, type RowNotice } from './row-notices.ts';

export interface PostgresNotices extends Notices {
  /** For a program whose transaction is committed; `changes` says whether its rows may be those of changes. */
  committed(told: readonly PendingNotification[], changes: boolean): void;
  /** Sends what was not sent yet, and listens no more. */
  close(): Promise<void>;
}

/** What a program did that others may wait for. */
export interface PendingNotification {
  what: 'row' | 'access';
  /** Of the organization of the row; of the key or the person. */
  id: string;
}

/** Part of the transaction that takes away somebody's access; such changes are few, so they may hold up one another. */
export const sayAccessChanged: Statement = { name: 'notice_access', text: `select pg_notify('${channel}', 'access ' || $1)` };

/**
 * What other processes committed, by LISTEN and NOTIFY. A notice is a subject and identifiers. Rows of the log are
 * told of behind their commit, by their process; that somebody lost access is told by the transaction itself.
 */
export function postgresNotices(pools: Pools, options: PostgresOptions): PostgresNotices {
  const { reportNotices = () => {}, noticeTiming } = options;
  const { lookEveryMs = 5000, lookUnheardEveryMs = 1000 } = noticeTiming ?? {};
  const self = crypto.randomUUID();
  const subscribers = createSubscribers();
  const rows = createRowNotices(sendRows);
  const listener = createListener({
    config: connectionConfig(options),
    received,
    missed: subscribers.tellAll,
    send: async (payload) => void (await runAlone(pools.log, sendAnyway, [payload])),
    report: reportNotices,
    timing: noticeTiming,
  });
  let timer: NodeJS.Timeout | undefined;
  let lookedAt = 0;

  /** Those of this process need no way round by the server, and get it too where there is none. */
  async function sendRows(notices: RowNotice[]): Promise<void> {
    for (const { subject, orgIds } of notices) for (const orgId of orgIds) subscribers.tell(subject, orgId);
    const payloads = notices.map(({ subject, orgIds }) => `${self} ${subject} ${orgIds.join(' ')}`);
    const buckets = notices.map(({ bucket }) => bucket);
    // Lost with a connection, it is found by those who look for themselves.
    await runAlone(pools.log, sendIfAwaited, [buckets, payloads]).catch(() => {});
  }

  function received(payload: string): void {
    const [first, ...others] = payload.split(' ');
    if (first === 'access') for (const id of others) subscribers.tell('access', id);
    else if (first !== self) for (const id of others.slice(1)) subscribers.tell(others[0] === 'changes' ? 'changes' : 'calls', id);
  }

  function look(): void {
    const now = performance.now();
    if (now - lookedAt < (listener.hears ? lookEveryMs : lookUnheardEveryMs)) return;
    lookedAt = now;
    subscribers.tellAll();
  }

  function stop(): void {
    clearInterval(timer);
    timer = undefined;
  }

  return {
    subscribe(subject, id, told) {
      const remove = subscribers.add(subject, id, told);
      timer ??= setInterval(look, lookUnheardEveryMs / 4).unref();
      listener.start();
      const bucket = subject === 'access' ? undefined : bucketOf(subject, id);
      // What was committed before the lock was there was not sent here.
      if (bucket !== undefined) void listener.hold(bucket).then(told);
      return () => {
        remove();
        if (bucket !== undefined) listener.release(bucket);
        if (subscribers.count === 0) stop();
      };
    },
    committed(told, changes) {
      for (const { what, id } of told) {
        if (what === 'row') rows.add(id, changes);
        else subscribers.tell('access', id);
      }
    },
    async close() {
      stop();
      await rows.drain();
      await listener.close();
    },
  };
}
