import { describe, expect, it } from 'vitest';
import { callMany } from '../entrances/many.ts';
import { type Loose, openWorld, type World } from '../world.ts';

async function answered(world: World, key: string | undefined, calls: unknown): Promise<{ status: number; body: Loose }> {
  const response = await callMany(world.url, key, calls);
  return { status: response.status, body: await response.json() };
}

describe('several calls in one request (D90)', () => {
  it('are made in their order, each counted and logged as a call of its own', async () => {
    await using world = await openWorld();
    const { key } = await world.createKey(world.owner, 'write');
    const calls = [
      { tool: 'create_task', arguments: { title: 'Tidy up' } },
      { tool: 'list_tasks' },
      { tool: 'update_task', arguments: { taskNumber: 1, state: 'done' } },
      { tool: 'read_everything' },
      { tool: 'whoami' },
    ];
    const { status, body } = await answered(world, key, calls);
    expect(status).toBe(200);
    expect(body.next).toBeNull();
    expect(body.answers.map((answer: Loose) => [answer.status, answer.body.error?.reason ?? answer.body.error?.code])).toEqual([
      [200, undefined],
      [200, undefined],
      [400, 'unknown_argument'],
      [404, 'not_found'],
      [200, undefined],
    ]);
    expect(body.answers[1].body).toMatchObject([{ title: 'Tidy up' }]);
    const rows = (await world.activity()).filter(({ entrance }) => entrance === 'http').toReversed();
    expect(rows.map(({ tool, outcome, requestId }) => [tool, outcome, requestId])).toEqual([
      ['create_task', 'ok', body.answers[0].requestId],
      ['list_tasks', 'ok', body.answers[1].requestId],
      ['update_task', 'invalid_request', body.answers[2].requestId],
      ['read_everything', 'not_found', body.answers[3].requestId],
      ['whoami', 'ok', body.answers[4].requestId],
    ]);
  });

  it('stop at the one that is beyond the limit, and say where', async () => {
    await using world = await openWorld({ callsPerMinute: 2 });
    const { key } = await world.createKey(world.owner, 'write');
    const { body } = await answered(world, key, Array(5).fill({ tool: 'whoami' }));
    expect(body.answers.map(({ status }: Loose) => status)).toEqual([200, 200, 429]);
    expect(body.answers[2].retryAfter).toBeGreaterThan(0);
    expect(body.next).toBe(3);
  });

  it('stop behind 8 MiB of answers, and say where', async () => {
    await using world = await openWorld();
    const { key } = await world.createKey(world.owner, 'write');
    const created = await answered(world, key, [{ tool: 'create_doc', arguments: { title: 'Long', bodyMarkdown: 'x'.repeat(250_000) } }]);
    const { docId } = created.body.answers[0].body;
    const { body } = await answered(world, key, Array(60).fill({ tool: 'read_doc', arguments: { docId } }));
    expect(body.next).toBe(34);
    expect(body.answers).toHaveLength(34);
  });

  it('are repeated each under its own idempotency key', async () => {
    await using world = await openWorld();
    const { key } = await world.createKey(world.owner, 'write');
    const calls = ['one', 'two'].map((title) => ({ tool: 'create_task', arguments: { title }, idempotencyKey: title }));
    const first = await answered(world, key, calls);
    const again = await answered(world, key, calls);
    expect(again.body.answers.map(({ isReplay, body }: Loose) => [isReplay, body])).toEqual(
      first.body.answers.map(({ body }: Loose) => [true, body]),
    );
    const { body } = await answered(world, key, [{ tool: 'list_tasks' }]);
    expect(body.answers[0].body).toHaveLength(2);
  });

  it('are refused together without a good key, after the first', async () => {
    await using world = await openWorld();
    const revoked = await world.createKey(world.owner, 'write');
    await world.as(world.owner, 'revoke_key', { keyId: revoked.keyId });
    for (const key of [undefined, revoked.key]) {
      const { status, body } = await answered(world, key, Array(3).fill({ tool: 'whoami' }));
      expect([status, body.error.code]).toEqual([401, 'unauthorized']);
    }
  });

  it.each([
    ['no list', { call: [] }, 'has no list "calls"'],
    ['none', { calls: [] }, 'has 0 calls; send 1 to 100'],
    ['too many', { calls: Array(101).fill({ tool: 'whoami' }) }, 'has 101 calls; send 1 to 100'],
    ['an unknown field', { calls: [{ tool: 'whoami', input: {} }] }, 'calls[0] has an unknown field "input"'],
    ['one without a tool', { calls: [{ tool: 'whoami' }, {}] }, 'calls[1] has no "tool"'],
    ['one that is no object', { calls: ['whoami'] }, 'calls[0] is no object'],
    ['a key that is no text', { calls: [{ tool: 'whoami', idempotencyKey: 1 }] }, '"idempotencyKey" of calls[0]'],
    ['a field beside them', { calls: [{ tool: 'whoami' }], all: true }, 'the body has an unknown field "all"'],
  ])('are refused before any is made: %s', async (_, given, message) => {
    await using world = await openWorld();
    const { key } = await world.createKey(world.owner, 'write');
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
    const response = await fetch(`${world.url}/v1/calls`, { method: 'POST', headers, body: JSON.stringify(given) });
    expect([response.status, await response.json()]).toEqual([
      400,
      { error: { code: 'invalid_request', reason: 'malformed_body', message: expect.stringContaining(message) } },
    ]);
    expect((await world.activity()).filter(({ entrance }) => entrance === 'http')).toEqual([]);
  });
});
