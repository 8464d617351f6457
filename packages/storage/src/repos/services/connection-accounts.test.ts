import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../engines/store.ts';
import type { Op } from '../../kernel/ops.ts';
import { type TestStore, testEngines } from '../../testing/index.ts';
import { acme, createAcme, sampleKeyHash } from '../../testing/sample-rows.ts';
import type { ConnectionAccount } from './connection-accounts.ts';
import { accountField, type SealedSecret } from './sealed-secret.ts';

const place = { orgId: acme.id, connectionId: 'conn_1' };

const tokensOf = (personId: string, text: string, connectionId = 'conn_1'): SealedSecret => ({
  ...place,
  connectionId,
  field: accountField(personId),
  keyId: '0123456789abcdef',
  sealed: Buffer.from(text),
});

const accountOf = (personId: string, more: Partial<ConnectionAccount> = {}): ConnectionAccount => ({
  ...place,
  personId,
  id: `acct_${personId}`,
  connectedBy: 'person_ada',
  label: null,
  scope: null,
  status: 'active',
  note: null,
  revision: 1,
  expiresAt: 100,
  connectedAt: 1,
  claimedAt: null,
  ...more,
});

/** Behavior of accounts at services that every engine must share (D62). */
describe.each(testEngines())('service accounts on $name', ({ missing, open }) => {
  if (missing !== undefined) {
    it.skip('runs only where the engine is available');
    return;
  }
  let test: TestStore;
  let store: Store;

  beforeEach(async () => {
    test = await open();
    store = test.store;
    await change(() => createAcme(store));
  });
  afterEach(() => test[Symbol.asyncDispose]());

  const change = <T>(program: () => Op<T>): Promise<T> => store.perform(program, { changes: true });
  const connect = (account: ConnectionAccount, text = 'tokens') =>
    change(() => store.connectionAccounts.connect(account, tokensOf(account.personId, text, account.connectionId)));
  const read = async (account: ConnectionAccount) =>
    (await store.read(() => store.connectionAccounts.tokens(account)))?.sealed.sealed.toString();
  const find = (personId: string) => store.read(() => store.connectionAccounts.find(acme.id, 'conn_1', personId));

  it('stores the tokens of each account separately, and apart from the credentials of the connection', async () => {
    const [ada, bob] = [accountOf('person_ada'), accountOf('person_bob')];
    await connect(ada, 'of ada');
    await connect(bob, 'of bob');
    await change(() => store.connections.putSecret({ ...tokensOf('', 'own'), field: 'clientSecret' }));
    expect([await read(ada), await read(bob)]).toEqual(['of ada', 'of bob']);
    const secrets = await store.read(() => store.connections.secrets(acme.id, 'conn_1'));
    expect(secrets.map(({ field }) => field)).toEqual(['clientSecret']);
  });

  it('reads the tokens of the given account, not of its replacement', async () => {
    const [before, now] = [accountOf('person_ada'), accountOf('person_ada', { id: 'acct_new' })];
    await connect(before, 'old');
    await connect(now, 'new');
    expect([await read(before), await read(now)]).toEqual([undefined, 'new']);
  });

  it('lets only one process at a time renew tokens, until it releases its claim or the claim expires', async () => {
    const ada = accountOf('person_ada');
    await connect(ada);
    const claim = (claimedAt: number, over: number) => change(() => store.connectionAccounts.claim(ada, 1, { claimedAt, over }));
    expect([await claim(100, 90), await claim(105, 95), await claim(120, 100)]).toEqual([true, false, true]);
    await change(() => store.connectionAccounts.release(ada, 1, 100));
    expect(await claim(125, 105)).toBe(false);
    await change(() => store.connectionAccounts.release(ada, 1, 120));
    expect(await claim(125, 105)).toBe(true);
  });

  it('replaces the tokens that were read with the renewed ones, once', async () => {
    const ada = accountOf('person_ada');
    await connect(ada);
    await change(() => store.connectionAccounts.claim(ada, 1, { claimedAt: 50, over: 0 }));
    const renew = (text: string) =>
      change(() => store.connectionAccounts.renew(ada, 1, { expiresAt: 200, scope: 'less' }, tokensOf('person_ada', text)));
    expect([await renew('second'), await renew('third')]).toEqual([true, false]);
    expect(await read(ada)).toBe('second');
    expect(await find('person_ada')).toEqual({ ...ada, revision: 2, expiresAt: 200, scope: 'less', claimedAt: null });
  });

  it('ends an account and deletes its tokens, unless they were renewed meanwhile', async () => {
    const ada = accountOf('person_ada', { revision: 2 });
    await connect(ada);
    const end = (revision: number) => change(() => store.connectionAccounts.end(ada, revision, 'it was ended there'));
    expect([await end(1), await end(2), await end(2)]).toEqual([false, true, false]);
    expect(await find('person_ada')).toEqual({ ...ada, status: 'ended', note: 'it was ended there' });
    expect(await read(ada)).toBeUndefined();
  });

  it('does not renew or end a disconnected account', async () => {
    const ada = accountOf('person_ada');
    await connect(ada);
    const remove = () => change(() => store.connectionAccounts.remove(acme.id, 'conn_1', 'person_ada'));
    expect([await remove(), await remove()]).toEqual([true, false]);
    const renew = () => store.connectionAccounts.renew(ada, 1, { expiresAt: 1, scope: null }, tokensOf('person_ada', 'late'));
    expect(await change(renew)).toBe(false);
    expect(await change(() => store.connectionAccounts.end(ada, 1, 'late'))).toBe(false);
    expect([await read(ada), await find('person_ada')]).toEqual([undefined, undefined]);
  });

  it('lists tools with the account of the owner, or with the oldest valid one', async () => {
    const speaker = () => store.read(() => store.connectionAccounts.speaker(acme.id, 'conn_1', 'person_ada'));
    expect(await speaker()).toBeUndefined();
    await connect(accountOf('person_bob', { connectedAt: 5 }));
    expect(await speaker()).toEqual({ personId: 'person_bob', isAlone: true });
    await connect(accountOf('person_cleo', { connectedAt: 3 }));
    expect(await speaker()).toEqual({ personId: 'person_cleo', isAlone: false });
    await connect(accountOf('person_ada', { connectedAt: 9 }));
    expect(await speaker()).toEqual({ personId: 'person_ada', isAlone: false });
    await change(() => store.connectionAccounts.end(accountOf('person_ada'), 1, 'over'));
    expect(await speaker()).toEqual({ personId: 'person_cleo', isAlone: false });
  });

  it('removes all accounts of a person, and all accounts of a connection except one', async () => {
    const [ada, elsewhere] = [accountOf('person_ada'), accountOf('person_ada', { connectionId: 'conn_2' })];
    const [bob, ours] = [accountOf('person_bob'), accountOf('')];
    for (const account of [ada, elsewhere, bob, ours]) await connect(account);
    await change(() => store.connectionAccounts.removeOfPerson(acme.id, 'person_ada'));
    expect([await read(ada), await read(elsewhere), await read(bob), await read(ours)]).toEqual([undefined, undefined, 'tokens', 'tokens']);
    expect(await change(() => store.connectionAccounts.removeOthers(acme.id, 'conn_1', 'person_bob'))).toBe(1);
    expect([await read(bob), await read(ours)]).toEqual(['tokens', undefined]);
  });

  it('is removed with its connection, together with pending authorizations', async () => {
    await connect(accountOf('person_ada'));
    await begin('1');
    await change(() => store.connections.remove(acme.id, 'conn_1'));
    expect([await read(accountOf('person_ada')), await find('person_ada'), await take('1')]).toEqual([undefined, undefined, undefined]);
  });

  const begin = (name: string, sessionId = 'session_1') =>
    change(() =>
      store.connectionAuthorizations.create({
        ...place,
        id: `authorization_${name}`,
        hash: sampleKeyHash(name),
        personId: 'person_ada',
        sessionId,
        createdAt: 1,
        expiresAt: 10,
      }),
    );
  const take = async (name: string, sessionId = 'session_1') =>
    (await change(() => store.connectionAuthorizations.take(sampleKeyHash(name), sessionId)))?.id;

  it('accepts the return of the session that was sent to a service, once', async () => {
    await begin('1');
    expect([await take('1', 'session_2'), await take('2'), await take('1'), await take('1')]).toEqual([
      undefined,
      undefined,
      'authorization_1',
      undefined,
    ]);
  });

  it('keeps the latest twenty authorizations of a session, until they expire', async () => {
    const names = Array.from({ length: 21 }, (_, index) => String(index + 10));
    await begin('99', 'session_2');
    for (const name of names) await begin(name);
    expect([await take('10'), await take('11'), await take('30'), await take('99', 'session_2')]).toEqual([
      undefined,
      'authorization_11',
      'authorization_30',
      'authorization_99',
    ]);
    await change(() => store.connectionAuthorizations.removeOld(9));
    expect(await take('12')).toBe('authorization_12');
    await change(() => store.connectionAuthorizations.removeOld(10));
    expect(await take('13')).toBeUndefined();
  });
});
