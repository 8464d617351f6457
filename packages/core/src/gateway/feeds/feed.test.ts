import type { Activity } from '@gatehouse/storage';
import { describe, expect, it } from 'vitest';
import { createWorld } from '../../testing/test-world.ts';
import { createFeed, type FeedReader } from './feed.ts';

function feedOf({ gateway: { store } }: Awaited<ReturnType<typeof createWorld>>) {
  return createFeed({ store, report: (error) => expect.unreachable(String(error)) });
}

/** All calls of an organization. */
const callsOf = (orgId: string) => ({ rows: { orgId }, notices: 'calls' as const });

/** A reader that records the tools of the rows it receives, how it began, and its last position. */
function reader(from?: string) {
  const tools: string[] = [];
  const take = (rows: Activity[]) => void tools.push(...rows.map(({ tool }) => tool));
  const missed = async (rows: Activity[]) => {
    take(rows);
    return true;
  };
  const state = { tools, how: 'not begun', position: '', resume: from === undefined ? undefined : { from, missed } };
  return Object.assign(state, {
    begin(how: string, position: string) {
      Object.assign(state, { how, position });
    },
    receive(rows: Activity[], position: string) {
      take(rows);
      state.position = position;
    },
  });
}

describe('createFeed', () => {
  it('delivers to every reader all calls since it began, in order, and none after it has left', async () => {
    await using world = await createWorld();
    const feed = feedOf(world);
    const orgId = world.owner.orgId;
    await world.ok(world.owner, 'list_docs', {});
    const [first, second] = [reader(), reader()];
    const leave = await feed.watch(callsOf(orgId), first);
    await world.ok(world.owner, 'whoami', {});
    await expect.poll(() => first.tools).toEqual(['whoami']);
    const leaveSecond = await feed.watch(callsOf(orgId), second);
    await world.ok(world.owner, 'list_tasks', {});
    await expect.poll(() => second.tools).toEqual(['list_tasks']);
    expect(first.tools).toEqual(['whoami', 'list_tasks']);
    await leave();
    await world.ok(world.owner, 'list_files', {});
    await expect.poll(() => second.tools).toEqual(['list_tasks', 'list_files']);
    expect(first.tools).toEqual(['whoami', 'list_tasks']);
    await leaveSecond();
  });

  it('sends readers a resync if the database has lost rows, and continues from there (D44.7)', async () => {
    await using world = await createWorld();
    const { store } = world.gateway;
    let crashes = 0;
    const follow: typeof store.activity.follow = function* (rows) {
      const log = yield* store.activity.follow(rows);
      const crashesBefore = crashes;
      return {
        *news() {
          return crashes === crashesBefore ? yield* log.news() : undefined;
        },
        get position() {
          return log.position;
        },
      };
    };
    const crashing = { ...store, activity: { ...store.activity, follow } };
    const feed = createFeed({ store: crashing, report: (error) => expect.unreachable(String(error)) });
    const told = reader();
    const leave = await feed.watch(callsOf(world.owner.orgId), told);
    await world.ok(world.owner, 'whoami', {});
    await expect.poll(() => told.tools).toEqual(['whoami']);
    expect(told.how).toBe('begun');
    crashes++;
    await world.ok(world.owner, 'list_tasks', {});
    await expect.poll(() => told.how).toBe('resync');
    await world.ok(world.owner, 'list_docs', {});
    await expect.poll(() => told.tools).toEqual(['whoami', 'list_docs']);
    await leave();
  });

  it('reads the log once for all readers of an organization, and not at all without readers', async () => {
    await using world = await createWorld();
    const { store } = world.gateway;
    let looks = 0;
    const follow: typeof store.activity.follow = (rows) => {
      looks++;
      return store.activity.follow(rows);
    };
    const counting = { ...store, activity: { ...store.activity, follow } };
    const feed = createFeed({ store: counting, report: (error) => expect.unreachable(String(error)) });
    const readers = Array.from({ length: 5 }, () => reader());
    const leaving = await Promise.all(readers.map((each) => feed.watch(callsOf(world.owner.orgId), each)));
    expect(looks).toBe(1);
    await Promise.all(leaving.map((leave) => leave()));
    const again = reader();
    const leave = await feed.watch(callsOf(world.owner.orgId), again);
    expect(looks).toBe(2);
    await world.ok(world.owner, 'whoami', {});
    await expect.poll(() => again.tools).toEqual(['whoami']);
    expect(readers.map(({ tools }) => tools)).toEqual([[], [], [], [], []]);
    await leave();
  });

  it('delivers nothing of other organizations', async () => {
    await using world = await createWorld();
    const other = reader();
    const leave = await feedOf(world).watch(callsOf('org_other'), other);
    const own = reader();
    const leaveOwn = await feedOf(world).watch(callsOf(world.owner.orgId), own);
    await world.ok(world.owner, 'whoami', {});
    await expect.poll(() => own.tools).toEqual(['whoami']);
    expect(other.tools).toEqual([]);
    await leave();
    await leaveOwn();
  });

  it('continues after the position of a reader, in a process that has not read the log yet', async () => {
    await using world = await createWorld();
    const orgId = world.owner.orgId;
    // Two processes; the second one looked when there was nothing.
    const [feed, elsewhere] = [feedOf(world), feedOf(world)];
    const waiting = reader();
    const leaveWaiting = await elsewhere.watch(callsOf(orgId), waiting);
    const first = reader();
    const leave = await feed.watch(callsOf(orgId), first);
    expect(first.how).toBe('begun');
    await world.ok(world.owner, 'whoami', {});
    await expect.poll(() => first.tools).toEqual(['whoami']);
    await leave();
    for (const tool of ['list_docs', 'list_tasks']) await world.ok(world.owner, tool, {});
    const back = reader(first.position);
    const leaveBack = await elsewhere.watch(callsOf(orgId), back);
    expect([back.how, back.tools]).toEqual(['continued', ['list_docs', 'list_tasks']]);
    const ahead = reader(back.position);
    const leaveAhead = await feed.watch(callsOf(orgId), ahead);
    expect([ahead.how, ahead.tools]).toEqual(['continued', []]);
    await world.ok(world.owner, 'list_files', {});
    await expect.poll(() => back.tools).toEqual(['list_docs', 'list_tasks', 'list_files']);
    await expect.poll(() => ahead.tools).toEqual(['list_files']);
    for (const end of [leaveWaiting, leaveBack, leaveAhead]) await end();
  });

  it('reports missed rows that cannot be found, and continues from now', async () => {
    await using world = await createWorld();
    const feed = feedOf(world);
    const lost = reader('elsewhere');
    await world.ok(world.owner, 'whoami', {});
    const leave = await feed.watch(callsOf(world.owner.orgId), lost);
    expect([lost.how, lost.tools]).toEqual(['resync', []]);
    await world.ok(world.owner, 'list_docs', {});
    await expect.poll(() => lost.tools).toEqual(['list_docs']);
    await leave();
  });

  it.each([
    [20_000, 'continued'],
    [20_001, 'resync'],
  ])('tells a reader of %i missed rows that it is %s', async (count, how) => {
    await using world = await createWorld();
    const { store } = world.gateway;
    const missed: typeof store.activity.missed = function* () {
      const parts = [Array.from({ length: count }, () => ({}) as Activity)];
      return {
        // biome-ignore lint/correctness/useYield: as the store has it, whose parts come from a query.
        *next() {
          return parts.shift() ?? [];
        },
      };
    };
    const feed = createFeed({
      store: { ...store, activity: { ...store.activity, missed } },
      report: (error) => expect.unreachable(String(error)),
    });
    const behind = reader('an earlier position');
    const leave = await feed.watch(callsOf(world.owner.orgId), behind);
    expect(behind.how).toBe(how);
    await leave();
  });

  it('stops following for a reader that left while catching up', async () => {
    await using world = await createWorld();
    const feed = feedOf(world);
    const first = reader();
    await (await feed.watch(callsOf(world.owner.orgId), first))();
    await world.ok(world.owner, 'whoami', {});
    const gone = { ...reader(), resume: { from: first.position, missed: async () => false } };
    const leave = await feed.watch(callsOf(world.owner.orgId), gone);
    await leave();
    expect(gone.how).toBe('not begun');
  });

  it('delivers each row exactly once to readers that come and go in two processes during calls', async () => {
    await using world = await createWorld();
    const orgId = world.owner.orgId;
    const feeds = [feedOf(world), feedOf(world)];
    const start = reader();
    await (await feeds[0]!.watch(callsOf(orgId), start))();
    const writer = await world.addPerson('writer@acme.test');
    const before = await world.store.read(() => world.store.activity.list({ orgId, limit: 1000 }));
    let writing = true;
    const calls = (async () => {
      for (let call = 0; call < 300; call++) await world.ok(writer, 'whoami', {});
      writing = false;
    })();
    const seen: number[] = [];
    let from = start.position;
    for (let turn = 0; writing; turn++) {
      const collector = collect(from, seen);
      const leave = await feeds[turn % 2]!.watch(callsOf(orgId), collector.reader);
      // Some readers stay until calls arrive, and the others leave at once.
      if (turn % 3 === 0) await Promise.race([collector.told, calls]);
      await leave();
      from = collector.position();
    }
    await calls;
    await (await feeds[0]!.watch(callsOf(orgId), collect(from, seen).reader))();
    const all = await world.store.read(() => world.store.activity.list({ orgId, limit: 1000 }));
    const known = new Set(before.map(({ id }) => id));
    const made = all.map(({ id }) => id).filter((id) => !known.has(id));
    expect(made).toHaveLength(300);
    expect(seen.filter((id) => !known.has(id)).sort((a, b) => a - b)).toEqual(made.sort((a, b) => a - b));
  });
});

/** Reader that stores row numbers, and keeps a part only when its position arrives. */
function collect(from: string, seen: number[]) {
  let position = from;
  const told = Promise.withResolvers<void>();
  const take = (rows: Activity[]) => void seen.push(...rows.map(({ id }) => id));
  const caught: Activity[] = [];
  const missed = async (rows: Activity[]) => {
    caught.push(...rows);
    return true;
  };
  const reader: FeedReader = {
    resume: { from, missed },
    begin(how: string, at: string) {
      expect(how).toBe('continued');
      take(caught);
      position = at;
    },
    receive(rows: Activity[], at: string) {
      take(rows);
      position = at;
      if (rows.length > 0) told.resolve();
    },
  };
  return { reader, told: told.promise, position: () => position };
}
