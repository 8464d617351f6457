import { createSubscribers, type Notices } from '../../../kernel/notices.ts';
import { runAlone, type Statement } from '../pipeline/statement.ts';
import { connectionConfig, type Pools, type PostgresOptions } from '../pool/pools.ts';
import { createListener } from './listener.ts';
import { channel, sendAnyway, sendIfAwaited } from './listening-connection.ts';
import { bucketOf, createRowNotices, type RowNotice } from './row-notices.ts';

export interface PostgresNotices extends Notices {
  /** Sends the notices of a program after its commit. `changes` is true if its rows may include changes. */
  committed(told: readonly PendingNotification[], changes: boolean): void;
  /** Sends pending notices and stops listening. */
  close(): Promise<void>;
}

/** An effect of a program that subscribers may wait for. */
export interface PendingNotification {
  what: 'row' | 'access';
  /** Organization of the row; key or person that lost access. */
  id: string;
}

/** Statement inside the transaction that removes access. Such changes are few, so they may delay one another. */
export const sayAccessChanged: Statement = { name: 'notice_access', text: `select pg_notify('${channel}', 'access ' || $1)` };

/**
 * Notifies subscribers of commits in other processes, by LISTEN and NOTIFY. A notice is a subject and identifiers. New rows of the log are
 * announced after their commit, by their process. Lost access is announced by the transaction itself.
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

  /** Notifies this process directly, which works without a server too. Then it sends the notices to other processes. */
  async function sendRows(notices: RowNotice[]): Promise<void> {
    for (const { subject, orgIds } of notices) for (const orgId of orgIds) subscribers.tell(subject, orgId);
    const payloads = notices.map(({ subject, orgIds }) => `${self} ${subject} ${orgIds.join(' ')}`);
    const buckets = notices.map(({ bucket }) => bucket);
    // Ignore a loss with the connection: subscribers also check for themselves.
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
      // Commits from before the lock were not sent here, so check now.
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
