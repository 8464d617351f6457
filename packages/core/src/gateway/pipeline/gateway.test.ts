import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { madeBy } from '../../kernel/context/made-by.ts';
import { type AnyDefinition, defineDiscoveryTool, defineServiceTool, defineTool } from '../../kernel/context/tool.ts';
import { newId } from '../../kernel/ids/ids.ts';
import { createWorld, type World } from '../../testing/test-world.ts';
import type { Call } from '../calls/call.ts';

const plain = {
  title: 'Test',
  description: 'For tests.',
  audience: 'agent' as const,
  access: 'write' as const,
  hints: { destructive: false, idempotent: false, openWorld: false },
  input: z.strictObject({ name: z.string().default('left behind') }),
  output: z.object({ ok: z.boolean() }),
  example: { input: {}, output: { ok: true } },
};

/** Makes a folder, then fails in some way. */
function failingTool(fault: unknown, access: 'read' | 'write' = 'write'): AnyDefinition {
  return defineTool({
    ...plain,
    access,
    name: 'fail',
    *run(context, { name }) {
      const { store, viewer, now } = context;
      const folder = { orgId: viewer.orgId, id: newId('folder', now), name, ownerId: viewer.personId, visibility: 'private' as const };
      if (access === 'write') yield* store.folders.create({ ...folder, createdAt: now }, madeBy(context));
      throw fault;
    },
  });
}

const rowsOf = ({ store, orgId }: World) => store.read(() => store.activity.list({ orgId, limit: 1000 }));
const foldersOf = async ({ ok, owner }: World) => (await ok(owner, 'list_folders')).folders;

function callOf(
  { registry }: World['gateway'],
  credential: Call['credential'],
  { tool = 'whoami', ...change }: Partial<Omit<Call, 'tool'>> & { tool?: string },
): Call {
  return {
    tool: registry.named(tool),
    credential,
    origin: { entrance: 'http' },
    requestId: 'req_1',
    readArguments: () => undefined,
    argumentBytes: 0,
    ...change,
  };
}

describe('a tool that fails', () => {
  it('leaves none of its changes, and its whole log row (D14)', async () => {
    await using world = await createWorld({ extraTools: [failingTool(new Error('SECRET detail'))] });
    const key = await world.key(world.owner, 'write');
    const answer = await world.call(key, 'fail');
    expect(answer).toMatchObject({ ok: false, error: { code: 'internal_error' } });
    expect(JSON.stringify(answer)).not.toContain('SECRET');
    expect(await foldersOf(world)).toEqual([]);
    expect((await rowsOf(world)).find(({ tool }) => tool === 'fail')).toMatchObject({ outcome: 'internal_error', status: 500 });
    expect(world.reported).toMatchObject([{ code: 'internal_error', cause: { message: 'SECRET detail' } }]);
  });

  it.each(['a string', undefined, null, { code: 'ok' }])('by throwing %j gets the usual answer', async (thrown) => {
    await using world = await createWorld({ extraTools: [failingTool(thrown, 'read')] });
    expect(await world.refused(await world.key(world.owner, 'read'), 'fail')).toBe('internal_error');
    expect(world.reported).toHaveLength(1);
  });

  it('does not affect other calls in the same turn', async () => {
    await using world = await createWorld({ extraTools: [failingTool(new Error('one of many'))] });
    const key = await world.key(world.owner, 'write');
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        index % 3 === 0 ? world.call(key, 'fail') : world.call(key, 'create_folder', { name: `n${index}` }),
      ),
    );
    expect(answers.map(({ ok }) => ok)).toEqual(answers.map((_, index) => index % 3 !== 0));
    expect(await foldersOf(world)).toHaveLength(20);
  });
});

describe('the arguments', () => {
  it('are read only after the key, limit and tool name are checked (D1)', async () => {
    await using world = await createWorld({ callsPerMinute: 3 });
    const key = await world.key(world.owner, 'read');
    let read = 0;
    const readArguments = () => void read++;
    const call = async (credential: string | undefined, tool: string) => {
      const answer = await world.gateway.call(callOf(world.gateway, { type: 'key', key: credential }, { tool, readArguments }));
      return answer.ok ? 'ok' : answer.error.code;
    };
    expect(await call(undefined, 'whoami')).toBe('unauthorized');
    expect(await call(key, 'no_such_tool')).toBe('not_found');
    expect(await call(key, 'create_doc')).toBe('forbidden');
    expect(read).toBe(0);
    expect(await call(key, 'whoami')).toBe('ok');
    expect(read).toBe(1);
    expect(await call(key, 'whoami')).toBe('rate_limited');
    expect(read).toBe(1);
  });
});

describe('a call', () => {
  it('never rejects, even if the store is gone', async () => {
    const world = await createWorld();
    const key = await world.key(world.owner, 'read');
    await world.store.close();
    expect(await world.refused(key, 'whoami')).toBe('internal_error');
    expect(world.reported).toHaveLength(1);
  });

  it('is logged, but not counted against the limit, if a person makes it (D13, D14)', async () => {
    await using world = await createWorld({ callsPerMinute: 1 });
    for (let call = 0; call < 5; call++) await world.ok(world.owner, 'list_people');
    const rows = (await rowsOf(world)).filter(({ tool }) => tool === 'list_people');
    expect(rows.map(({ entrance, keyId }) => [entrance, keyId])).toEqual(Array.from({ length: 5 }, () => ['cli', null]));
  });

  it("finds people's tools for people, the operator's for the operator, and neither for a key (D9)", async () => {
    await using world = await createWorld();
    const key = await world.key(world.owner, 'write');
    expect(await world.refused(key, 'list_people')).toBe('not_found');
    expect(await world.refused(key, 'list_organizations')).toBe('not_found');
    expect(await world.refused(world.owner, 'list_organizations')).toBe('not_found');
    expect(await world.refused({ type: 'operator' }, 'list_people')).toBe('not_found');
    expect((await world.call({ type: 'operator' }, 'list_organizations')).ok).toBe(true);
    expect((await world.call(world.owner, 'whoami')).ok).toBe(true);
  });

  it('is refused to a member if the tool requires a role', async () => {
    await using world = await createWorld();
    const member = await world.addPerson('ada@acme.test');
    expect(await world.refused(member, 'add_person', { email: 'bob@acme.test' })).toBe('forbidden');
    const admin = await world.addPerson('bob@acme.test', 'admin');
    expect(await world.refused(admin, 'set_person_role', { email: 'owner@acme.test', role: 'member' })).toBe('forbidden');
    expect(await world.refused(world.owner, 'set_person_role', { email: 'owner@acme.test', role: 'member' })).toBe(
      'invalid_request/last_owner',
    );
  });
});

describe('a tool that calls other systems', () => {
  const outside = (runOutside: () => Promise<{ ok: boolean }>) =>
    defineServiceTool({ ...plain, name: 'leave', *prepare() {}, *checkAgain() {}, runOutside });

  it('keeps its place in the limit while it runs, and is logged when it returns', async () => {
    const away = Promise.withResolvers<{ ok: boolean }>();
    await using world = await createWorld({ callsPerMinute: 1, extraTools: [outside(() => away.promise)] });
    const key = await world.key(world.owner, 'write');
    const leaving = world.call(key, 'leave');
    expect(await world.refused(key, 'whoami')).toBe('rate_limited');
    expect((await rowsOf(world)).filter(({ tool }) => tool === 'leave')).toEqual([]);
    away.resolve({ ok: true });
    expect(await leaving).toMatchObject({ ok: true, value: { ok: true } });
    expect((await rowsOf(world)).filter(({ tool }) => tool === 'leave')).toMatchObject([{ outcome: 'ok' }]);
  });

  it('is logged if it fails there', async () => {
    await using world = await createWorld({ extraTools: [outside(async () => Promise.reject(new Error('SECRET address')))] });
    const key = await world.key(world.owner, 'write');
    expect(await world.refused(key, 'leave')).toBe('internal_error');
    expect((await rowsOf(world)).find(({ tool }) => tool === 'leave')).toMatchObject({ outcome: 'internal_error' });
  });

  it('is notified when its caller disconnects', async () => {
    const heard: boolean[] = [];
    const leave = defineServiceTool({
      ...plain,
      name: 'leave',
      *prepare() {},
      *checkAgain() {},
      async runOutside(_context, _prepared, { signal }) {
        await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
        heard.push(signal.aborted);
        return { ok: false };
      },
    });
    await using world = await createWorld({ extraTools: [leave] });
    const key = await world.key(world.owner, 'write');
    const caller = new AbortController();
    const answer = world.gateway.call(callOf(world.gateway, { type: 'key', key }, { tool: 'leave', signal: caller.signal }));
    await world.ok(key, 'whoami');
    caller.abort();
    await answer;
    expect(heard).toEqual([true]);
  });

  it('stores its result and its log row in one transaction, or neither', async () => {
    const bring = defineDiscoveryTool({
      ...plain,
      name: 'bring',
      *prepare() {},
      runOutside: async () => 'found',
      *conclude(context, _prepared, name) {
        const { store, viewer, now } = context;
        const folder = { orgId: viewer.orgId, id: newId('folder', now), name, ownerId: viewer.personId, visibility: 'private' as const };
        yield* store.folders.create({ ...folder, createdAt: now }, madeBy(context));
        throw new Error('second thoughts');
      },
    });
    await using world = await createWorld({ extraTools: [bring] });
    const key = await world.key(world.owner, 'write');
    expect(await world.refused(key, 'bring')).toBe('internal_error');
    expect(await foldersOf(world)).toEqual([]);
    expect((await rowsOf(world)).find(({ tool }) => tool === 'bring')).toMatchObject({ outcome: 'internal_error' });
  });
});

describe('identify', () => {
  it('returns the owner of a key, without counting or logging', async () => {
    await using world = await createWorld({ callsPerMinute: 1 });
    const key = await world.key(world.owner, 'read');
    const before = (await rowsOf(world)).length;
    for (let time = 0; time < 3; time++)
      expect(await world.gateway.identify({ type: 'key', key })).toMatchObject({ type: 'key', access: 'read' });
    await expect(world.gateway.identify({ type: 'key', key: 'gth_bad' })).rejects.toMatchObject({ code: 'unauthorized' });
    expect(await rowsOf(world)).toHaveLength(before);
    expect((await world.call(key, 'whoami')).ok).toBe(true);
  });
});
