import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../engines/store.ts';
import type { Op } from '../../kernel/ops.ts';
import { type TestStore, testEngines } from '../../testing/index.ts';
import { acme, createAcme, sampleKey, sampleKeyHash } from '../../testing/sample-rows.ts';

const orgId = acme.id;
const keyId = 'key_grant';
const record = { payload: { clientId: 'client_1' }, createdAt: 10, expiresAt: 100 };
const ofGrant = { ...record, orgId, keyId };

/** Behavior of the authorization server that every engine must share. */
describe.each(testEngines())('records of the authorization server on $name', ({ missing, open }) => {
  if (missing !== undefined) {
    it.skip('runs only where the engine is available');
    return;
  }
  let test: TestStore;
  let store: Store;
  const change = <T>(program: () => Op<T>): Promise<T> => store.perform(program, { changes: true });

  beforeEach(async () => {
    test = await open();
    store = test.store;
    await change(function* () {
      yield* createAcme(store);
      yield* store.agents.create({ orgId, id: 'agent_1', personId: 'person_ada', name: 'Client', kind: 'mcp', createdAt: 5 });
      yield* store.keys.create({ ...sampleKey, id: keyId, prefix: '', hash: sampleKeyHash(keyId) });
      yield* store.oauthRecords.create({ ...ofGrant, id: 'oauth_code', model: 'code', hash: sampleKeyHash('code') });
      yield* store.oauthRecords.create({ ...ofGrant, id: 'oauth_token', model: 'access_token', hash: sampleKeyHash('token') });
    });
  });
  afterEach(() => test[Symbol.asyncDispose]());

  it('is found only by its hash and model', async () => {
    expect(await change(() => store.oauthRecords.find('code', sampleKeyHash('code')))).toEqual({
      ...ofGrant,
      id: 'oauth_code',
      model: 'code',
      consumedAt: null,
    });
    expect(await change(() => store.oauthRecords.find('refresh_token', sampleKeyHash('code')))).toBeUndefined();
    expect(await change(() => store.oauthRecords.find('code', sampleKeyHash('another')))).toBeUndefined();
  });

  it('returns the key that an access token opens, and none for a code', async () => {
    const opened = await change(() => store.oauthRecords.findTokenKey(sampleKeyHash('token')));
    expect(opened).toEqual({ keyHash: sampleKeyHash(keyId), expiresAt: 100 });
    expect(await change(() => store.oauthRecords.findTokenKey(sampleKeyHash('code')))).toBeUndefined();
  });

  it('is used only once, by the first caller', async () => {
    const used = await Promise.all([1, 2, 3, 4].map((at) => change(() => store.oauthRecords.consume('oauth_code', at))));
    expect(used.filter(Boolean)).toHaveLength(1);
  });

  it('is removed after it expires, and with its grant', async () => {
    const find = () => change(() => store.oauthRecords.find('code', sampleKeyHash('code')));
    await change(() => store.oauthRecords.removeOld(99));
    expect(await find()).toBeDefined();
    await change(() => store.oauthRecords.removeOfGrant(orgId, 'key_another'));
    expect(await find()).toBeDefined();
    await change(() => store.oauthRecords.removeOfGrant(orgId, keyId));
    expect(await find()).toBeUndefined();
  });

  it('lists grants that no record opens any longer', async () => {
    const ended = (before: number) => change(() => store.oauthRecords.endedGrants(before, 10));
    expect(await ended(50)).toEqual([]);
    await change(() => store.oauthRecords.removeOld(100));
    await change(() => store.oauthRecords.create({ ...ofGrant, id: 'oauth_grant', model: 'grant', hash: sampleKeyHash('grant') }));
    expect(await ended(50)).toEqual([{ orgId, keyId, agentId: 'agent_1' }]);
    expect(await ended(5)).toEqual([]);
    await change(() => store.keys.revoke(orgId, keyId, 20));
    expect(await ended(50)).toEqual([]);
  });

  it('removes unused clients', async () => {
    const address = sampleKeyHash('somewhere');
    for (const [id, createdAt] of [
      ['client_1', 10],
      ['client_2', 20],
      ['client_3', 30],
    ] as const)
      await change(() => store.oauthClients.create({ id, metadata: { client_name: id }, address, createdAt }));
    await change(() => store.oauthClients.create({ id: 'client_4', metadata: {}, address: null, createdAt: 30 }));
    await change(() => store.oauthClients.noteUse('client_1', 40));
    await change(() => store.oauthClients.removeUnused(30));
    const left = await Promise.all([1, 2, 3, 4].map((n) => change(() => store.oauthClients.find(`client_${n}`))));
    expect(left.map((client) => client?.id)).toEqual(['client_1', undefined, 'client_3', 'client_4']);
    expect(left[0]).toEqual({ id: 'client_1', metadata: { client_name: 'client_1' }, createdAt: 10, usedAt: 40 });
  });

  it('keeps the seeds made since a given time, and lists them newest first', async () => {
    for (const createdAt of [10, 30, 20])
      await change(() => store.oauthSeeds.create({ id: `seed_${createdAt}`, seed: sampleKeyHash(`${createdAt}`), createdAt }));
    await change(() => store.oauthSeeds.removeOld(20));
    expect((await change(() => store.oauthSeeds.listForChange())).map(({ id }) => id)).toEqual(['seed_30', 'seed_20']);
    expect(await change(() => store.oauthSeeds.list())).toHaveLength(2);
  });
});
