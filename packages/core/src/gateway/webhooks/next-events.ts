import type { Op, Store, Webhook, WebhookPosition } from '@gatehouse/storage';
import type { Caller } from '../../kernel/context/context.ts';
import { GatewayError } from '../../kernel/errors/errors.ts';
import { findCaller, viewerOf } from '../callers/caller.ts';
import type { Registry } from '../registry/registry.ts';
import { eventsOfRow } from './events-of-row.ts';
import { heldEvent, type ToldEvent, toldEvent } from './told-event.ts';

/** An event, and the webhook's position after its delivery. */
export interface NextEvent {
  event: ToldEvent;
  after: WebhookPosition;
}

/** The next events for a webhook. */
export interface NextEvents {
  events: NextEvent[];
  /** Position after the delivery of all events. */
  end: WebhookPosition;
  /** More may follow. */
  isCut: boolean;
}

export interface NextOptions {
  store: Store;
  registry: Registry;
  /** The row of the log before which no other row can appear. */
  through: number;
  now: number;
}

const rowsAtOnce = 100;
/** Held tools are announced this much later, because changes may commit in another order than they began. */
const heldSettleMs = 30_000;

/** Returns the next events of a webhook. Undefined if the person who created it has left the organization. */
export function* nextEvents(webhook: Webhook, options: NextOptions): Op<NextEvents | undefined> {
  const creator = yield* creatorOf(webhook, options);
  if (!creator) return undefined;
  const logged = yield* loggedEvents(webhook, creator, options);
  if (logged.isCut) return logged;
  const held = yield* heldEvents(webhook, creator, logged.end, options);
  return { events: [...logged.events, ...held.events], end: held.end, isCut: false };
}

function* creatorOf({ orgId, personId }: Webhook, { store, now }: NextOptions): Op<Caller | undefined> {
  try {
    return yield* findCaller(store, { type: 'person', orgId, personId }, now);
  } catch (error) {
    if (error instanceof GatewayError) return undefined;
    throw error;
  }
}

function* loggedEvents(webhook: Webhook, creator: Caller, { store, registry, through, now }: NextOptions): Op<NextEvents> {
  const { orgId, activityId, heldThrough } = webhook;
  const rows = yield* store.activity.list({ orgId, fromId: activityId + 1, throughId: through, limit: rowsAtOnce });
  const events: NextEvent[] = [];
  for (const row of rows) {
    const all = yield* eventsOfRow(store, registry, row);
    // Counted before events are left out, because visibility can change between two attempts.
    const told = row.id === activityId + 1 ? webhook.toldOfNext : 0;
    for (const [index, one] of all.entries()) {
      if (index < told || !webhook.events.includes(one.type)) continue;
      const event = yield* toldEvent({ store, creator, now }, one, index);
      const isLast = index === all.length - 1;
      const after = isLast ? { activityId: row.id, toldOfNext: 0 } : { activityId: row.id - 1, toldOfNext: index + 1 };
      if (event) events.push({ event, after: { ...after, heldThrough } });
    }
  }
  const isCut = rows.length === rowsAtOnce;
  const end = { activityId: Math.max(activityId, rows.at(-1)?.id ?? 0), toldOfNext: 0, heldThrough };
  return { events, end: rows.length === 0 ? { ...end, toldOfNext: webhook.toldOfNext } : end, isCut };
}

function* heldEvents(webhook: Webhook, creator: Caller, from: WebhookPosition, { store, now }: NextOptions): Op<Omit<NextEvents, 'isCut'>> {
  const through = now - heldSettleMs;
  if (!webhook.events.includes('tool.held') || through <= webhook.heldThrough) return { events: [], end: from };
  const found = yield* store.serviceTools.newlyHeld(webhook.orgId, webhook.heldThrough, through);
  const events: NextEvent[] = [];
  for (const [index, held] of found.entries()) {
    const connection = yield* store.connections.visible(viewerOf(creator, now), held.connectionId);
    // Events of one time are handled together, because only the time is kept.
    const isDone = found[index + 1]?.changedAt !== held.changedAt;
    const after = { ...from, heldThrough: isDone ? held.changedAt : (found[index - 1]?.changedAt ?? webhook.heldThrough) };
    if (connection) events.push({ event: heldEvent(webhook.orgId, { ...held, service: connection.service }), after });
  }
  // With nothing to deliver, the position is written only with another change. Otherwise, every check would write.
  return { events, end: found.length > 0 ? { ...from, heldThrough: found.at(-1)?.changedAt ?? from.heldThrough } : from };
}
