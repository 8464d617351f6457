import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { forEachEntrance } from '../entrances/index.ts';
import { givenEngine } from '../kit/engines.ts';
import { openWorld } from '../kit/world.ts';
import { openDesk } from './desk.ts';

describe('the activity row (D14)', () => {
  it('records who did what to which item, the entrance, the outcome, the duration and the size', async () => {
    await using desk = await openDesk();
    const input = { title: 'Plan', bodyMarkdown: 'Steps' };
    const reply = await desk.reply('create_doc', input);
    const [row] = await desk.activity();
    expect(row).toEqual({
      id: expect.any(Number),
      at: desk.clock.now,
      orgId: desk.orgId,
      personId: desk.person.personId,
      agentId: expect.stringMatching(/^agent_/),
      keyId: desk.keyId,
      entrance: 'http',
      sdkName: 'gatehouse-e2e',
      sdkVersion: '1.0',
      client: 'gatehouse-e2e/1.0',
      agentName: null,
      tool: 'create_doc',
      itemType: 'doc',
      itemId: reply.value.docId,
      outcome: 'ok',
      reason: null,
      status: 200,
      durationMicros: expect.any(Number),
      requestId: reply.requestId,
      traceId: null,
      argumentBytes: Buffer.byteLength(JSON.stringify(input)),
      resultBytes: Buffer.byteLength(reply.raw),
      count: 1,
      foldedMinute: null,
      service: null,
      connectionId: null,
      serviceTool: null,
      serviceMicros: null,
    });
  });

  it('counts bytes of arguments and results, not characters', async () => {
    await using desk = await openDesk();
    const input = { title: 'Pläne', bodyMarkdown: 'Schritte 😀 für übermorgen' };
    const { docId } = await desk.ok('create_doc', input);
    const read = await desk.reply('read_doc', { docId });
    const [reading, creating] = await desk.activity();
    expect(creating?.argumentBytes).toBe(Buffer.byteLength(JSON.stringify(input)));
    expect(reading?.resultBytes).toBe(Buffer.byteLength(read.raw));
    expect(reading?.resultBytes).toBeGreaterThan(read.raw.length);
  });

  it('is written for refusals too, with code and reason, but not without a valid key', async () => {
    await using desk = await openDesk();
    const before = (await desk.activity()).length;
    await desk.reply('delete_doc', {}, desk.readKey);
    await desk.reply('read_doc', { docId: 'x' });
    await desk.reply('no_such_tool');
    await desk.reply('whoami', {}, 'gth_bad');
    const rows = (await desk.activity()).slice(0, -before).reverse();
    expect(rows.map(({ tool, outcome, reason, status }) => [tool, outcome, reason, status])).toEqual([
      ['delete_doc', 'forbidden', null, 403],
      ['read_doc', 'invalid_request', 'no_such_item', 400],
      ['no_such_tool', 'not_found', null, 404],
    ]);
  });

  it('names the service tool and the connection of a call', async () => {
    await using desk = await openDesk();
    const connect = { service: 'github', name: 'GitHub', kind: 'mcp-http', url: 'https://mcp.example.com/' };
    const { connectionId } = await desk.as(desk.person, 'add_connection', connect);
    const run = (fail: boolean) => desk.reply('execute_service_tool', { toolSlug: 'github__list_issues', arguments: { repo: 'a', fail } });
    expect((await run(false)).code).toBe('ok');
    expect((await run(true)).code).toBe('service_error');
    const [failed, done] = await desk.activity();
    expect(done).toMatchObject({ outcome: 'ok', service: 'github', connectionId, serviceTool: 'list_issues' });
    expect(failed).toMatchObject({ outcome: 'service_error', reason: 'service_failed', status: 502, connectionId });
    expect(done?.serviceMicros).toBeGreaterThan(0);
  });

  it('folds calls beyond the limit into one row per key and minute, with their number', async () => {
    await using desk = await openDesk({ callsPerMinute: 1 });
    desk.clock.now = Date.UTC(2026, 0, 1, 12, 0, 58);
    await desk.ok('whoami');
    const before = (await desk.activity()).length;
    for (let call = 0; call < 7; call++) await desk.refused('search', { query: 'x' });
    desk.clock.now += 5000;
    for (let call = 0; call < 3; call++) await desk.refused('search', { query: 'x' });
    const folded = (await desk.activity()).slice(0, -before);
    expect(folded.map(({ outcome, status, count, keyId }) => ({ outcome, status, count, keyId }))).toEqual([
      { outcome: 'rate_limited', status: 429, count: 3, keyId: desk.keyId },
      { outcome: 'rate_limited', status: 429, count: 7, keyId: desk.keyId },
    ]);
  });

  it('never contains an argument, a body or a secret, in any column, for any tool and outcome', async () => {
    await using desk = await openDesk();
    const canary = 'CANARY-e51b';
    const values = new Set<string>();
    for (const { definition } of desk.gateway.registry.agentTools) {
      const spoilt = Object.fromEntries(Object.keys(definition.input.shape).map((name) => [name, `${canary} ${name}`]));
      // agentName is what the caller wants to be called in the log.
      await desk.reply(definition.name, { ...spoilt, agentName: undefined });
      await desk.reply(definition.name, { [canary]: canary });
    }
    const { docId } = await desk.ok('create_doc', { title: canary, bodyMarkdown: canary });
    await desk.ok('search', { query: canary });
    await desk.ok('find_text', { docId, query: canary });
    await desk.ok('edit_doc', { docId, oldText: canary, newText: `${canary} 2` });
    await desk.ok('update_doc', { docId, bodyMarkdown: canary, changeSummary: canary });
    await desk.ok('write_file', { name: canary, content: canary, tags: [canary], changeSummary: canary });
    await desk.ok('create_task', { title: canary, notes: canary });
    await desk.refused('write_file', { name: canary, content: 'again' });
    for (const row of await desk.activity()) for (const value of Object.values(row)) values.add(String(value));
    expect([...values].filter((value) => value.includes(canary) || value.includes(desk.key.slice(13)))).toEqual([]);
  });

  it('is committed before the answer is sent, in one transaction with the change', async () => {
    let failing = false;
    await using desk = await openDesk({
      alter: (gateway) => {
        const { activity } = gateway.store;
        const { record } = activity;
        activity.record = function* (row) {
          if (failing) throw new Error('the disk is full');
          yield* record(row);
        };
        return gateway;
      },
    });
    const { docId } = await desk.ok('create_doc', { title: 'One', bodyMarkdown: 'a' });
    failing = true;
    expect(await desk.refused('update_doc', { docId, bodyMarkdown: 'b', changeSummary: 'unlogged' })).toBe('internal_error');
    failing = false;
    expect(await desk.ok('read_doc', { docId })).toMatchObject({ bodyMarkdown: 'a', versionCount: 1 });
  });

  it('is shown in full to owners, to members if it is theirs, and to no agent', async () => {
    await using desk = await openDesk();
    await desk.ok('whoami');
    const bob = await desk.addPerson('bob@acme.test');
    const people = async (who: typeof bob) =>
      new Set((await desk.as(who, 'list_activity', { limit: 500 })).activity.map(({ personId }: { personId: string }) => personId));
    expect(await people(desk.owner)).toContain(desk.person.personId);
    expect(await people(desk.person)).toEqual(new Set([desk.person.personId]));
    expect(await people(bob)).not.toContain(desk.person.personId);
    expect(await desk.refused('list_activity')).toBe('not_found');
  });
});

forEachEntrance((kind) => {
  it("tags a call with its entrance and the client's own name (D15)", async () => {
    await using world = await openWorld();
    await using entrance = kind.open(world);
    const { key } = await world.createKey(world.owner, 'read');
    await entrance.call('whoami', {}, { key });
    const [row] = await world.activity();
    expect(row).toMatchObject({ entrance: kind.tag, sdkName: 'gatehouse-e2e', sdkVersion: '1.0' });
  });

  it('names the agent of a read (D24, D29)', async () => {
    await using world = await openWorld();
    await using entrance = kind.open(world);
    const { key } = await world.createKey(world.owner, 'write');
    const { id } = (await entrance.call('write_file', { name: 'a.txt', content: 'a' }, { key })).value;
    await entrance.call('read_file', { fileId: id, agentName: 'release bot' }, { key });
    expect((await world.activity())[0]).toMatchObject({ tool: 'read_file', itemType: 'file', itemId: id, agentName: 'release bot' });
  });
});

it("shows a client's false name as given, which gains the client nothing (D15)", async () => {
  await using desk = await openDesk();
  const headers = {
    Authorization: `Bearer ${desk.readKey}`,
    'X-Gatehouse-Client': 'operator-console/9.9',
    'Content-Type': 'application/json',
  };
  const response = await fetch(`${desk.url}/v1/tools/create_doc`, { method: 'POST', headers, body: '{"title":"a"}' });
  expect(response.status).toBe(403);
  expect((await desk.activity())[0]).toMatchObject({ entrance: 'http', sdkName: 'operator-console', sdkVersion: '9.9' });
});

it('no stored data contains the secret of downloads, a key or an argument of the log (D14)', async () => {
  await using desk = await openDesk();
  await desk.reply('whoami', { token: 'gth_in_an_argument_0123456789' });
  await desk.ok('create_doc', { title: 'gth_in_a_title', bodyMarkdown: '' });
  const files = readdirSync(desk.folder).map((name) => readFileSync(path.join(desk.folder, name)));
  const stored = Buffer.concat([...files, Buffer.from(await givenEngine.dump(desk.folder))]);
  expect(stored.includes('gth_in_a_title')).toBe(true);
  expect(stored.includes('gth_in_an_argument')).toBe(false);
  expect(stored.includes(desk.key)).toBe(false);
  // Postgres writes bytes as hexadecimal digits.
  for (const form of ['latin1', 'hex', 'base64'] as const)
    expect(stored.includes(desk.settings.secret.toString(form), 'latin1')).toBe(false);
});
