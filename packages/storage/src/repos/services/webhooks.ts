import { and, asc, eq, isNull, lte, or, sql } from 'drizzle-orm';
import type { Op } from '../../kernel/ops.ts';
import { fillColumns, setColumns } from '../../query/columns.ts';
import type { Engine } from '../../query/engine.ts';
import type { Tables } from '../../schema/schema.ts';

/** A webhook (D81). Its secret is among the sealed secrets, under its identifier. */
export type Webhook = Tables['webhooks']['$inferSelect'];

/** Position to which a webhook has delivered. */
export type WebhookPosition = Pick<Webhook, 'activityId' | 'toldOfNext' | 'heldThrough'>;

export type WebhookQueries = ReturnType<typeof webhookQueries>;

/** The field of the secret that a webhook signs with. */
export const signingField = 'signing';

export function webhookQueries(engine: Engine) {
  return { ...webhookReads(engine), ...webhookChanges(engine) };
}

function webhookReads({ prepare, tables: { webhooks } }: Engine) {
  const ofOrganization = eq(webhooks.orgId, sql.placeholder('orgId'));
  const find = prepare('webhook', (db) =>
    db
      .select()
      .from(webhooks)
      .where(and(ofOrganization, eq(webhooks.id, sql.placeholder('id')))),
  );
  const list = prepare('webhooks', (db) => db.select().from(webhooks).where(ofOrganization).orderBy(asc(webhooks.id)));
  const due = prepare('webhooks_due', (db) =>
    db
      .select()
      .from(webhooks)
      .where(and(eq(webhooks.status, 'active'), or(isNull(webhooks.nextAttemptAt), lte(webhooks.nextAttemptAt, sql.placeholder('now')))))
      .orderBy(asc(webhooks.id)),
  );

  return {
    *find(orgId: string, id: string): Op<Webhook | undefined> {
      return (yield* find({ orgId, id }))[0];
    },
    /** Oldest first. */
    *list(orgId: string): Op<Webhook[]> {
      return yield* list({ orgId });
    },
    /** Due webhooks of all organizations. */
    *due(now: number): Op<Webhook[]> {
      return yield* due({ now });
    },
  };
}

function webhookChanges({ prepare, tables: { webhooks, connectionSecrets } }: Engine) {
  const isThis = and(eq(webhooks.orgId, sql.placeholder('orgId')), eq(webhooks.id, sql.placeholder('id')));
  /** Matches the webhook only if its position has not changed since it was read. */
  const isThere = and(
    isThis,
    eq(webhooks.activityId, sql.placeholder('wasActivityId')),
    eq(webhooks.toldOfNext, sql.placeholder('wasToldOfNext')),
    eq(webhooks.heldThrough, sql.placeholder('wasHeldThrough')),
  );
  const unfailed = { failures: sql`0`, failingSince: sql`null`, nextAttemptAt: sql`null` };
  const insert = prepare('webhook_insert', (db) => db.insert(webhooks).values(fillColumns(webhooks)));
  const moved = setColumns(webhooks, 'activityId', 'toldOfNext', 'heldThrough');
  const moveOn = prepare('webhook_move_on', (db) => db.update(webhooks).set(moved).where(isThere).returning({ id: webhooks.id }));
  const noteTold = prepare('webhook_told', (db) =>
    db
      .update(webhooks)
      .set({ ...moved, ...setColumns(webhooks, 'deliveredAt'), ...unfailed, lastError: sql`null` })
      .where(isThere)
      .returning({ id: webhooks.id }),
  );
  const skip = prepare('webhook_skip', (db) =>
    db
      .update(webhooks)
      .set({ ...moved, ...setColumns(webhooks, 'deliveredAt', 'skippedEvents', 'skippedAt'), ...unfailed, lastError: sql`null` })
      .where(isThere)
      .returning({ id: webhooks.id }),
  );
  const fail = prepare('webhook_fail', (db) =>
    db
      .update(webhooks)
      .set(setColumns(webhooks, 'failures', 'failingSince', 'nextAttemptAt', 'lastError'))
      .where(and(isThere, eq(webhooks.status, 'active'))),
  );
  const setStatus = prepare('webhook_set_status', (db) =>
    db
      .update(webhooks)
      .set({
        ...setColumns(webhooks, 'status', 'stopReason'),
        ...unfailed,
      })
      .where(isThis),
  );
  const remove = prepare('webhook_delete', (db) => db.delete(webhooks).where(isThis));
  const removeSecret = prepare('webhook_delete_secret', (db) =>
    db
      .delete(connectionSecrets)
      .where(and(eq(connectionSecrets.orgId, sql.placeholder('orgId')), eq(connectionSecrets.connectionId, sql.placeholder('id')))),
  );
  const was = ({ activityId, toldOfNext, heldThrough }: WebhookPosition) => ({
    wasActivityId: activityId,
    wasToldOfNext: toldOfNext,
    wasHeldThrough: heldThrough,
  });

  return {
    *create(webhook: Webhook): Op<void> {
      yield* insert({ ...webhook });
    },
    /** False if another process has moved on from there. Without a time if there was nothing to deliver. */
    *moveOn(webhook: Webhook, { activityId, toldOfNext, heldThrough }: WebhookPosition, deliveredAt?: number): Op<boolean> {
      const to = { activityId, toldOfNext, heldThrough, deliveredAt };
      const values = { ...was(webhook), orgId: webhook.orgId, id: webhook.id, ...to };
      return (yield* (deliveredAt === undefined ? moveOn : noteTold)(values)).length > 0;
    },
    /** Moves on to after the delivered event, and counts the one before it as skipped. False if another process has moved on from there. */
    *skip(webhook: Webhook, { activityId, toldOfNext, heldThrough }: WebhookPosition, deliveredAt: number): Op<boolean> {
      const skipped = { skippedEvents: webhook.skippedEvents + 1, skippedAt: deliveredAt };
      const to = { activityId, toldOfNext, heldThrough, deliveredAt, ...skipped };
      return (yield* skip({ ...was(webhook), orgId: webhook.orgId, id: webhook.id, ...to })).length > 0;
    },
    /** Records a failed attempt, unless the webhook has moved on. */
    *fail(webhook: Webhook, failed: Pick<Webhook, 'failures' | 'failingSince' | 'nextAttemptAt' | 'lastError'>): Op<void> {
      yield* fail({ ...was(webhook), orgId: webhook.orgId, id: webhook.id, ...failed });
    },
    *setStatus({ orgId, id }: Pick<Webhook, 'orgId' | 'id'>, status: Webhook['status'], stopReason: Webhook['stopReason']): Op<void> {
      yield* setStatus({ orgId, id, status, stopReason });
    },
    /** Removes a webhook and its secret. */
    *remove({ orgId, id }: Pick<Webhook, 'orgId' | 'id'>): Op<void> {
      yield* remove({ orgId, id });
      yield* removeSecret({ orgId, id });
    },
  };
}
