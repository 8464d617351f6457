import { createSign, generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type Authenticator, cbor, createAuthenticator, type Mischief } from '../../testing/fake-authenticator.ts';
import { type Browser, goodPassword, join, openBrowser, setUpOwner } from '../../testing/fake-browser.ts';
import { createWorld, type World, type WorldOptions } from '../../testing/test-world.ts';
import { sweepAccounts } from '../account-life/sweep-accounts.ts';

const origin = 'https://gate.example:8443';
const minute = 60_000;
const password = goodPassword;

/** Key of another authenticator. */
const { privateKey: anotherKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

const openWorld = (options: WorldOptions = {}) => createWorld({ consoleUrl: `${origin}/base`, ...options });

async function add(browser: Browser, authenticator: Authenticator, name = 'Laptop') {
  const { options } = await browser.ok('begin_passkey', { password });
  return await browser.ok('add_passkey', { name, passkey: authenticator.create(options) });
}

async function begin(browser: Browser) {
  return (await browser.ok('begin_passkey_sign_in')).options;
}

/** A world with its owner and their passkey. */
async function openOwned(options: { counts?: boolean; engine?: World['store']['dialect'] } = {}) {
  const { engine = 'sqlite', ...more } = options;
  const world = await openWorld({ engine });
  const owner = await setUpOwner(world, '192.0.2.1');
  const authenticator = createAuthenticator({ origin, ...more });
  const passkey = await add(owner, authenticator);
  return { world, owner, authenticator, passkey, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
}

describe('a passkey', () => {
  it('is added with the password and signs in without it, from a browser that knows no e-mail', async () => {
    await using opened = await openOwned();
    const { world, owner, authenticator, passkey } = opened;
    expect(passkey).toEqual({ id: expect.stringMatching(/^passkey_/), name: 'Laptop', createdAt: world.clock.now, lastUsedAt: null });
    world.clock.now += minute;
    const browser = openBrowser(world, '192.0.2.2');
    const options = await begin(browser);
    expect(options).toEqual({
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      rpId: 'gate.example',
      timeout: 300_000,
      userVerification: 'required',
    });
    const { account, organizations } = await browser.ok('sign_in_passkey', { passkey: authenticator.get(options) });
    expect(account).toMatchObject({ email: 'owner@acme.test' });
    expect(organizations).toMatchObject([{ orgId: world.orgId, role: 'owner' }]);
    expect(await browser.ok('whoami', {}, world.orgId)).toMatchObject({ person: { email: 'owner@acme.test' } });
    expect((await browser.ok('list_sessions')).sessions).toHaveLength(2);
    expect(await owner.ok('list_passkeys')).toEqual({ passkeys: [{ ...passkey, lastUsedAt: world.clock.now }], noPasskeys: null });
    const [row] = await world.store.read(() => world.store.activity.list({ orgId: world.orgId, limit: 50, tool: 'sign_in_passkey' }));
    expect(row).toMatchObject({ outcome: 'ok', personId: world.owner.personId });
  });

  it('requests a discoverable credential of this site with user verification, excluding existing ones', async () => {
    await using opened = await openOwned();
    const { owner, authenticator } = opened;
    const { account } = await owner.ok('my_account');
    expect((await owner.ok('begin_passkey', { password })).options).toMatchObject({
      rp: { id: 'gate.example' },
      user: { id: Buffer.from(account.id).toString('base64url'), name: 'owner@acme.test', displayName: 'Olive' },
      excludeCredentials: [{ type: 'public-key', id: authenticator.id }],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
    });
    expect(await owner.refused('begin_passkey', { password: 'wrong horse battery' })).toBe('unauthorized/wrong_password');
    expect(await openBrowser(opened.world).refused('begin_passkey', { password })).toMatch(/^unauthorized|^not_found/);
  });

  it('cannot sign in after removal, and can be removed only by its account', async () => {
    await using opened = await openOwned();
    const { world, owner, authenticator, passkey } = opened;
    const bob = await join(world, owner, 'bob@acme.test', 'member');
    const input = { passkeyId: passkey.id, password };
    expect(await bob.refused('remove_passkey', input)).toBe('invalid_request/no_such_item');
    expect(await owner.ok('remove_passkey', input)).toEqual({ ok: true });
    expect(await owner.refused('remove_passkey', input)).toBe('invalid_request/no_such_item');
    const visitor = openBrowser(world);
    expect(await visitor.refused('sign_in_passkey', { passkey: authenticator.get(await begin(visitor)) })).toBe(
      'unauthorized/wrong_passkey',
    );
  });

  it('is removed with its account', async () => {
    await using opened = await openOwned();
    const { world, owner } = opened;
    const bob = await join(world, owner, 'bob@acme.test', 'member');
    const authenticator = createAuthenticator({ origin });
    await add(bob, authenticator);
    await bob.ok('begin_passkey', { password });
    await bob.ok('delete_account', { password });
    const visitor = openBrowser(world);
    expect(await visitor.refused('sign_in_passkey', { passkey: authenticator.get(await begin(visitor)) })).toBe(
      'unauthorized/wrong_passkey',
    );
    expect(await world.store.read(() => world.store.passkeys.findByCredential(Buffer.from(authenticator.id, 'base64url')))).toBeUndefined();
  });
});

describe('add_passkey', () => {
  const certificate = cbor.map([
    [cbor.text('alg'), cbor.int(-7)],
    [cbor.text('sig'), cbor.bytes(Buffer.alloc(70))],
    [cbor.text('x5c'), cbor.list([cbor.bytes(Buffer.alloc(200))])],
  ]);
  const signedByAnother = cbor.map([
    [cbor.text('alg'), cbor.int(-7)],
    [cbor.text('sig'), cbor.bytes(createSign('sha256').update('whatever').sign(anotherKey))],
  ]);
  const cases: [string, Mischief][] = [
    ['another origin', { origin: 'https://gate.example' }],
    ['another site', { rpId: 'evil.example' }],
    ['no user verification', { isVerified: false }],
    ['a challenge that was never given', { challenge: 'x'.repeat(43) }],
    ['an assertion in its place', { type: 'webauthn.get' }],
    ['certificates, which nobody asked for', { attestation: certificate }],
    ['a signature by another key', { attestation: signedByAnother }],
  ];
  it.each(cases)('refuses %s', async (_what, mischief) => {
    await using world = await openWorld();
    const owner = await setUpOwner(world);
    const { options } = await owner.ok('begin_passkey', { password });
    const passkey = createAuthenticator({ origin }).create(options, mischief);
    expect(await owner.refused('add_passkey', { name: 'x', passkey })).toBe('invalid_request/wrong_passkey');
    expect((await owner.ok('list_passkeys')).passkeys).toEqual([]);
  });

  it('accepts a challenge once, within 5 minutes, from the account that received it', async () => {
    await using world = await openWorld();
    const owner = await setUpOwner(world);
    const bob = await join(world, owner, 'bob@acme.test', 'member');
    const authenticator = createAuthenticator({ origin });
    const { options } = await owner.ok('begin_passkey', { password });
    const input = { name: 'Laptop', passkey: authenticator.create(options) };
    expect(await bob.refused('add_passkey', input)).toBe('invalid_request/wrong_passkey');
    await owner.ok('add_passkey', input);
    expect(await owner.refused('add_passkey', input)).toBe('invalid_request/wrong_passkey');
    const { options: old } = await owner.ok('begin_passkey', { password });
    const ofVisitor = await begin(openBrowser(world));
    world.clock.now += 5 * minute;
    const late = createAuthenticator({ origin }).create(old);
    expect(await owner.refused('add_passkey', { name: 'late', passkey: late })).toBe('invalid_request/wrong_passkey');
    const mixed = createAuthenticator({ origin }).create({ ...old, challenge: ofVisitor.challenge });
    expect(await owner.refused('add_passkey', { name: 'mixed', passkey: mixed })).toBe('invalid_request/wrong_passkey');
  });

  it('adds one credential once, to one account, and at most 20 to an account', async () => {
    await using opened = await openOwned();
    const { world, owner, authenticator } = opened;
    const bob = await join(world, owner, 'bob@acme.test', 'member');
    const { options } = await bob.ok('begin_passkey', { password });
    const taken = authenticator.create(options);
    expect(await bob.refused('add_passkey', { name: 'x', passkey: taken })).toBe('invalid_request/duplicate_name');
    const { id: accountId } = (await owner.ok('my_account')).account;
    const another = { accountId, publicKey: Buffer.alloc(77), counter: 0, transports: [], name: 'Key', createdAt: 1, lastUsedAt: null };
    await world.store.perform(
      function* () {
        for (let number = 1; number < 20; number++)
          yield* world.store.passkeys.create({ ...another, id: `passkey_${number}`, credentialId: Buffer.alloc(16, number) });
      },
      { changes: true },
    );
    const { options: more } = await owner.ok('begin_passkey', { password });
    const passkey = createAuthenticator({ origin }).create(more);
    expect(await owner.refused('add_passkey', { name: 'x', passkey })).toBe('invalid_request/too_large');
  });
});

describe('sign_in_passkey', () => {
  const cases: [string, Mischief][] = [
    ['another origin', { origin: 'https://gate.example' }],
    ['another site', { rpId: 'evil.example' }],
    ['no user verification', { isVerified: false }],
    ['what is no signature', { signature: Buffer.alloc(70, 1).toString('base64url') }],
    ['a signature by another key', { signsWith: anotherKey }],
    ['a challenge that was never given', { challenge: 'x'.repeat(43) }],
    ['a registration in its place', { type: 'webauthn.create' }],
    ['the name of another account', { userHandle: Buffer.from('account_other').toString('base64url') }],
    ['no name of an account', { userHandle: undefined }],
    ['a counter that stands still', { counter: 1 }],
    ['a counter that goes back', { counter: 0 }],
  ];

  it('gives one answer for everything wrong, including an unknown credential', async () => {
    await using opened = await openOwned();
    const { world, authenticator } = opened;
    const browser = openBrowser(world);
    const stranger = createAuthenticator({ origin });
    const answers = [await browser.call('sign_in_passkey', { passkey: stranger.get(await begin(browser), { userHandle: 'YQ' }) })];
    for (const [, mischief] of cases)
      answers.push(await browser.call('sign_in_passkey', { passkey: authenticator.get(await begin(browser), mischief) }));
    const told = answers.map((answer) => (answer.ok ? answer.json : [answer.error.status, answer.error.reason, answer.error.message]));
    expect(told).toEqual(answers.map(() => [401, 'wrong_passkey', expect.stringContaining('does not work here')]));
    expect(new Set(told.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(told).toHaveLength(cases.length + 1);
    expect(browser.session).toBeUndefined();
    expect(world.reported).toEqual([]);
    await browser.ok('sign_in_passkey', { passkey: authenticator.get(await begin(browser)) });
  });

  it('accepts a challenge once, even after a failed attempt, within 5 minutes, and none for adding', async () => {
    await using opened = await openOwned({ counts: false });
    const { world, owner, authenticator } = opened;
    const browser = openBrowser(world);
    const refused = (passkey: object) => browser.refused('sign_in_passkey', { passkey });
    const signed = authenticator.get(await begin(browser));
    await browser.ok('sign_in_passkey', { passkey: signed });
    expect(await refused(signed)).toBe('unauthorized/wrong_passkey');
    const options = await begin(browser);
    expect(await refused(authenticator.get(options, { isVerified: false }))).toBe('unauthorized/wrong_passkey');
    expect(await refused(authenticator.get(options))).toBe('unauthorized/wrong_passkey');
    const { options: forAdding } = await owner.ok('begin_passkey', { password });
    expect(await refused(authenticator.get({ challenge: forAdding.challenge, rpId: 'gate.example' }))).toBe('unauthorized/wrong_passkey');
    const late = authenticator.get(await begin(browser));
    world.clock.now += 5 * minute;
    expect(await refused(late)).toBe('unauthorized/wrong_passkey');
  });

  it('lets an authenticator without a counter sign in any number of times', async () => {
    await using opened = await openOwned({ counts: false });
    const browser = openBrowser(opened.world);
    for (let time = 0; time < 3; time++) await browser.ok('sign_in_passkey', { passkey: opened.authenticator.get(await begin(browser)) });
  });

  it('lets one of two concurrent sign-ins with one counter value succeed', async () => {
    await using opened = await openOwned();
    const { world, authenticator } = opened;
    const browsers = [openBrowser(world), openBrowser(world)];
    const answers = await Promise.all(
      browsers.map(
        async (browser) => await browser.call('sign_in_passkey', { passkey: authenticator.get(await begin(browser), { counter: 9 }) }),
      ),
    );
    expect(answers.map(({ ok }) => ok).sort()).toEqual([false, true]);
  });

  it('counts toward the address but not the e-mail, and does not count successes (D41)', async () => {
    await using opened = await openOwned({ counts: false });
    const { world, authenticator } = opened;
    const browser = openBrowser(world, '192.0.2.9');
    for (let time = 0; time < 10; time++) await browser.refused('sign_in', { email: 'owner@acme.test', password: 'wrong horse battery' });
    expect(await browser.refused('sign_in', { email: 'owner@acme.test', password })).toBe('rate_limited/too_many_tries');
    for (let time = 0; time < 5; time++) await browser.ok('sign_in_passkey', { passkey: authenticator.get(await begin(browser)) });
    for (let time = 0; time < 90; time++) await begin(browser);
    expect(await browser.refused('begin_passkey_sign_in')).toBe('rate_limited/too_many_tries');
    await begin(openBrowser(world, '192.0.2.10'));
    world.clock.now += 15 * minute;
    await begin(browser);
  });

  it('leaves no expired challenge', async () => {
    await using opened = await openOwned();
    const { world, authenticator } = opened;
    const browser = openBrowser(world);
    const signed = authenticator.get(await begin(browser));
    await sweepAccounts({ store: world.store, now: world.clock.now + 5 * minute });
    expect(await browser.refused('sign_in_passkey', { passkey: signed })).toBe('unauthorized/wrong_passkey');
  });
});

describe('a gateway without passkeys', () => {
  it.each([
    ['http://192.0.2.1:4747', /need a host name, and http:\/\/192\.0\.2\.1:4747 is an IP address/],
    ['https://[2001:db8::1]', /need a host name/],
    ['http://gate.example', /need https/],
  ])('%s gives the reason, at sign-in and when adding one', async (consoleUrl, why) => {
    await using world = await createWorld({ consoleUrl });
    const owner = await setUpOwner(world);
    expect(await openBrowser(world).ok('sign_in_options')).toMatchObject({ mailsResets: false, noPasskeys: expect.stringMatching(why) });
    expect(await owner.ok('list_passkeys')).toEqual({ passkeys: [], noPasskeys: expect.stringMatching(why) });
    expect(await owner.refused('begin_passkey', { password })).toBe('invalid_request/no_passkeys');
    const answer = await openBrowser(world).call('begin_passkey_sign_in', {});
    expect(answer).toMatchObject({ ok: false, error: { reason: 'no_passkeys', message: expect.stringMatching(why), status: 400 } });
  });

  it.each(['https://gate.example', 'http://localhost:4747', 'https://gate.example/base'])('%s supports them', async (consoleUrl) => {
    await using world = await createWorld({ consoleUrl });
    expect(await openBrowser(world).ok('sign_in_options')).toMatchObject({ noPasskeys: null });
  });
});
