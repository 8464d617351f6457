import type { Activity } from '@gatehouse/storage';
import { describe, expect, it } from 'vitest';
import { createWorld } from '../test-world.ts';
import { createActivityFeed } from './activity-feed.ts';

function feedOf({ gateway: { store } }: Awaited<ReturnType<typeof createWorld>>) {
  return createActivityFeed({ store, report: (error) => expect.unreachable(String(error)) });
}

/** What was received, by its tools. */
function reader() {
  const tools: string[] = [];
  return { tools, receive: (rows: Activity[]) => void tools.push(...rows.map(({ tool }) => tool)) };
}

describe('createActivityFeed', () => {
  it('gives every reader each call from when it began, in order, and none to who has left', async () => {
    await using world = await createWorld();
    const feed = feedOf(world);
    const orgId = world.owner.orgId;
    await world.ok(world.owner, 'list_docs', {});
    const [first, second] = [reader(), reader()];
    const leave = await feed.watch(orgId, first.receive);
    await world.ok(world.owner, 'whoami', {});
    await expect.poll(() => first.tools).toEqual(['whoami']);
    const leaveSecond = await feed.watch(orgId, second.receive);
    await world.ok(world.owner, 'list_tasks', {});
    await expect.poll(() => second.tools).toEqual(['list_tasks']);
    expect(first.tools).toEqual(['whoami', 'list_tasks']);
    leave();
    await world.ok(world.owner, 'list_files', {});
    await expect.poll(() => second.tools).toEqual(['list_tasks', 'list_files']);
    expect(first.tools).toEqual(['whoami', 'list_tasks']);
    leaveSecond();
  });

  it('looks at the log once for all readers of an organization, and not at all when none is left', async () => {
    await using world = await createWorld();
    const { store } = world.gateway;
    let looks = 0;
    const follow: typeof store.activity.follow = (rows) => {
      looks++;
      return store.activity.follow(rows);
    };
    const counting = { ...store, activity: { ...store.activity, follow } };
    const feed = createActivityFeed({ store: counting, report: (error) => expect.unreachable(String(error)) });
    const readers = Array.from({ length: 5 }, reader);
    const leaving = await Promise.all(readers.map(({ receive }) => feed.watch(world.owner.orgId, receive)));
    expect(looks).toBe(1);
    for (const leave of leaving) leave();
    const again = reader();
    const leave = await feed.watch(world.owner.orgId, again.receive);
    expect(looks).toBe(2);
    await world.ok(world.owner, 'whoami', {});
    await expect.poll(() => again.tools).toEqual(['whoami']);
    expect(readers.map(({ tools }) => tools)).toEqual([[], [], [], [], []]);
    leave();
  });

  it('gives nothing of other organizations', async () => {
    await using world = await createWorld();
    const other = reader();
    const leave = await feedOf(world).watch('org_other', other.receive);
    const own = reader();
    const leaveOwn = await feedOf(world).watch(world.owner.orgId, own.receive);
    await world.ok(world.owner, 'whoami', {});
    await expect.poll(() => own.tools).toEqual(['whoami']);
    expect(other.tools).toEqual([]);
    leave();
    leaveOwn();
  });
});
