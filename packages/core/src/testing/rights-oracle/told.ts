import type { Webhook } from '@gatehouse/storage';
import { expect } from 'vitest';
import { openFileDownload } from '../../gateway/downloads/open-download.ts';
import { createItemFilter } from '../../gateway/feeds/item-filter.ts';
import { createPersonFilter } from '../../gateway/feeds/person-filter.ts';
import { nextEvents } from '../../gateway/webhooks/next-events.ts';
import { expectNoLeak } from './answers.ts';
import type { Cast } from './cast.ts';
import { type Actor, accessTo, namedBy, type PlacedItem } from './rules.ts';

interface Stream {
  actor: Actor;
  told: Set<string>;
  leave: () => unknown;
}

/** Changes items as the owner. Checks that subscriptions, console streams and webhooks report each item to exactly the actors who see it. */
export async function expectTold(cast: Cast, items: readonly PlacedItem[]): Promise<void> {
  const { world, owner, people } = cast;
  const faults: unknown[] = [];
  const streams = await openStreams(cast, (error) => void faults.push(error));
  const from = await newestRow(cast);
  for (const item of items) {
    await world.ok(owner.credential, 'set_tags', { ...namedBy(item), tags: [`told ${cast.made++}`] });
    item.changedAt = world.clock.now;
  }
  const seenBy = (actor: Actor) => items.filter((item) => accessTo(cast.rights, actor, item) !== null).map(({ id }) => id);
  const wanted = (actors: readonly Actor[]) => actors.map((actor) => [actor.name, seenBy(actor).toSorted()]);
  await expect
    .poll(() => streams.map(({ actor, told }) => [actor.name, [...told].toSorted()]))
    .toEqual(wanted(streams.map(({ actor }) => actor)));
  // Checked before the streams are left, because a read still running then can find the database closed.
  expect(faults).toEqual([]);
  for (const { leave } of streams) await leave();
  const through = await settled(cast, await newestRow(cast));
  const hooked = await Promise.all(people.map((person) => eventsFor(cast, person, { from, through })));
  expect(hooked.map((ids, at) => [people[at]!.name, ids])).toEqual(wanted(people));
}

/** Opens a subscription for each actor, and a console stream for each member. Owners and admins read the log instead. */
async function openStreams({ world, rights, actors }: Cast, report: (error: unknown) => void): Promise<Stream[]> {
  const { store, registry, clock } = world.gateway;
  const [items, persons] = [createItemFilter({ store, registry, clock, report }), createPersonFilter({ store, registry, clock, report })];
  const streams: Stream[] = [];
  for (const actor of actors) {
    const told = new Set<string>();
    const leave = await items.watch(
      actor.credential,
      () => true,
      (id) => void told.add(id),
    );
    streams.push({ actor, told, leave });
  }
  for (const actor of actors) {
    const { credential } = actor;
    if (credential.type !== 'person' || rights.seesAll.has(actor.person)) continue;
    const told = new Set<string>();
    const leave = await persons.watch(
      { ...credential, role: 'member' },
      {
        begin: () => undefined,
        missed: async () => true,
        receive: (part) => void part.items.forEach(({ id }) => told.add(id)),
        lost: () => expect.unreachable('a stream was lost'),
      },
    );
    streams.push({ actor, told, leave });
  }
  return streams;
}

async function newestRow({ world: { store, orgId } }: Cast): Promise<number> {
  return (await store.read(() => store.activity.list({ orgId, limit: 1 })))[0]!.id;
}

/** Waits until every row of the log up to `row` is committed. Returns the last row for which this is so. */
async function settled({ world: { store } }: Cast, row: number): Promise<number> {
  const look = store.activitySums.settled();
  let through = 0;
  await expect.poll(async () => (through = await store.read(look))).toBeGreaterThanOrEqual(row);
  return through;
}

/** Lists the items that a webhook of this person would report. */
async function eventsFor({ world, rights }: Cast, actor: Actor, { from, through }: { from: number; through: number }): Promise<string[]> {
  const { store, gateway, clock } = world;
  const { orgId, personId } = actor.credential as Actor['credential'] & { type: 'person' };
  const webhook = { orgId, personId, activityId: from, toldOfNext: 0, heldThrough: 0, events: ['item.changed'] } as unknown as Webhook;
  const next = await store.read(() => nextEvents(webhook, { store, registry: gateway.registry, through, now: clock.now }));
  expect(next?.isCut).toBe(false);
  const told = next?.events.map(({ event }) => JSON.parse(event.body)) ?? [];
  expectNoLeak(rights, actor, ['webhook', {}], told);
  return [...new Set(told.map(({ data }) => data.id))].toSorted();
}

/** Download address that an actor got while seeing the item. */
export interface Download {
  actor: Actor;
  item: PlacedItem;
  token: string;
}

/** Checks that each address works exactly as long as its actor sees the item. */
export async function expectDownloads({ world, rights }: Cast, downloads: readonly Download[]): Promise<void> {
  const { store, gateway } = world;
  for (const { actor, item, token } of downloads) {
    const opened = await openFileDownload({ store, settings: gateway.settings, clock: gateway.clock }, token);
    const isSeen = rights.items.has(item.id) && accessTo(rights, actor, item) !== null;
    expect([actor.name, item, opened !== undefined]).toEqual([actor.name, item, isSeen]);
  }
}
