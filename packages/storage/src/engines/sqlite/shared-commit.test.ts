import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openConnection } from './connection.ts';
import { createSharedCommit, type SharedCommit } from './shared-commit.ts';

let folder: string;
let connection: Database.Database;
let other: Database.Database;
let commits: SharedCommit;
let insert: Database.Statement;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-commit-'));
  connection = openConnection(path.join(folder, 'test.db'));
  connection.exec('create table rows (n integer primary key check (n >= 0)) strict');
  connection.pragma('busy_timeout = 0');
  other = openConnection(path.join(folder, 'test.db'));
  commits = createSharedCommit(connection);
  insert = connection.prepare('insert into rows (n) values (?)');
});

afterEach(async () => {
  await commits.drain();
  connection.close();
  other.close();
  rmSync(folder, { recursive: true });
});

const rows = () => other.prepare('select n from rows order by n').pluck().all();

describe('the shared commit', () => {
  it('has a job on disk, visible to other processes, when its promise resolves', async () => {
    await commits.submit(() => insert.run(1), true);
    expect(rows()).toEqual([1]);
  });

  it('waits for the disk if a job changes something, but not if all jobs only log (D14.1)', async () => {
    const waited: boolean[] = [];
    const told = createSharedCommit(connection, (isOnDisk) => waited.push(isOnDisk));
    const synchronous = () => connection.pragma('synchronous', { simple: true });
    const [normal, full] = [1, 2];
    expect(await told.submit(synchronous, false)).toBe(normal);
    expect(await told.submit(synchronous, true)).toBe(full);
    expect(await Promise.all([told.submit(synchronous, false), told.submit(synchronous, true)])).toEqual([full, full]);
    expect(await told.submit(synchronous, false)).toBe(normal);
    expect(waited).toEqual([false, true, true, false]);
  });

  it('rolls back a job that throws, and keeps the others', async () => {
    const outcomes = await Promise.allSettled([
      commits.submit(() => insert.run(1), true),
      commits.submit(() => {
        insert.run(2);
        throw new Error('second thoughts');
      }, true),
      commits.submit(() => insert.run(3), true),
    ]);
    expect(outcomes.map((outcome) => outcome.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(rows()).toEqual([1, 3]);
  });

  it('fails only the job for which the disk has no room', async () => {
    connection.exec('create table texts (text text) strict');
    connection.pragma(`max_page_count = ${connection.pragma('page_count', { simple: true }) as number}`);
    const write = connection.prepare('insert into texts (text) values (?)');
    const outcomes = await Promise.allSettled([
      commits.submit(() => insert.run(1), true),
      commits.submit(() => void write.run('x'.repeat(100_000)), true),
      commits.submit(() => insert.run(2), false),
    ]);
    expect(outcomes.map((outcome) => outcome.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(outcomes[1]).toMatchObject({ reason: { code: 'SQLITE_FULL' } });
    expect(rows()).toEqual([1, 2]);
  });

  it('runs jobs again one by one if their shared commit failed', async () => {
    // A constraint that is looked at when the transaction ends.
    connection.exec(
      'create table parents (id integer primary key); create table children (parent integer references parents deferrable initially deferred)',
    );
    const orphan = connection.prepare('insert into children (parent) values (7)');
    const outcomes = await Promise.allSettled([
      commits.submit(() => insert.run(1), false),
      commits.submit(() => orphan.run(), true),
      commits.submit(() => insert.run(2), true),
      commits.submit(() => insert.run(3), false),
    ]);
    expect(outcomes.map((outcome) => outcome.status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
    await commits.submit(() => insert.run(4), true);
    expect(rows()).toEqual([1, 2, 3, 4]);
  });

  it('waits for the write lock of another process without holding the event loop', async () => {
    other.exec('begin immediate');
    let turns = 0;
    const counting = setInterval(() => turns++, 1);
    let isOver = false;
    const written = commits
      .submit(() => insert.run(1), true)
      .finally(() => {
        isOver = true;
      });
    // Time of this thread, and not of the clock: a busy machine may leave it few turns in any time.
    const began = process.threadCpuUsage();
    while (turns <= 5 && !isOver) await pause(1);
    const { user, system } = process.threadCpuUsage(began);
    expect(isOver).toBe(false);
    expect(turns).toBeGreaterThan(5);
    expect(user + system).toBeLessThan(50_000);
    other.exec('commit');
    await written;
    clearInterval(counting);
    expect(rows()).toEqual([1]);
  });

  it('reports that nothing has happened if another process holds the write lock for longer than calls wait', async () => {
    other.exec('begin immediate');
    vi.useFakeTimers({ toFake: ['performance'] });
    const refused = Promise.allSettled([commits.submit(() => insert.run(1), true), commits.submit(() => insert.run(2), false)]);
    vi.advanceTimersByTime(6000);
    const outcomes = await refused.finally(() => vi.useRealTimers());
    other.exec('commit');
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({ status: 'rejected', reason: { name: 'UnavailableError', isBusy: false } });
    await commits.submit(() => insert.run(3), true);
    expect(rows()).toEqual([3]);
  });

  it('answers long jobs in parts, and loses none', async () => {
    const slow = (n: number) => {
      const until = performance.now() + 8;
      while (performance.now() < until);
      return insert.run(n);
    };
    let turns = 0;
    const counting = setInterval(() => turns++, 1);
    await Promise.all(Array.from({ length: 10 }, (_, n) => commits.submit(() => slow(n), true)));
    clearInterval(counting);
    expect(rows()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(turns).toBeGreaterThan(1);
  });

  it('rejects every job of a transaction that could not be committed', async () => {
    connection.pragma('max_page_count = 4');
    const outcomes = await Promise.allSettled([
      commits.submit(() => insert.run(1), true),
      commits.submit(() => connection.exec('create table filler (x text); insert into filler select hex(zeroblob(100000))'), true),
    ]);
    expect(outcomes.map((outcome) => outcome.status)).toContain('rejected');
    expect(rows().length).toBe(outcomes[0]?.status === 'fulfilled' ? 1 : 0);
  });

  it("serves an idle caller's job before most of another caller's waiting jobs", async () => {
    const order: string[] = [];
    const slow = (name: string) => () => {
      const until = performance.now() + 2;
      while (performance.now() < until);
      order.push(name);
    };
    const busy = Array.from({ length: 100 }, () => commits.submit(slow('busy'), false, { caller: 'busy' }));
    await busy[0];
    const before = order.length;
    await commits.submit(slow('idle'), false, { caller: 'idle' });
    expect(order.length - before).toBeLessThan(30);
    await Promise.all(busy);
    expect(order).toHaveLength(101);
  });

  it('lets others go first for at most 25 ms if a job gives way', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const order: string[] = [];
    const long = (name: string) => () => {
      vi.advanceTimersByTime(2);
      order.push(name);
    };
    // Runs at once if nothing else waits.
    await commits.submit(long('alone'), true, { givesWay: true });
    const step = commits.submit(long('step'), true, { givesWay: true });
    const others = Array.from({ length: 100 }, () => commits.submit(long('other'), true));
    await Promise.all([step, ...others]).finally(() => vi.useRealTimers());
    // The second transaction of 20 ms begins too early for it, and the third begins with it.
    expect([order[0], order.indexOf('step'), order.length]).toEqual(['alone', 21, 102]);
  });

  it('accepts new connections between batches, however many there are', async () => {
    let accepted = 0;
    const server = createServer((socket) => {
      accepted++;
      socket.destroy();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const clients = Array.from({ length: 100 }, () => connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {}));
    // By a clock of its own: on a busy machine the turns of the loop take longer than they may.
    vi.useFakeTimers({ toFake: ['performance'] });
    const batchLong = () => void vi.advanceTimersByTime(21);
    await Promise.all(Array.from({ length: 10 }, () => commits.submit(batchLong, false))).finally(() => vi.useRealTimers());
    expect(accepted).toBe(100);
    for (const client of clients) client.destroy();
    await new Promise((resolve) => server.close(resolve));
  });

  it('drops a job that has waited so long that its caller has likely gone, and reports that', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const outcomes = await Promise.allSettled([
      commits.submit(() => vi.advanceTimersByTime(11_000), false),
      commits.submit(() => insert.run(1), true),
    ]).finally(() => vi.useRealTimers());
    expect(outcomes).toMatchObject([{ status: 'fulfilled' }, { status: 'rejected', reason: { name: 'OverdueError', isBusy: true } }]);
    await commits.submit(() => insert.run(2), true);
    expect(rows()).toEqual([2]);
  });
});
