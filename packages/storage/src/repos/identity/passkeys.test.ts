import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../engines/store.ts';
import type { Op } from '../../kernel/ops.ts';
import { type TestStore, testEngines } from '../../testing/index.ts';
import { sampleKeyHash } from '../../testing/sample-rows.ts';

const accountId = 'account_ada';
const passkey = {
  id: 'passkey_1',
  accountId,
  credentialId: sampleKeyHash('credential'),
  publicKey: Buffer.from('a key'),
  counter: 0,
  transports: ['internal', 'hybrid'],
  name: 'Laptop',
  createdAt: 1,
  lastUsedAt: null,
};
const challenge = { id: 'challenge_1', hash: sampleKeyHash('challenge'), accountId, guessId: null, createdAt: 1, expiresAt: 100 };
const forSignIn = { ...challenge, id: 'challenge_2', hash: sampleKeyHash('another'), accountId: null, guessId: 'guess_1' };

/** Behavior of passkeys that every engine must share. */
describe.each(testEngines())('passkeys on $name', ({ missing, open }) => {
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
      yield* store.passkeys.create(passkey);
      yield* store.passkeys.challenge(challenge);
      yield* store.passkeys.challenge(forSignIn);
    });
  });
  afterEach(() => test[Symbol.asyncDispose]());

  const change = <T>(program: () => Op<T>): Promise<T> => store.perform(program, { changes: true });
  const read = <T>(program: () => Op<T>): Promise<T> => store.read(program);

  it('are found by their credential, which is unique', async () => {
    expect(await read(() => store.passkeys.findByCredential(passkey.credentialId))).toEqual(passkey);
    expect(await read(() => store.passkeys.findByCredential(sampleKeyHash('other')))).toBeUndefined();
    expect(await read(() => store.passkeys.list(accountId))).toEqual([passkey]);
    expect(await read(() => store.passkeys.list('account_bob'))).toEqual([]);
    await expect(change(() => store.passkeys.create({ ...passkey, id: 'passkey_2' }))).rejects.toThrow();
  });

  it('accept a counter that grows, or one that stays 0', async () => {
    const use = (counter: number) => change(() => store.passkeys.use('passkey_1', counter, 7));
    expect([await use(0), await use(0), await use(3), await use(3), await use(2), await use(0), await use(4)]).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
      true,
    ]);
    expect(await read(() => store.passkeys.list(accountId))).toEqual([{ ...passkey, counter: 4, lastUsedAt: 7 }]);
  });

  it('are removed only by their own account', async () => {
    expect(await change(() => store.passkeys.remove('account_bob', 'passkey_1'))).toBe(false);
    expect(await change(() => store.passkeys.remove(accountId, 'passkey_1'))).toBe(true);
    expect(await change(() => store.passkeys.remove(accountId, 'passkey_1'))).toBe(false);
    expect(await change(() => store.passkeys.use('passkey_1', 0, 7))).toBe(false);
  });

  it('use a challenge once, for its purpose, while it is valid', async () => {
    const take = (hash: Buffer, of: string | null, now: number) => change(() => store.passkeys.takeChallenge(hash, of, now));
    expect(await take(challenge.hash, null, 5)).toBeUndefined();
    expect(await take(challenge.hash, 'account_bob', 5)).toBeUndefined();
    expect(await take(challenge.hash, accountId, 100)).toBeUndefined();
    const { hash: _hash, ...taken } = challenge;
    expect(await take(challenge.hash, accountId, 99)).toEqual(taken);
    expect(await take(challenge.hash, accountId, 5)).toBeUndefined();
    expect(await take(forSignIn.hash, accountId, 5)).toBeUndefined();
    expect(await take(forSignIn.hash, null, 5)).toMatchObject({ id: 'challenge_2', guessId: 'guess_1' });
  });

  it('are removed with their account, and expired challenges are removed too', async () => {
    await change(() => store.passkeys.removeOverChallenges(99));
    await change(() => store.passkeys.removeOfAccount(accountId));
    expect(await read(() => store.passkeys.list(accountId))).toEqual([]);
    expect(await change(() => store.passkeys.takeChallenge(challenge.hash, accountId, 5))).toBeUndefined();
    await change(() => store.passkeys.removeOverChallenges(100));
    expect(await change(() => store.passkeys.takeChallenge(forSignIn.hash, null, 5))).toBeUndefined();
  });
});
