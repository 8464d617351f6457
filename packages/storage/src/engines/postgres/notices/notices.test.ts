import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postgresMissing, startPostgres, type ThrowAwayPostgres } from '../../../testing/index.ts';
import { openNetwork } from '../../../testing/network.ts';
import { acme, createAcme, sampleActivity } from '../../../testing/sample-rows.ts';
import type { Store } from '../../store.ts';
import { openPostgres } from '../store.ts';
import type { NoticeTiming } from './notice-timing.ts';
import { noticesCome } from './notices-come.ts';

/** Disables regular checks, so that only notices can arrive in time. Some tests enable them again. */
const neverLook = { lookEveryMs: 600_000, lookUnheardEveryMs: 600_000 };

describe.skipIf(postgresMissing() !== undefined)('notices between processes on Postgres', () => {
  let server: ThrowAwayPostgres;
  let writer: Store;

  beforeAll(async () => {
    server = await startPostgres();
    writer = await openPostgres({ url: server.url(), poolSize: 4 });
    await writer.perform(() => createAcme(writer), { changes: true });
  });
  afterAll(async () => {
    await writer.close();
    await server.stop();
  });

  const record = (requestId: string) => writer.perform(() => writer.activity.record(sampleActivity({ requestId })), { changes: false });

  /** Records rows repeatedly, because rows written before a process listens cause no notice. */
  async function untilRecorded(requestId: string, holds: () => boolean): Promise<void> {
    const look = async () => {
      await record(requestId);
      return holds();
    };
    await expect.poll(look).toBe(true);
  }

  /** Follows the log, and reads only after notices. */
  async function follow(url: string, noticeTiming: Partial<NoticeTiming>) {
    const reports: (Error | undefined)[] = [];
    const store = await openPostgres({
      url,
      poolSize: 4,
      statementTimeoutMs: 1000,
      connectTimeoutMs: 1000,
      noticeTiming: { ...neverLook, ...noticeTiming },
      reportNotices: (fault) => reports.push(fault),
    });
    const log = await store.read(() => store.activity.follow({ orgId: acme.id }));
    const seen: string[] = [];
    let reading = Promise.resolve();
    const read = async () => {
      const rows = await store.read(() => log.news());
      seen.push(...(rows ?? []).map(({ requestId }) => requestId));
    };
    const stop = store.notices.subscribe('calls', acme.id, () => {
      // Ignores a failed read while the database is unavailable, because another notice follows.
      reading = reading.then(read).catch(() => {});
    });
    return {
      seen,
      reports,
      async close() {
        stop();
        await reading;
        await store.close();
      },
    };
  }

  const listeners = async (): Promise<number[]> => {
    const rows = await ask("select pid from pg_stat_activity where application_name = 'gatehouse listener'");
    return rows.map(({ pid }) => pid as number);
  };

  async function ask(text: string): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: server.url() });
    client.on('error', () => {});
    await client.connect();
    try {
      return (await client.query(text)).rows;
    } finally {
      await client.end();
    }
  }

  it('sends nothing while there are no subscribers', async () => {
    const client = new pg.Client({ connectionString: server.url() });
    const heard: string[] = [];
    client.on('notification', ({ payload = '' }) => heard.push(payload));
    await client.connect();
    await client.query('listen gatehouse');
    await record('unawaited');
    const follower = await follow(server.url(), {});
    await expect.poll(listeners).toHaveLength(1);
    await untilRecorded('awaited', () => heard.some((payload) => payload.includes(acme.id)));
    await follower.close();
    await expect.poll(listeners).toEqual([]);
    await client.query("select pg_notify('gatehouse', 'end')");
    heard.length = 0;
    await record('unawaited again');
    // Waits for a pause, by which any notice for that row would have been sent.
    await pause(100);
    await client.query("select pg_notify('gatehouse', 'end')");
    await expect.poll(() => heard.at(-1)).toBe('end');
    expect(heard.filter((payload) => payload !== 'end')).toEqual([]);
    await client.end();
  });

  it('continue after the listening connection is ended, and rows written meanwhile are seen', async () => {
    const follower = await follow(server.url(), {});
    await untilRecorded('before', () => follower.seen.includes('before'));
    const [pid] = await listeners();
    await ask(`select pg_terminate_backend(${pid})`);
    await record('in between');
    await expect.poll(() => follower.seen).toContain('in between');
    await expect.poll(listeners).not.toContain(pid);
    await record('after');
    await expect.poll(() => follower.seen).toContain('after');
    expect(follower.seen.filter((id) => id !== 'before')).toEqual(['in between', 'after']);
    expect(follower.reports).toEqual([]);
    await follower.close();
  });

  it('continue after a server restart, and rows written meanwhile are seen', async () => {
    const follower = await follow(server.url(), {});
    await untilRecorded('before restart', () => follower.seen.includes('before restart'));
    await server.shutDown();
    const pending = record('while away');
    await server.restart();
    await pending;
    await expect.poll(() => follower.seen).toContain('while away');
    await record('after restart');
    await expect.poll(() => follower.seen).toContain('after restart');
    expect(follower.seen.filter((id) => id !== 'before restart')).toEqual(['while away', 'after restart']);
    await follower.close();
  });

  it('continue after a network outage that no connection reports', async () => {
    const network = await openNetwork(server.url());
    const follower = await follow(network.url, { tryEveryMs: 200, tryPatienceMs: 500 });
    await untilRecorded('before the cut', () => follower.seen.includes('before the cut'));
    network.cut();
    await record('in the cut');
    await pause(1500);
    network.mend('lost');
    await expect.poll(() => follower.seen).toContain('in the cut');
    await record('after the cut');
    await expect.poll(() => follower.seen).toContain('after the cut');
    await follower.close();
    await network.close();
  });

  it('are reported as missing behind a pooler that drops them, and subscribers poll instead', async () => {
    const network = await openNetwork(server.url(), { keepsNotices: true });
    const follower = await follow(network.url, { tryPatienceMs: 200, unheardPauseMs: 300, lookUnheardEveryMs: 100 });
    expect(await noticesCome(network.url)).toBe(false);
    await expect.poll(() => follower.reports.length).toBe(1);
    expect(follower.reports[0]?.message).toContain('session mode');
    await record('unheard');
    await expect.poll(() => follower.seen).toContain('unheard');
    network.keepNotices(false);
    expect(await noticesCome(network.url)).toBe(true);
    await expect.poll(() => follower.reports.length).toBe(2);
    expect(follower.reports[1]).toBeUndefined();
    await follower.close();
    await network.close();
  });
});
