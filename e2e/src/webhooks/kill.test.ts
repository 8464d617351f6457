import { createHmac } from 'node:crypto';
import { mkdtempDisposableSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { goodPassword, openBrowser, secretOf } from '../console/browser.ts';
import { givenEngine } from '../kit/engines.ts';
import { until } from '../kit/until.ts';
import type { Loose } from '../kit/world.ts';
import { type ServerProcess, startServer, verify } from '../processes/server.ts';
import { openReceiver, type ReceivedEvent } from './receiver.ts';

/** Server at an address that the operator has not allowed. */
async function openVictim() {
  const victim = { touched: 0, url: '' };
  const server = createServer((socket) => {
    victim.touched++;
    socket.destroy();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.9', listening));
  victim.url = `http://127.0.0.9:${(server.address() as { port: number }).port}/`;
  return { victim, [Symbol.dispose]: () => server.close() };
}

async function signUp(server: ServerProcess) {
  const browser = openBrowser(server.url);
  await browser.ok('set_up', { secret: secretOf(server.setUpLink as string), email: 'ada@acme.test', name: 'Ada', password: goodPassword });
  const { organizations } = await browser.ok('my_account');
  const ok = (tool: string, input: object): Promise<Loose> => browser.ok(tool, input, organizations[0].orgId);
  const agent = await ok('create_agent', { name: 'program' });
  const { key } = await ok('create_key', { agentId: agent.id, access: 'write' });
  return { ok, key: key as string };
}

/** Calls a tool, and gives the request id that its event names. */
async function call({ url }: ServerProcess, key: string, tool: string, input: object): Promise<{ value: Loose; requestId: string }> {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  const response = await fetch(`${url}/v1/tools/${tool}`, { method: 'POST', headers, body: JSON.stringify(input) });
  expect(response.status).toBe(200);
  return { value: await response.json(), requestId: response.headers.get('x-request-id') as string };
}

/** Makes the kill look old. Until its lease expires, only the killed process may deliver. */
async function forgetLeases(folder: string): Promise<void> {
  await givenEngine.change(folder, 'delete from leases');
  await givenEngine.change(folder, 'update webhooks set next_attempt_at = created_at where next_attempt_at is not null');
}

it('delivers each event, in order for each item, to a receiver that fails, hangs and redirects, from a gateway that is killed (D81)', async () => {
  using folder = mkdtempDisposableSync(path.join(tmpdir(), 'gatehouse-webhooks-'));
  using elsewhere = await openVictim();
  await using receiver = await openReceiver();
  const environment = { ...(await givenEngine.environment(folder.path)), GATEHOUSE_ALLOW_PRIVATE_SERVICES: '127.0.0.1' };
  let server = await startServer(folder.path, environment);
  const { ok, key } = await signUp(server);
  const { secret } = await ok('create_webhook', { name: 'Chat', url: receiver.url, events: ['item.changed', 'task.changed'] });
  const expected = new Map<string, string[]>();
  const note = (id: string, requestId: string) => expected.set(id, [...(expected.get(id) ?? []), requestId]);
  const docs: string[] = [];
  for (let doc = 0; doc < 3; doc++) {
    const { value, requestId } = await call(server, key, 'create_doc', { title: `Doc ${doc}` });
    docs.push(value.docId);
    note(value.docId, requestId);
  }

  const behaviours: (typeof receiver.behave)[] = [
    // Takes it and never answers.
    () => receiver.asked.length % 4 === 0,
    (_, response) => receiver.asked.length % 5 === 0 && Boolean(response.writeHead(500).end()),
    (_, response) => receiver.asked.length % 3 === 0 && Boolean(response.writeHead(307, { Location: elsewhere.victim.url }).end()),
    (_, response) => receiver.asked.length % 4 === 0 && Boolean(response.destroy()),
  ];
  for (const behave of behaviours) {
    receiver.behave = behave;
    const before = receiver.asked.length;
    for (let edit = 0; edit < 12; edit++) {
      const docId = docs[edit % docs.length] as string;
      note(docId, (await call(server, key, 'append_doc', { docId, text: `${edit}\n` })).requestId);
    }
    const { value, requestId } = await call(server, key, 'create_task', { title: 'A task' });
    note(value.taskId, requestId);
    // Kills in the middle of the deliveries.
    await until('some events have come', () => receiver.asked.length >= before + 4);
    await server.kill();
    await forgetLeases(folder.path);
    server = await startServer(folder.path, environment);
  }
  receiver.behave = () => false;
  await server.kill();
  await forgetLeases(folder.path);
  server = await startServer(folder.path, environment);
  const wanted = [...expected.values()].flat();
  await until('every event has been taken', () => {
    const taken = new Set(receiver.taken.map(({ data }) => data.requestId));
    return wanted.every((requestId) => taken.has(requestId));
  });
  for (const [id, requestIds] of expected) {
    const inOrder = firstsOf(receiver.taken.filter(({ data }) => data.id === id)).map(({ data }) => data.requestId);
    expect(inOrder).toEqual(requestIds);
  }
  expect(receiver.asked.every((event) => isSignedWith(secret, event))).toBe(true);
  expect(elsewhere.victim.touched).toBe(0);
  await server.stop();
  expect(await verify(folder.path, environment)).toMatchObject({ ok: true });
});

/** Keeps only the first delivery of each event. */
function firstsOf(events: readonly ReceivedEvent[]): ReceivedEvent[] {
  return events.filter(({ id }, index) => events.findIndex((event) => event.id === id) === index);
}

function isSignedWith(secret: string, { headers, body }: ReceivedEvent): boolean {
  const hmac = createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'));
  const signature = hmac.update(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`).digest('base64');
  return headers['webhook-signature'] === `v1,${signature}`;
}
