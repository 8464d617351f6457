import { createHmac } from 'node:crypto';
import { dayMs, hourMs, minuteMs, webhookEvents } from '@gatehouse/domain';
import { testEngines } from '@gatehouse/storage/testing';
import { afterEach, describe, expect, it } from 'vitest';
import type { WebhookError, WebhookPort, WebhookRequest } from '../../kernel/ports/webhook-port.ts';
import { createFakeServices } from '../../testing/fake-services.ts';
import { createWorld, type Loose, type World } from '../../testing/test-world.ts';
import { createWebhookDelivery } from './deliver-webhooks.ts';

interface Received {
  id: string;
  type: string;
  data: Loose;
  request: WebhookRequest;
}

/** A receiver with the answers that a test sets. */
interface Receiver {
  received: Received[];
  /** Answer to an event. Undefined accepts it. */
  answer: () => WebhookError | undefined | Promise<WebhookError | undefined>;
  port: WebhookPort;
}

function createReceiver(): Receiver {
  const received: Received[] = [];
  const receiver: Receiver = {
    received,
    answer: () => undefined,
    port: {
      async post(request) {
        const { type, data } = JSON.parse(request.body);
        const event = { id: request.headers['webhook-id'] as string, type, data, request };
        received.push(event);
        const error = await receiver.answer();
        return error ? { delivered: false, error } : { delivered: true };
      },
    },
  };
  return receiver;
}

const stopping: AbortController[] = [];
afterEach(() => {
  for (const one of stopping.splice(0)) one.abort();
});

/** A process that delivers. `run` repeats until nothing is due: a row is settled only a moment after its commit. */
function createProcess(world: World, receiver: Receiver, { store = world.store, holder = 'process_1' } = {}) {
  const stop = new AbortController();
  stopping.push(stop);
  const delivery = createWebhookDelivery({
    store,
    registry: world.gateway.registry,
    services: { open: (sealed) => sealed.sealed.toString() },
    webhooks: receiver.port,
    clock: () => world.clock.now,
    holder,
    report: (error) => expect.unreachable(String(error)),
    signal: stop.signal,
  });
  const look = async () => {
    await delivery.look();
    await delivery.idle();
  };
  return { delivery, look, stop };
}

/** Looks until the receiver has been asked so often. */
async function untilReceived(look: () => Promise<void>, receiver: Receiver, count: number): Promise<Received[]> {
  const looked = async () => {
    await look();
    return receiver.received.length;
  };
  await expect.poll(looked, { timeout: 20_000, interval: 20 }).toBeGreaterThanOrEqual(count);
  return receiver.received;
}

async function openWorld(engine: World['store']['dialect']) {
  const services = createFakeServices();
  const world = await createWorld({ engine, services: { ...services, seal: sealed } });
  const create = async (events: readonly string[] = webhookEvents, by = world.owner) => {
    const { webhook, secret } = await world.ok(by, 'create_webhook', { name: 'Chat', url: 'https://hooks.test/a', events });
    return { id: webhook.id as string, secret: secret as string };
  };
  const state = async () => (await world.ok(world.owner, 'list_webhooks')).webhooks[0];
  return { world, create, state };
}

const sealed = (place: { orgId: string; connectionId: string; field: string }, text: string) => ({
  ...place,
  keyId: '0123456789abcdef',
  sealed: Buffer.from(text),
});

describe.each(testEngines())('webhooks (D81) on $name', ({ dialect, missing }) => {
  it.skipIf(missing)('receive signed events in order, with identifiers and without content', async () => {
    const { world, create, state } = await openWorld(dialect);
    await using _ = world;
    const receiver = createReceiver();
    const { look } = createProcess(world, receiver);
    const key = await world.key(world.owner, 'write');
    await world.ok(key, 'create_doc', { title: 'Before' });
    const { secret } = await create();
    const { docId } = await world.ok(key, 'create_doc', { title: 'Secret plan', bodyMarkdown: 'secret body' });
    await world.ok(key, 'read_doc', { docId });
    await world.ok(key, 'append_doc', { docId, text: 'more' });
    const { id: folderId } = await world.ok(world.owner, 'create_folder', { name: 'Secret folder' });
    const { taskId } = await world.ok(key, 'create_task', { title: 'Secret task' });
    const { commentId } = await world.ok(key, 'add_comment', { itemId: docId, text: 'Secret comment' });
    await world.ok(key, 'resolve_comment', { commentId });
    await world.ok(world.owner, 'edit_comment', { commentId, text: 'Secret comment, edited' });
    await world.refused(key, 'delete_doc', { docId: 'doc_none' });
    const received = await untilReceived(look, receiver, 6);
    expect(received.map(({ type, data }) => [type, data.tool, data.id ?? data.code])).toEqual([
      ['item.changed', 'create_doc', docId],
      ['item.changed', 'append_doc', docId],
      ['folder.changed', 'create_folder', folderId],
      ['task.changed', 'create_task', taskId],
      ['comment.created', 'add_comment', docId],
      ['call.refused', 'delete_doc', 'invalid_request'],
    ]);
    expect(JSON.stringify(received)).not.toMatch(/secret (plan|body|folder|task|comment)/i);
    expect(received[4]?.data).toMatchObject({ kind: 'doc', commentId });
    const { request, id } = received[0] as Received;
    const { 'webhook-timestamp': timestamp, 'webhook-signature': signature } = request.headers;
    const hmac = createHmac('sha256', Buffer.from(secret.replace('whsec_', ''), 'base64'));
    expect(signature).toBe(`v1,${hmac.update(`${id}.${timestamp}.${request.body}`).digest('base64')}`);
    expect(Number(timestamp)).toBe(Math.floor(world.clock.now / 1000));
    expect(new Set(received.map((event) => event.id)).size).toBe(6);
    expect((received[0] as Received).data.by).toMatchObject({ personId: world.owner.personId, entrance: 'http' });
    expect(await state()).toMatchObject({ status: 'active', failures: 0, deliveredAt: world.clock.now });
    await look();
    expect(received).toHaveLength(6);
  });

  it.skipIf(missing)("delivers agents' changes that wait for a review, and decisions about them (D78)", async () => {
    const { world, create } = await openWorld(dialect);
    await using _ = world;
    const key = await world.key(world.owner, 'write');
    const receiver = createReceiver();
    const { look } = createProcess(world, receiver);
    const { id: folderId } = await world.ok(world.owner, 'create_folder', { name: 'Handbook' });
    await world.ok(world.owner, 'set_review', { folderId, review: true });
    await create(['review.requested', 'review.decided', 'comment.created']);
    await world.ok(key, 'create_doc', { title: 'Open', bodyMarkdown: 'x' });
    const { docId } = await world.ok(world.owner, 'create_doc', { title: 'Rules', bodyMarkdown: 'one', folderId });
    await world.ok(key, 'append_doc', { docId, text: ' two' });
    await untilReceived(look, receiver, 1);
    await world.ok(world.owner, 'review_item', { itemId: docId, reviewCount: 1, accept: true });
    await world.ok(key, 'append_doc', { docId, text: ' three' });
    await untilReceived(look, receiver, 3);
    await world.ok(world.owner, 'review_item', { itemId: docId, reviewCount: 3, decline: true, note: 'Two is enough.' });
    const received = await untilReceived(look, receiver, 5);
    const commentId = expect.stringMatching('^comment_');
    expect(received.map(({ type, data }) => [type, data.tool, data.id, data.commentId])).toEqual([
      ['review.requested', 'append_doc', docId, undefined],
      ['review.decided', 'review_item', docId, undefined],
      ['review.requested', 'append_doc', docId, undefined],
      ['review.decided', 'review_item', docId, undefined],
      ['comment.created', 'review_item', docId, commentId],
    ]);
  });

  it.skipIf(missing)('repeats an event with the same identifier until it is accepted, and sends no later event before that', async () => {
    const { world, create, state } = await openWorld(dialect);
    await using _ = world;
    const receiver = createReceiver();
    const { look } = createProcess(world, receiver);
    await create(['item.changed']);
    const key = await world.key(world.owner, 'write');
    const { docId } = await world.ok(key, 'create_doc', { title: 'Plan' });
    await world.ok(key, 'append_doc', { docId, text: 'more' });
    const errors: WebhookError[] = ['status_500', 'timeout', 'unreachable', 'status_302', 'no_answer'];
    receiver.answer = () => errors[receiver.received.length - 1];
    for (const [index, error] of errors.entries()) {
      await untilReceived(look, receiver, index + 1);
      await look();
      expect(receiver.received).toHaveLength(index + 1);
      expect(await state()).toMatchObject({ failures: index + 1, lastError: error, deliveredAt: null });
      world.clock.now += 7 * hourMs;
    }
    await untilReceived(look, receiver, 7);
    expect(receiver.received.map(({ data }) => data.tool)).toEqual([...Array(6).fill('create_doc'), 'append_doc']);
    expect(new Set(receiver.received.slice(0, 6).map(({ id }) => id)).size).toBe(1);
    expect(await state()).toMatchObject({ failures: 0, failingSince: null, nextAttemptAt: null, lastError: null });
  });

  it.skipIf(missing)('waits longer after each failure, and stops after five days of failures until a person resumes it', async () => {
    const { world, create, state } = await openWorld(dialect);
    await using _ = world;
    const receiver = createReceiver();
    const { look } = createProcess(world, receiver);
    const { id: webhookId } = await create(['item.changed']);
    await world.ok(await world.key(world.owner, 'write'), 'create_doc', { title: 'Plan' });
    receiver.answer = () => 'status_503';
    const waits: number[] = [];
    const beganAt = world.clock.now;
    await untilReceived(look, receiver, 1);
    for (let now = await state(); now.status === 'active'; now = await state()) {
      waits.push(now.nextAttemptAt - world.clock.now);
      world.clock.now = now.nextAttemptAt;
      await untilReceived(look, receiver, receiver.received.length + 1);
    }
    expect(waits.slice(0, 4).every((wait, index) => wait >= 4500 * 3 ** index && wait <= 5500 * 3 ** index)).toBe(true);
    expect(Math.max(...waits)).toBeLessThanOrEqual(6.6 * hourMs);
    expect(world.clock.now - beganAt).toBeGreaterThanOrEqual(5 * dayMs);
    expect(world.clock.now - beganAt).toBeLessThan(6 * dayMs);
    expect(await state()).toMatchObject({ status: 'stopped', stopReason: 'failing' });
    const asked = receiver.received.length;
    world.clock.now += dayMs;
    await look();
    expect(receiver.received).toHaveLength(asked);
    receiver.answer = () => undefined;
    await world.ok(world.owner, 'resume_webhook', { webhookId });
    await untilReceived(look, receiver, asked + 1);
    expect(await state()).toMatchObject({ status: 'active', stopReason: null, failures: 0 });
  });

  it.skipIf(missing)('skips and counts an event that the receiver has refused for a day, once it accepts the next one', async () => {
    const { world, create, state } = await openWorld(dialect);
    await using _ = world;
    const receiver = createReceiver();
    const { look } = createProcess(world, receiver);
    await create(['item.changed']);
    const key = await world.key(world.owner, 'write');
    const { docId } = await world.ok(key, 'create_doc', { title: 'Plan' });
    for (const text of ['one', 'two']) await world.ok(key, 'append_doc', { docId, text });
    const isFirst = () => receiver.received.at(-1)?.data.tool === 'create_doc';
    receiver.answer = () => (isFirst() ? 'status_422' : undefined);
    const beganAt = world.clock.now;
    await untilReceived(look, receiver, 1);
    for (let now = await state(); now.failures > 0 && receiver.received.length < 50; now = await state()) {
      expect(receiver.received.every(({ data }) => data.tool === 'create_doc')).toBe(true);
      world.clock.now = now.nextAttemptAt;
      await untilReceived(look, receiver, receiver.received.length + 1);
    }
    expect(world.clock.now - beganAt).toBeGreaterThanOrEqual(dayMs);
    expect(world.clock.now - beganAt).toBeLessThan(1.5 * dayMs);
    const tools = receiver.received.map(({ data }) => data.tool);
    expect(tools.slice(tools.lastIndexOf('create_doc'))).toEqual(['create_doc', 'append_doc', 'append_doc']);
    const after = { status: 'active', failures: 0, failingSince: null, lastError: null, deliveredAt: world.clock.now };
    expect(await state()).toMatchObject({ ...after, skippedEvents: 1, skippedAt: world.clock.now });
    await look();
    expect(receiver.received).toHaveLength(tools.length);
  });

  it.skipIf(missing)('skips nothing if the receiver refuses the next event too, has been down, or refuses access', async () => {
    const { world, create, state } = await openWorld(dialect);
    await using _ = world;
    const receiver = createReceiver();
    const { look } = createProcess(world, receiver);
    await create(['item.changed']);
    const key = await world.key(world.owner, 'write');
    const { docId } = await world.ok(key, 'create_doc', { title: 'Plan' });
    await world.ok(key, 'append_doc', { docId, text: 'one' });
    const attempt = async (error: WebhookError | undefined, count: number) => {
      receiver.answer = () => error;
      const before = receiver.received.length;
      await untilReceived(look, receiver, before + count);
      expect(receiver.received).toHaveLength(before + count);
      world.clock.now += 7 * hourMs;
    };
    for (const error of ['status_503', 'timeout', 'status_401', 'status_404', 'status_429'] as const) await attempt(error, 1);
    // The event is refused, and then set aside. The next one is sent, and refused too.
    await attempt('status_400', 1);
    await attempt('status_400', 2);
    await attempt('status_400', 2);
    expect(await state()).toMatchObject({ failures: 8, skippedEvents: 0, skippedAt: null, deliveredAt: null });
    await attempt(undefined, 2);
    const tools = receiver.received.slice(-2).map(({ data }) => data.tool);
    expect(tools).toEqual(['create_doc', 'append_doc']);
    expect(await state()).toMatchObject({ failures: 0, skippedEvents: 0 });
  });

  it.skipIf(missing)('continues in another process after one died, with the events that were not recorded', async () => {
    const { world, create } = await openWorld(dialect);
    await using _ = world;
    const receiver = createReceiver();
    const dead = createProcess(world, receiver);
    await create(['item.changed']);
    const key = await world.key(world.owner, 'write');
    const { docId } = await world.ok(key, 'create_doc', { title: 'Plan' });
    for (let edit = 0; edit < 5; edit++) await world.ok(key, 'append_doc', { docId, text: `${edit}\n` });
    const died = Promise.withResolvers<WebhookError | undefined>();
    // The process hangs after it sent the third event and before it recorded that.
    receiver.answer = () => (receiver.received.length === 3 ? died.promise : undefined);
    await untilReceived(dead.delivery.look, receiver, 3);
    const other = createProcess(world, receiver, { store: await world.openAnother(), holder: 'process_2' });
    await other.look();
    expect(receiver.received).toHaveLength(3);
    world.clock.now += 2 * minuteMs;
    await untilReceived(other.look, receiver, 7);
    const ids = receiver.received.map(({ id }) => id);
    expect(ids[3]).toBe(ids[2]);
    expect(new Set(ids).size).toBe(6);
    // Records of the first process are now too late to change anything.
    died.resolve(undefined);
    await dead.delivery.idle();
    await other.look();
    expect(receiver.received).toHaveLength(7);
  });

  it.skipIf(missing)('receive everything once if two processes deliver', async () => {
    const { world, create } = await openWorld(dialect);
    await using _ = world;
    const receiver = createReceiver();
    await create(['task.changed']);
    const [one, two] = [
      createProcess(world, receiver),
      createProcess(world, receiver, { store: await world.openAnother(), holder: 'process_2' }),
    ];
    const key = await world.key(world.owner, 'write');
    for (let task = 0; task < 20; task++) await world.ok(key, 'create_task', { title: `Task ${task}` });
    await untilReceived(async () => void (await Promise.all([one.look(), two.look()])), receiver, 20);
    await Promise.all([one.look(), two.look()]);
    expect(receiver.received).toHaveLength(20);
    expect(new Set(receiver.received.map(({ data }) => data.id)).size).toBe(20);
  });

  it.skipIf(missing)('receive an event for each item that one call changed', async () => {
    const { world, create } = await openWorld(dialect);
    await using _ = world;
    const receiver = createReceiver();
    const { look } = createProcess(world, receiver);
    const key = await world.key(world.owner, 'write');
    const { id: folderId } = await world.ok(world.owner, 'create_folder', { name: 'Plans' });
    const docs = [];
    for (const title of ['One', 'Two', 'Three']) docs.push((await world.ok(key, 'create_doc', { title, folderId })).docId);
    world.clock.now += 1000;
    await create(['item.changed', 'folder.changed']);
    await world.ok(world.owner, 'delete_folder', { folderId });
    let failed = false;
    // The second fails once: the first is not sent again.
    receiver.answer = () => {
      if (receiver.received.length !== 2 || failed) return undefined;
      failed = true;
      return 'status_500';
    };
    await untilReceived(look, receiver, 2);
    world.clock.now += minuteMs;
    await untilReceived(look, receiver, 5);
    expect(receiver.received.map(({ data }) => data.id).toSorted()).toEqual([...docs, folderId, receiver.received[1]?.data.id].toSorted());
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(4);
  });

  it.skipIf(missing)('send only what their creator can see at that time, and stop when the creator is gone', async () => {
    const { world, create, state } = await openWorld(dialect);
    await using _ = world;
    const receiver = createReceiver();
    const { look } = createProcess(world, receiver);
    const admin = await world.addPerson('admin@acme.test', 'admin');
    await create(webhookEvents, admin);
    await world.ok(world.owner, 'set_person_role', { email: 'admin@acme.test', role: 'member' });
    const { id: folderId } = await world.ok(world.owner, 'create_folder', { name: 'Private' });
    const hidden = await world.ok(world.owner, 'create_doc', { title: 'Hidden', folderId });
    await world.refused(world.owner, 'delete_doc', { docId: 'doc_none' });
    const shown = await world.ok(world.owner, 'create_doc', { title: 'Shown' });
    const [event] = await untilReceived(look, receiver, 1);
    expect(receiver.received).toHaveLength(1);
    // The actor is left out, because members must not see who else changed something.
    expect(event?.data).toEqual({ orgId: world.orgId, kind: 'doc', id: shown.docId });
    expect(JSON.stringify(receiver.received)).not.toContain(hidden.docId);
    await world.ok(world.owner, 'remove_person', { email: 'admin@acme.test' });
    await world.ok(world.owner, 'create_doc', { title: 'Later' });
    const looked = async () => {
      await look();
      return (await state()).status;
    };
    await expect.poll(looked, { timeout: 20_000 }).toBe('stopped');
    expect(await state()).toMatchObject({ stopReason: 'no_creator' });
    expect(receiver.received).toHaveLength(1);
  });

  it.skipIf(missing)('stops immediately if the receiver is gone for good, and sends nothing while paused', async () => {
    const { world, create, state } = await openWorld(dialect);
    await using _ = world;
    const receiver = createReceiver();
    const { look } = createProcess(world, receiver);
    const { id: webhookId } = await create(['item.changed']);
    const key = await world.key(world.owner, 'write');
    await world.ok(world.owner, 'pause_webhook', { webhookId });
    await world.ok(key, 'create_doc', { title: 'One' });
    await look();
    await look();
    expect(receiver.received).toEqual([]);
    await world.ok(world.owner, 'resume_webhook', { webhookId });
    receiver.answer = () => 'status_410';
    await untilReceived(look, receiver, 1);
    expect(await state()).toMatchObject({ status: 'stopped', stopReason: 'gone', lastError: 'status_410' });
  });

  it.skipIf(missing)('sends nothing more once it is paused, not even an event that it was about to send', async () => {
    const { world, create } = await openWorld(dialect);
    await using _ = world;
    const receiver = createReceiver();
    const { look } = createProcess(world, receiver);
    const { id: webhookId } = await create(['item.changed']);
    const key = await world.key(world.owner, 'write');
    for (const title of ['One', 'Two', 'Three']) await world.ok(key, 'create_doc', { title });
    receiver.answer = async () => {
      if (receiver.received.length === 2) await world.ok(world.owner, 'pause_webhook', { webhookId });
      return undefined;
    };
    await untilReceived(look, receiver, 2);
    await look();
    expect(receiver.received).toHaveLength(2);
    await world.ok(world.owner, 'resume_webhook', { webhookId });
    await untilReceived(look, receiver, 3);
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(3);
  });

  it.skipIf(missing)("receive nothing about another person's private connection (D81.2)", async () => {
    const { world, create } = await openWorld(dialect);
    await using _ = world;
    const receiver = createReceiver();
    const { look } = createProcess(world, receiver);
    const member = await world.addPerson('member@acme.test');
    const connect = async (by: typeof member, service: string, visibility: string) =>
      await world.ok(by, 'add_connection', { service, name: service, kind: 'mcp-http', url: `https://${service}.test/mcp`, visibility });
    await connect(member, 'therapist', 'private');
    await connect(world.owner, 'tracker', 'organization');
    const key = await world.key(member, 'write');
    await create(['call.refused']);
    for (const service of ['therapist', 'tracker'])
      await world.refused(key, 'execute_service_tool', { toolSlug: `${service}__create_issue`, arguments: {} });
    await world.refused(key, 'delete_doc', { docId: 'doc_none' });
    const told = await untilReceived(look, receiver, 2);
    expect(told.map(({ data }) => [data.tool, data.service])).toEqual([
      ['execute_service_tool', 'tracker'],
      ['delete_doc', undefined],
    ]);
  });

  it.skipIf(missing)('receive an event about tools that wait for a person, after a moment', async () => {
    const { world, create } = await openWorld(dialect);
    await using _ = world;
    const receiver = createReceiver();
    const { look } = createProcess(world, receiver);
    await create(['tool.held']);
    const held = await addHeldTools(world);
    await look();
    expect(receiver.received).toEqual([]);
    world.clock.now += minuteMs;
    await untilReceived(look, receiver, 1);
    await look();
    expect(receiver.received.map(({ type, data }) => [type, data])).toEqual([
      ['tool.held', { orgId: world.orgId, connectionId: held.id, service: 'github', tools: 2 }],
    ]);
  });
});

/** Adds two unapproved tools of an organization connection, and one of another person's private connection. */
async function addHeldTools({ store, orgId, owner, clock, addPerson }: World) {
  const member = await addPerson('member@acme.test');
  const at = clock.now + 1;
  const of = (id: string, visibility: 'organization' | 'private', ownerId: string) => ({
    ...{ orgId, id, service: 'github', name: 'GitHub', label: null, visibility, ownerId, kind: 'mcp-http' as const, config: {} },
    ...{
      status: 'active' as const,
      statusNote: null,
      holdNew: true,
      revision: 1,
      createdAt: at,
      updatedAt: at,
      catalogueAt: at,
      leftOut: null,
    },
  });
  const connection = of('conn_1', 'organization', owner.personId);
  const tool = (connectionId: string, name: string) => ({
    ...{ orgId, connectionId, name, title: null, description: '', inputSchema: {}, outputSchema: null, annotations: null, binding: null },
    ...{ mode: 'write' as const, markedMode: null, markedBy: null, definitionHash: 'hash', approvedHash: null, heldFor: 'new' as const },
    ...{ isOff: false, approvedDefinition: null, searchText: '', changedAt: at, removedAt: null },
  });
  await store.perform(
    function* () {
      for (const one of [connection, of('conn_2', 'private', member.personId)]) {
        yield* store.connections.create(one);
        yield* store.serviceTools.add(tool(one.id, 'create_issue'));
      }
      yield* store.serviceTools.add(tool(connection.id, 'close_issue'));
    },
    { changes: true },
  );
  return connection;
}
