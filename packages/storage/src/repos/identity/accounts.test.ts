import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../engines/store.ts';
import type { Op } from '../../kernel/ops.ts';
import { type TestStore, testEngines } from '../../testing/index.ts';
import { acme, createAcme, sampleKeyHash } from '../../testing/sample-rows.ts';

const accountId = 'account_ada';
const sessionTimes = { createdAt: 1, seenAt: 1, expiresAt: 1_000_000 };

/** Sign-in behavior that every engine must share. */
describe.each(testEngines())('accounts on $name', ({ missing, open }) => {
  if (missing !== undefined) {
    it.skip('runs only where the engine is available');
    return;
  }
  let test: TestStore;
  let store: Store;

  beforeEach(async () => {
    test = await open();
    store = test.store;
    await change(function* () {
      yield* createAcme(store);
      yield* store.organizations.create({ id: 'org_other', name: 'Other', createdAt: 2 });
      yield* store.accounts.create({ id: accountId, email: 'ada@acme.test', name: 'Ada', passwordHash: null, createdAt: 1 });
      yield* bind('person_ada', accountId);
      for (const id of ['session_1', 'session_2', 'session_3'])
        yield* store.sessions.create({ id, hash: sampleKeyHash(id), accountId, client: null, ...sessionTimes });
    });
  });
  afterEach(() => test[Symbol.asyncDispose]());

  const change = <T>(program: () => Op<T>): Promise<T> => store.perform(program, { changes: true });
  const read = <T>(program: () => Op<T>): Promise<T> => store.read(program);
  const find = (id: string, orgId?: string) => read(() => store.sessions.findByHash(sampleKeyHash(id), orgId));

  function* bind(personId: string, to: string | null): Op<void> {
    const person = yield* store.people.find(acme.id, personId);
    if (!person) throw new Error(`no ${personId}`);
    yield* store.people.update({ ...person, accountId: to });
  }

  it('finds a session with the current person of its account in one organization, and no person elsewhere (D39)', async () => {
    const session = { id: 'session_1', accountId, client: null, ...sessionTimes, endedAt: null };
    expect(await find('session_1', acme.id)).toEqual({
      ...session,
      personId: 'person_ada',
      role: 'member',
      personName: 'person_ada',
      personEmail: 'person_ada@acme.test',
    });
    const nobody = { personId: null, role: null, personName: null, personEmail: null };
    expect(await find('session_1', 'org_other')).toEqual({ ...session, ...nobody });
    expect(await find('session_1')).toEqual({ ...session, ...nobody });
    expect(await find('session_9', acme.id)).toBeUndefined();
    await change(() => bind('person_ada', null));
    expect(await find('session_1', acme.id)).toMatchObject({ personId: null, role: null });
  });

  it('lists the organizations of an account, and finds its person in one of them', async () => {
    const membership = {
      orgId: acme.id,
      orgName: 'Acme',
      personId: 'person_ada',
      role: 'member',
      agentsReadOnly: false,
      asksReview: false,
    };
    expect(await read(() => store.accounts.memberships(accountId))).toEqual([membership]);
    expect(await read(() => store.people.findByAccount(acme.id, accountId))).toMatchObject({ id: 'person_ada' });
    expect(await read(() => store.people.findByAccount('org_other', accountId))).toBeUndefined();
    expect(await read(() => store.accounts.memberships('account_gone'))).toEqual([]);
  });

  it('refuses a second person for an account in an organization, and a second account for an address', async () => {
    await expect(change(() => bind('person_bob', accountId))).rejects.toThrow();
    const again = { id: 'account_2', email: 'ada@acme.test', name: 'Ada', passwordHash: null, createdAt: 1 };
    await expect(change(() => store.accounts.create(again))).rejects.toThrow();
  });

  it('ends a session once, only for its own account, and lists open sessions', async () => {
    expect(await change(() => store.sessions.end('account_other', 'session_1', 5))).toBe(false);
    expect(await change(() => store.sessions.end(accountId, 'session_1', 5))).toBe(true);
    expect(await change(() => store.sessions.end(accountId, 'session_1', 6))).toBe(false);
    expect(await find('session_1')).toMatchObject({ endedAt: 5 });
    expect(await read(() => store.sessions.list(accountId, 6))).toMatchObject([{ id: 'session_2' }, { id: 'session_3' }]);
    expect(await read(() => store.sessions.list(accountId, sessionTimes.expiresAt))).toEqual([]);
    expect(await change(() => store.sessions.endOthers(accountId, 'session_3', 7))).toBe(1);
    expect(await read(() => store.sessions.list(accountId, 8))).toMatchObject([{ id: 'session_3' }]);
  });

  it('admits calls of a session up to the limit, and records its last use to the minute', async () => {
    const take = (now: number, seenAt: number) =>
      store.perform(() => store.admissions.takeForSession({ id: 'session_1', seenAt }, { calls: 2, windowMs: 60_000 }, now), {
        changes: false,
      });
    expect(await take(50_000, 1)).toEqual({ admitted: true, remaining: 1, resetMs: 60_000 });
    expect(await find('session_1')).toMatchObject({ seenAt: 1 });
    expect(await take(70_000, 1)).toEqual({ admitted: true, remaining: 0, resetMs: 40_000 });
    expect(await find('session_1')).toMatchObject({ seenAt: 70_000 });
    expect(await take(80_000, 70_000)).toEqual({ admitted: false, waitMs: 30_000 });
    expect(await take(110_000, 70_000)).toMatchObject({ admitted: true });
    expect(await find('session_1')).toMatchObject({ seenAt: 70_000 });
  });

  it('removes expired sessions and their call times', async () => {
    const limit = { calls: 1, windowMs: 60_000 };
    await change(() => store.sessions.removeStale(sessionTimes.expiresAt));
    expect(await find('session_1')).toBeDefined();
    await store.perform(() => store.admissions.takeForSession({ id: 'session_1', seenAt: 1 }, limit, 5), { changes: false });
    await change(() => store.sessions.removeStale(sessionTimes.expiresAt + 1));
    expect(await find('session_1')).toBeUndefined();
    const again = store.perform(() => store.admissions.takeForSession({ id: 'session_1', seenAt: 1 }, limit, 6), { changes: false });
    expect(await again).toMatchObject({ admitted: true });
  });

  it('lets only one of many concurrent attempts use a link', async () => {
    const link = { orgId: null, createdBy: null, accountId, email: null, name: null, role: null, createdAt: 1, expiresAt: 100 };
    await change(() => store.links.create({ ...link, id: 'link_1', kind: 'reset', hash: sampleKeyHash('link_1') }));
    const tries = await Promise.all([2, 3, 4, 5].map((at) => change(() => store.links.use('link_1', at))));
    expect(tries.filter(Boolean)).toHaveLength(1);
    const found = await read(() => store.links.findByHash(sampleKeyHash('link_1')));
    expect(found).toMatchObject({ id: 'link_1', usedAt: tries.indexOf(true) + 2, revokedAt: null });
  });

  it('lists the open invitations of an organization, and revokes only its own', async () => {
    const invitation = { createdBy: 'person_owner', accountId: null, name: null, role: 'member', createdAt: 1, expiresAt: 100 } as const;
    const create = (id: string, orgId: string, email: string) =>
      change(() => store.links.create({ ...invitation, id, orgId, email, kind: 'invitation', hash: sampleKeyHash(id) }));
    await create('link_1', acme.id, 'eve@acme.test');
    await create('link_2', acme.id, 'eve@acme.test');
    await create('link_3', acme.id, 'zoe@acme.test');
    const open = async (now: number) => (await read(() => store.links.invitations(acme.id, now))).map(({ id }) => id);
    expect(await open(99)).toEqual(['link_1', 'link_2', 'link_3']);
    expect(await open(100)).toEqual([]);
    expect(await change(() => store.links.revokeInvitation('org_other', 'link_3', 5))).toBeUndefined();
    expect(await change(() => store.links.revokeInvitation(acme.id, 'link_3', 5))).toMatchObject({ email: 'zoe@acme.test', revokedAt: 5 });
    expect(await change(() => store.links.revokeInvitation(acme.id, 'link_3', 6))).toBeUndefined();
    await change(() => store.links.revokeInvitationsOf(acme.id, 'eve@acme.test', 7));
    expect(await open(10)).toEqual([]);
    expect(await change(() => store.links.use('link_1', 8))).toBe(false);
  });

  it('lists attempts of a subject since a time, newest first, without removed ones', async () => {
    const [pair, email, other] = ['pair', 'email', 'other'].map(sampleKeyHash) as [Buffer, Buffer, Buffer];
    const newest = (after: number, most = 10) => change(() => store.guesses.newest('email', email, after, most));
    await change(function* () {
      for (const at of [10, 20, 30]) yield* store.guesses.add({ id: `guess_${at}`, pair, email, address: null, at });
      yield* store.guesses.add({ id: 'guess_other', pair: other, email: other, address: other, at: 25 });
    });
    expect(await newest(10)).toEqual([30, 20]);
    expect(await newest(0, 2)).toEqual([30, 20]);
    await change(() => store.guesses.remove('guess_20'));
    expect(await newest(0)).toEqual([30, 10]);
    await change(() => store.guesses.removeOld(10));
    expect(await newest(0)).toEqual([30]);
    expect(await change(() => store.guesses.newest('address', other, 0, 10))).toEqual([25]);
  });

  it('counts concurrent attempts one at a time: of ten, only the allowed four pass', async () => {
    const subject = sampleKeyHash('subject');
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, (_, number) =>
        change(function* () {
          if ((yield* store.guesses.newest('pair', subject, 0, 4)).length >= 4) return false;
          yield* store.guesses.add({ id: `guess_${number}`, pair: subject, email: null, address: null, at: 5 });
          return true;
        }),
      ),
    );
    expect(outcomes.filter(Boolean)).toHaveLength(4);
  });
});
