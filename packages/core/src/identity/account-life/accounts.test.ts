import { describe, expect, it } from 'vitest';
import { goodPassword, join, openBrowser, secretOf, setUpOwner } from '../../testing/fake-browser.ts';
import { createWorld, type Loose, type World } from '../../testing/test-world.ts';

const day = 24 * 60 * 60 * 1000;
const operator = { type: 'operator' } as const;
const credentials = { email: 'owner@acme.test', password: goodPassword };

const logOf = async ({ store }: World, orgId: string) => await store.read(() => store.activity.list({ orgId, limit: 50 }));

describe('set_up', () => {
  it('makes the first account the owner of the existing organization, once (D38, D40)', async () => {
    await using world = await createWorld();
    const { link, expiresAt } = await world.ok(operator, 'create_set_up_link', {});
    expect(link).toMatch(/^http:\/\/gatehouse\.test\/app\/set-up#[\w-]{43}$/);
    expect(expiresAt).toBe(world.clock.now + 30 * 60_000);
    const browser = openBrowser(world);
    const input = { secret: secretOf({ link }), email: 'Olive@acme.test', name: 'Olive', password: goodPassword };
    expect(await browser.ok('read_link', { secret: input.secret })).toMatchObject({
      kind: 'set_up',
      organization: 'Acme',
      isUnnamed: false,
    });
    const { account, organizations } = await browser.ok('set_up', input);
    expect(account).toMatchObject({ email: 'olive@acme.test', name: 'Olive', hasPassword: true });
    expect(organizations).toEqual([{ orgId: world.orgId, name: 'Acme', personId: world.owner.personId, role: 'owner' }]);
    expect(await browser.ok('list_people', {}, world.orgId)).toMatchObject({ people: [{ email: 'owner@acme.test', hasAccount: true }] });
    const another = openBrowser(world);
    expect(await another.refused('set_up', input)).toBe('invalid_request/already_set_up');
    expect(await another.refused('read_link', { secret: input.secret })).toBe('invalid_request/link_not_good');
    expect(await world.refused(operator, 'create_set_up_link', {})).toBe('invalid_request/already_set_up');
  });

  it('claims the automatically created organization, with its name, its keys and the tasks of its owner', async () => {
    await using world = await createWorld();
    await world.store.perform(
      function* () {
        const [owner] = yield* world.store.people.list(world.orgId);
        if (owner) yield* world.store.people.update({ ...owner, email: 'owner@localhost' });
      },
      { changes: true },
    );
    const key = await world.key(world.owner, 'read');
    const { taskId: open } = await world.ok(world.owner, 'create_task', { title: 'open' });
    const { taskId: closed } = await world.ok(world.owner, 'create_task', { title: 'closed' });
    for (const taskId of [open, closed]) await world.ok(world.owner, 'update_task', { taskId, assignee: 'owner@localhost' });
    await world.ok(world.owner, 'update_task', { taskId: closed, status: 'done' });
    const browser = openBrowser(world);
    const secret = secretOf(await world.ok(operator, 'create_set_up_link', {}));
    expect(await browser.ok('read_link', { secret })).toMatchObject({ isUnnamed: true });
    await browser.ok('set_up', { secret, email: 'ada@acme.test', name: 'Ada', password: goodPassword, organizationName: 'Acme Inc' });
    expect(await world.ok(key, 'whoami')).toMatchObject({ orgName: 'Acme Inc' });
    expect(await browser.ok('list_people', {}, world.orgId)).toMatchObject({
      people: [{ email: 'ada@acme.test', name: 'Ada', role: 'owner' }],
    });
    const tasks = await world.ok(key, 'list_tasks', { includeDone: true });
    expect(tasks.map(({ assignee }: Loose) => assignee)).toEqual(['ada@acme.test', 'ada@acme.test']);
  });

  it('refuses an expired link, and a password that is easy to guess', async () => {
    await using world = await createWorld();
    const input = { email: 'ada@acme.test', name: 'Ada', secret: secretOf(await world.ok(operator, 'create_set_up_link', {})) };
    const browser = openBrowser(world);
    expect(await browser.refused('set_up', { ...input, password: 'short' })).toBe('invalid_request/invalid_argument');
    expect(await browser.refused('set_up', { ...input, password: 'abababababab' })).toBe('invalid_request/invalid_argument');
    world.clock.now += 30 * 60_000;
    expect(await browser.refused('set_up', { ...input, password: goodPassword })).toBe('invalid_request/link_not_good');
  });
});

describe('sign_in', () => {
  it('gives the browser a session, which acts as the person in each organization (D39)', async () => {
    await using world = await createWorld();
    await setUpOwner(world);
    const browser = openBrowser(world);
    const { account, organizations } = await browser.ok('sign_in', { ...credentials, email: ' Owner@Acme.test' });
    expect(account.email).toBe('owner@acme.test');
    expect(organizations).toMatchObject([{ orgId: world.orgId }]);
    expect(await browser.ok('whoami', {}, world.orgId)).toMatchObject({ orgId: world.orgId, person: { email: 'owner@acme.test' } });
    const mine = await browser.ok('my_account');
    expect(mine).toMatchObject({ account, organizations, session: { isCurrent: true, client: 'a browser' } });
    // A reader can follow the log from this position without missing rows.
    const missed = await world.store.read(() => world.store.activity.follow({ orgId: world.orgId }));
    const between = world.store.activity.missed(world.orgId, mine.organizations[0].logPosition, missed.position);
    expect(await world.store.read(() => between)).toBeDefined();
  });

  it('gives the same answer for a wrong password and an unknown address', async () => {
    await using world = await createWorld();
    await setUpOwner(world);
    const answers = [];
    for (const email of ['owner@acme.test', 'nobody@acme.test'])
      answers.push(await openBrowser(world).call('sign_in', { email, password: 'wrong horse battery' }));
    const shown = answers.map(
      (answer) => !answer.ok && [answer.error.code, answer.error.reason, answer.error.message, answer.error.status],
    );
    expect(shown[0]).toEqual(['unauthorized', 'wrong_password', expect.stringContaining('do not match'), 401]);
    expect(shown[1]).toEqual(shown[0]);
  });

  it('replaces the previous session of the browser', async () => {
    await using world = await createWorld();
    const browser = await setUpOwner(world);
    const before = browser.credential();
    await browser.ok('sign_in', credentials);
    expect(await world.refused(before, 'my_account')).toBe('unauthorized');
    expect((await browser.ok('list_sessions')).sessions).toHaveLength(1);
  });

  it('is logged in each organization of the account, or with the rows of the operator if there is none, folded (D42)', async () => {
    await using world = await createWorld();
    await setUpOwner(world);
    const browser = openBrowser(world, '192.0.2.7');
    await browser.refused('sign_in', { email: 'owner@acme.test', password: 'wrong horse' });
    for (const email of ['x@acme.test', 'y@acme.test']) await browser.refused('sign_in', { email, password: 'wrong horse' });
    const [row] = await logOf(world, world.orgId);
    expect(row).toMatchObject({ tool: 'sign_in', personId: world.owner.personId, outcome: 'unauthorized', reason: 'wrong_password' });
    const unknown = (await logOf(world, '')).filter(({ tool }) => tool === 'sign_in');
    expect(unknown).toMatchObject([{ count: 2, keyId: 'visitor 192.0.2.7 sign_in', personId: null, reason: 'wrong_password' }]);
  });
});

describe('a session', () => {
  it('is refused at the next call after it was ended, from the same or another browser (D39)', async () => {
    await using world = await createWorld();
    const first = await setUpOwner(world);
    const second = openBrowser(world);
    await second.ok('sign_in', credentials);
    const { sessions } = await second.ok('list_sessions');
    expect(sessions).toHaveLength(2);
    const other = sessions.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent);
    await second.ok('end_session', { sessionId: other.id });
    expect(await first.refused('list_people', {}, world.orgId)).toBe('unauthorized');
    expect(await second.refused('end_session', { sessionId: other.id })).toBe('invalid_request/no_such_item');
    const third = openBrowser(world);
    await third.ok('sign_in', credentials);
    expect(await third.ok('end_other_sessions')).toEqual({ ended: 1 });
    expect(await second.refused('my_account')).toBe('unauthorized');
    const before = third.credential();
    await third.ok('sign_out');
    expect(third.session).toBeUndefined();
    expect(await world.refused(before, 'my_account')).toBe('unauthorized');
  });

  it('ends after 7 days without a call, and after 30 in any case', async () => {
    await using world = await createWorld();
    const idle = await setUpOwner(world);
    world.clock.now += 7 * day - 1;
    await idle.ok('my_account');
    world.clock.now += 7 * day;
    expect(await idle.refused('my_account')).toBe('unauthorized');
    const busy = openBrowser(world);
    await busy.ok('sign_in', credentials);
    for (let days = 0; days < 29; days++) {
      world.clock.now += day;
      await busy.ok('my_account');
    }
    world.clock.now += day;
    expect(await busy.refused('my_account')).toBe('unauthorized');
  });

  it('does nothing in a foreign organization, with the same refusal as for a missing one, which is logged where the account belongs', async () => {
    await using world = await createWorld();
    const browser = await setUpOwner(world);
    const { orgId } = await world.ok(operator, 'create_organization', { name: 'Other', ownerEmail: 'owner@acme.test' });
    const messages = [];
    for (const id of [orgId, 'org_absent']) {
      const answer = await browser.call('list_people', {}, id);
      if (!answer.ok) messages.push([answer.error.code, answer.error.reason, answer.error.message]);
    }
    expect(messages[0]).toEqual(['forbidden', 'not_a_member', expect.any(String)]);
    expect(messages[1]).toEqual(messages[0]);
    expect(await logOf(world, world.orgId)).toMatchObject([{ reason: 'not_a_member' }, { reason: 'not_a_member' }, { tool: 'set_up' }, {}]);
    expect(await logOf(world, orgId)).toMatchObject([{ tool: 'create_organization' }]);
  });

  it('has 600 calls a minute, with the limiter of keys', async () => {
    await using world = await createWorld({ callsPerMinute: 1 });
    const browser = await setUpOwner(world);
    for (let calls = 0; calls < 599; calls++) await browser.ok('whoami', {}, world.orgId);
    const last = await browser.call('my_account');
    expect(last).toMatchObject({ ok: true, rate: { limit: 600, remaining: 0 } });
    const beyond = await browser.call('whoami', {}, world.orgId);
    expect(beyond).toMatchObject({ ok: false, error: { code: 'rate_limited', message: expect.stringContaining('with this session') } });
    await browser.refused('whoami', {}, world.orgId);
    expect(await logOf(world, world.orgId)).toMatchObject([
      { outcome: 'rate_limited', count: 2 },
      { tool: 'my_account' },
      ...Array(48).fill({}),
    ]);
  });

  it('may call tools for accounts and people, and nothing without a session', async () => {
    await using world = await createWorld();
    const browser = openBrowser(world);
    for (const tool of ['my_account', 'list_people', 'whoami', 'create_set_up_link', 'no_such_tool'])
      expect(await browser.refused(tool), tool).toBe('unauthorized');
    const owner = await setUpOwner(world);
    expect(await owner.refused('list_people')).toBe('not_found');
    expect(await owner.refused('create_set_up_link', {}, world.orgId)).toBe('not_found');
    expect(await world.refused(world.owner, 'my_account')).toBe('not_found');
    expect(await world.refused(await world.key(world.owner, 'write'), 'sign_in', credentials)).toBe('not_found');
  });
});

describe('a password', () => {
  it('can be changed with the old one: the browser gets a new session, others are signed out', async () => {
    await using world = await createWorld();
    const browser = await setUpOwner(world);
    const other = openBrowser(world);
    await other.ok('sign_in', credentials);
    const change = { password: goodPassword, newPassword: 'staple correct horse' };
    expect(await browser.refused('change_password', { ...change, password: 'wrong horse' })).toBe('unauthorized/wrong_password');
    const before = browser.session;
    await browser.ok('change_password', change);
    expect(browser.session).not.toBe(before);
    await browser.ok('my_account');
    expect(await other.refused('my_account')).toBe('unauthorized');
    expect(await other.refused('sign_in', credentials)).toBe('unauthorized/wrong_password');
    await other.ok('sign_in', { ...credentials, password: change.newPassword });
  });

  it('is reset with a link from an owner or the operator, which ends all sessions and works once (D40)', async () => {
    await using world = await createWorld();
    const owner = await setUpOwner(world);
    const bob = await join(world, owner, 'bob@acme.test', 'member');
    const earlier = await owner.ok('create_reset_link', { email: 'bob@acme.test' }, world.orgId);
    const made = await owner.ok('create_reset_link', { email: 'bob@acme.test' }, world.orgId);
    expect(made.expiresAt).toBe(world.clock.now + 60 * 60_000);
    const input = { secret: secretOf(made), newPassword: 'staple correct horse' };
    const browser = openBrowser(world);
    expect(await browser.ok('read_link', { secret: input.secret })).toMatchObject({ kind: 'reset', email: 'bob@acme.test' });
    await browser.ok('reset_password', input);
    expect(await openBrowser(world).refused('reset_password', { ...input, secret: secretOf(earlier) })).toBe(
      'invalid_request/link_not_good',
    );
    expect(await bob.refused('my_account')).toBe('unauthorized');
    expect(await browser.ok('my_account')).toMatchObject({ account: { email: 'bob@acme.test' } });
    expect(await openBrowser(world).refused('reset_password', input)).toBe('invalid_request/link_not_good');
    expect(await openBrowser(world).refused('accept_invitation', { secret: input.secret })).toBe('invalid_request/link_not_good');
    const ofOperator = await world.ok(world.owner, 'create_reset_link', { email: 'owner@acme.test' });
    await openBrowser(world).ok('reset_password', { ...input, secret: secretOf(ofOperator) });
    expect(await owner.refused('my_account')).toBe('unauthorized');
  });
});

describe('an account', () => {
  it('changes its name everywhere and its address for itself, to one that is free', async () => {
    await using world = await createWorld();
    const owner = await setUpOwner(world);
    const bob = await join(world, owner, 'bob@acme.test', 'member');
    expect(await bob.ok('change_name', { name: 'Bob B.' })).toMatchObject({ name: 'Bob B.' });
    const change = { email: 'Bob@Example.test', password: goodPassword };
    expect(await bob.refused('change_email', { ...change, email: 'owner@acme.test' })).toBe('invalid_request/duplicate_name');
    expect(await bob.refused('change_email', { ...change, password: 'wrong horse' })).toBe('unauthorized/wrong_password');
    expect(await bob.ok('change_email', change)).toMatchObject({ email: 'bob@example.test' });
    const { people } = await owner.ok('list_people', {}, world.orgId);
    expect(people).toContainEqual(expect.objectContaining({ email: 'bob@acme.test', name: 'Bob B.' }));
    await openBrowser(world).ok('sign_in', { email: 'bob@example.test', password: goodPassword });
  });

  it('is deleted with its sessions, and leaves its organizations, unless it is the last owner of one', async () => {
    await using world = await createWorld();
    const owner = await setUpOwner(world);
    const bob = await join(world, owner, 'bob@acme.test', 'member');
    expect(await owner.refused('delete_account', { password: goodPassword })).toBe('invalid_request/last_owner');
    expect(await bob.refused('delete_account', { password: 'wrong horse' })).toBe('unauthorized/wrong_password');
    const before = bob.credential();
    await bob.ok('delete_account', { password: goodPassword });
    expect(bob.session).toBeUndefined();
    expect(await world.refused(before, 'my_account')).toBe('unauthorized');
    expect(await bob.refused('sign_in', { email: 'bob@acme.test', password: goodPassword })).toBe('unauthorized/wrong_password');
    expect((await owner.ok('list_people', {}, world.orgId)).people).toMatchObject([{ email: 'owner@acme.test' }]);
  });

  it('is removed together with the call times of its sessions', async () => {
    await using world = await createWorld();
    const owner = await setUpOwner(world);
    const bob = await join(world, owner, 'bob@acme.test', 'member');
    const [session] = (await bob.ok('list_sessions')).sessions;
    const { store, clock } = world;
    const limit = { calls: 600, windowMs: 60_000 };
    const remaining = async (): Promise<number> => {
      const slot = await store.perform(() => store.admissions.takeForSession({ id: session.id, seenAt: clock.now }, limit, clock.now), {
        changes: false,
      });
      return slot.admitted ? slot.remaining : 0;
    };
    expect(await remaining()).toBeLessThan(599);
    await bob.ok('delete_account', { password: goodPassword });
    expect(await remaining()).toBe(599);
  });
});
