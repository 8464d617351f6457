import { testEngines } from '@gatehouse/storage/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAccessWatch } from '../../gateway/callers/access-watch.ts';
import { type Browser, join, setUpOwner } from '../../testing/fake-browser.ts';
import { openFakeServer, signClientIn } from '../../testing/fake-client.ts';
import { createWorld, type Loose, type World } from '../../testing/test-world.ts';
import { sweepAccounts } from '../account-life/sweep-accounts.ts';
import { grantId } from './grants.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

for (const engine of testEngines()) {
  describe.skipIf(engine.missing !== undefined)(`a client that signs in, on ${engine.name} (D46)`, () => {
    let world: World;
    let owner: Browser;
    let bob: Browser;
    beforeEach(async () => {
      world = await createWorld({ engine: engine.dialect });
      owner = await setUpOwner(world);
      bob = await join(world, owner, 'bob@acme.test', 'member');
    });
    afterEach(async () => await world[Symbol.asyncDispose]());

    const callWith = (token: string, tool = 'whoami', input: unknown = {}) => world.call({ type: 'token', token }, tool, input);
    const codeOf = async (answer: Promise<Loose>) => (await answer).error?.code ?? 'ok';

    it('is shown only to the person who is signed in', async () => {
      const requestId = await openFakeServer(world).ask({ access: 'read' });
      expect(await bob.ok('read_client_request', { requestId })).toEqual({
        clientName: 'Claude',
        clientHost: 'claude.ai',
        redirectTo: 'claude.ai',
        search: 'phrase',
        access: 'read',
        expiresAt: world.clock.now + 60 * minute,
      });
      expect(await bob.refused('read_client_request', { requestId: `${requestId.slice(1)}x` })).toBe('invalid_request/link_not_good');
      world.clock.now += 60 * minute;
      expect(await bob.refused('read_client_request', { requestId })).toBe('invalid_request/link_not_good');
      const visit = { address: undefined, browser: undefined, client: undefined };
      expect(await world.refused({ type: 'visitor', visit }, 'read_client_request', { requestId })).toBe('unauthorized');
    });

    it('becomes an agent with a key that no secret matches, and calls as its person', async () => {
      const { token, agentId } = await signClientIn(world, bob, 'read');
      const { agents } = await bob.ok('list_agents', {}, world.orgId);
      expect(agents).toMatchObject([{ id: agentId, kind: 'mcp', name: 'Claude', keyCount: 1, ownerEmail: 'bob@acme.test' }]);
      const { keys } = await bob.ok('list_keys', { agentId }, world.orgId);
      expect(keys).toMatchObject([{ keyPrefix: null, access: 'read', expiresAt: world.clock.now + 30 * day }]);
      expect(await callWith(token)).toMatchObject({
        ok: true,
        value: { keyPrefix: null, accessLevel: 'read', person: { name: 'bob@acme.test' } },
      });
      expect(await codeOf(callWith(token, 'create_doc', { name: 'x', content: 'y' }))).toBe('forbidden');
      const { activity } = await owner.ok('list_activity', { agentId }, world.orgId);
      expect(activity.map(({ tool }: Loose) => tool)).toEqual(['create_doc', 'whoami']);
    });

    it('is counted by the limiter of keys', async () => {
      await using narrow = await createWorld({ engine: engine.dialect, callsPerMinute: 3 });
      const { token } = await signClientIn(narrow, await setUpOwner(narrow));
      const codes: string[] = [];
      for (let call = 0; call < 4; call++) codes.push(await codeOf(narrow.call({ type: 'token', token }, 'whoami', {})));
      expect(codes).toEqual(['ok', 'ok', 'ok', 'rate_limited']);
    });

    it('cannot use a token in place of a key, or a key in place of a token', async () => {
      const { token } = await signClientIn(world, bob);
      expect(await world.refused(token, 'whoami')).toBe('unauthorized');
      const key = await world.key(world.owner, 'read');
      expect(await codeOf(callWith(key))).toBe('unauthorized');
      expect(await codeOf(callWith(`${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`))).toBe('unauthorized');
    });

    it('needs a new token after the old one expires', async () => {
      const { token } = await signClientIn(world, bob);
      expect(await codeOf(callWith(token))).toBe('ok');
      world.clock.now += 60 * minute;
      expect(await codeOf(callWith(token))).toBe('unauthorized');
    });

    it.each([
      ['its key is revoked', (keyId: string) => bob.ok('revoke_key', { keyId }, world.orgId)],
      ['its agent is removed by an owner', (_: string, agentId: string) => owner.ok('remove_agent', { agentId }, world.orgId)],
      ['its person is removed', () => owner.ok('remove_person', { email: 'bob@acme.test' }, world.orgId)],
    ])('is refused at the next call, in another process too, after %s', async (_, end) => {
      const { token, keyId, agentId, server, orgId } = await signClientIn(world, bob);
      const lost: string[] = [];
      const watch = createAccessWatch({ store: world.store, clock: world.gateway.clock, report: (error) => lost.push(String(error)) });
      await watch.watch({ type: 'token', token }, (error) => lost.push(error.code));
      expect(await codeOf(callWith(token))).toBe('ok');
      await end(keyId, agentId);
      expect(await codeOf(callWith(token))).toBe('unauthorized');
      expect(await server.records.findGrant(grantId(orgId, keyId))).toBeUndefined();
      await expect.poll(() => lost).toEqual(['unauthorized']);
    });

    it('gets consent once, and only from its own person', async () => {
      const server = openFakeServer(world);
      const requestId = await server.ask();
      const given = { requestId, access: 'read' };
      const answers = await Promise.all([1, 2, 3].map(() => bob.call('allow_client', given, world.orgId)));
      expect(answers.map((answer) => (answer.ok ? 'ok' : answer.error.reason)).sort()).toEqual(['link_not_good', 'link_not_good', 'ok']);
      expect(await owner.refused('refuse_client', { requestId })).toBe('invalid_request/link_not_good');
      const refused = await server.ask();
      expect(await bob.ok('refuse_client', { requestId: refused })).toEqual({ continueAt: `/oauth/auth/${refused}` });
      expect(await server.outcome(refused)).toEqual({ refused: true });
      expect(await world.refused(world.owner, 'allow_client', { ...given, requestId: await server.ask() })).toBe('forbidden');
      const { agents } = await bob.ok('list_agents', {}, world.orgId);
      expect(agents).toHaveLength(1);
    });

    it('is allowed if its answer goes to a host that the owners accept', async () => {
      const server = openFakeServer(world);
      const setHosts = (hosts: string[]) => owner.ok('set_client_hosts', { hosts }, world.orgId);
      const allow = async () => bob.call('allow_client', { requestId: await server.ask(), access: 'read' }, world.orgId);
      expect(await setHosts(['Localhost', 'cursor:', 'localhost'])).toEqual({ clientHosts: ['cursor:', 'localhost'] });
      expect(await allow()).toMatchObject({
        ok: false,
        error: { code: 'forbidden', message: expect.stringContaining('cursor:, localhost') },
      });
      expect((await bob.ok('list_agents', {}, world.orgId)).agents).toEqual([]);
      expect(await setHosts(['claude.ai'])).toEqual({ clientHosts: ['claude.ai'] });
      expect((await owner.ok('organization_settings', {}, world.orgId)).clientHosts).toEqual(['claude.ai']);
      expect(await allow()).toMatchObject({ ok: true });
      await setHosts([]);
      expect(await allow()).toMatchObject({ ok: true });
      expect(await bob.refused('set_client_hosts', { hosts: [] }, world.orgId)).toBe('forbidden');
      for (const host of ['https://claude.ai', 'claude', '*.claude.ai', ''])
        expect(await owner.refused('set_client_hosts', { hosts: [host] }, world.orgId)).toBe('invalid_request/invalid_argument');
    });

    it('gets no keys, gets a number if its name exists, and keeps its name reserved', async () => {
      const { agentId, keyId } = await signClientIn(world, bob);
      world.clock.now++;
      await signClientIn(world, bob);
      const { agents } = await bob.ok('list_agents', {}, world.orgId);
      expect(agents.map(({ name }: Loose) => name)).toEqual(['Claude', 'Claude 2']);
      expect(await bob.refused('create_key', { agentId, access: 'write' }, world.orgId)).toBe('invalid_request/invalid_argument');
      expect(await bob.refused('rotate_key', { keyId }, world.orgId)).toBe('invalid_request/nothing_to_change');
      expect(await bob.refused('create_agent', { name: 'Claude' }, world.orgId)).toBe('invalid_request/duplicate_name');
      const { change } = await bob.ok('explain_access', { keyId, tool: 'no_tool' }, world.orgId);
      expect(change.operation).toBeNull();
    });

    it('can repeat a refresh token within 30 s, but never a code', async () => {
      const { server, orgId, keyId } = await signClientIn(world, bob);
      const { records } = server;
      const record = { payload: {}, expiresAt: world.clock.now + day, grantId: grantId(orgId, keyId) };
      await records.keep('refresh_token', 'refresh', record);
      await records.keep('code', 'code', record);
      expect(await Promise.all([records.consume('code', 'code'), records.consume('code', 'code')])).toEqual(
        expect.arrayContaining([true, false]),
      );
      expect(await records.consume('refresh_token', 'refresh')).toBe(true);
      world.clock.now += 30_000;
      expect(await records.consume('refresh_token', 'refresh')).toBe(true);
      expect((await records.find('refresh_token', 'refresh'))?.consumedAt).toBeUndefined();
      world.clock.now += 1;
      expect((await records.find('refresh_token', 'refresh'))?.consumedAt).toBe(world.clock.now - 30_001);
      expect(await records.consume('refresh_token', 'refresh')).toBe(false);
    });

    it('registers within the storage limit for strangers', async () => {
      const { records } = openFakeServer(world);
      const metadata = { client_name: 'x'.repeat(400_000) };
      const register = (name: string, from: string) => records.register(`client_${name}`, metadata, from);
      const left = async (names: string[]) =>
        (await Promise.all(names.map((name) => records.findClient(`client_${name}`)))).map((client) => client !== undefined);
      expect([await register('honest', '192.0.2.1'), await register('a', '203.0.113.1')]).toEqual([true, true]);
      for (const name of ['b', 'c']) {
        world.clock.now += 1;
        expect(await register(name, '203.0.113.1')).toBe(true);
      }
      expect(await left(['honest', 'a', 'b', 'c'])).toEqual([true, false, true, true]);
      // Keeps a request that a signed-in person has opened, and its client.
      const requestId = await openFakeServer(world).ask({ clientId: 'client_b' });
      await bob.ok('read_client_request', { requestId });
      for (const name of ['d', 'e', 'f']) await register(name, '203.0.113.1');
      expect(await left(['b', 'c'])).toEqual([true, false]);
    });

    it('is limited to folders that its person can see (D49.5)', async () => {
      const { id: folderId } = await bob.ok('create_folder', { name: 'Plans' }, world.orgId);
      const { id: hidden } = await world.ok(world.owner, 'create_folder', { name: 'Hidden' });
      const allow = async (id: string) => {
        const requestId = await openFakeServer(world).ask();
        return await bob.call('allow_client', { requestId, access: 'write', folders: [{ folderId: id, access: 'read' }] }, world.orgId);
      };
      expect(await allow(hidden)).toMatchObject({ ok: false, error: { reason: 'no_such_item' } });
      expect(await allow(folderId)).toMatchObject({ ok: true });
      const { keys } = await bob.ok('list_keys', {}, world.orgId);
      expect(keys.map(({ folders }: Loose) => folders)).toEqual([[{ folderId, access: 'read' }]]);
    });

    it('is removed without consent', async () => {
      const { records } = openFakeServer(world);
      const register = (number: number, from: string) => records.register(`client_${number}`, { client_name: 'x' }, from);
      expect([await register(3, '192.0.2.1'), await register(40, '192.0.2.2')]).toEqual([true, true]);
      const requestId = await openFakeServer(world).ask({ clientId: 'client_40' });
      await bob.ok('allow_client', { requestId, access: 'read', expiresInDays: 1 }, world.orgId);
      world.clock.now += day + 1;
      await sweepAccounts({ store: world.store, now: world.clock.now });
      expect([await records.findClient('client_3'), (await records.findClient('client_40'))?.id]).toEqual([undefined, 'client_40']);
    });

    it('is removed when no token opens its grant any longer', async () => {
      const { keyId } = await signClientIn(world, bob);
      const sweep = () => sweepAccounts({ store: world.store, now: world.clock.now });
      const agents = async () => (await bob.ok('list_agents', {}, world.orgId)).agents;
      await sweep();
      expect(await agents()).toHaveLength(1);
      world.clock.now += 60 * minute;
      await sweep();
      expect(await agents()).toEqual([]);
      expect((await bob.ok('list_keys', {}, world.orgId)).keys).toMatchObject([{ keyId, revokedAt: world.clock.now }]);
    });

    it('gets tokens signed with the same keys in every process, new ones every 30 days, and former ones stay known', async () => {
      const [here, there] = [openFakeServer(world).records, openFakeServer(world).records];
      const [first, second] = await Promise.all([here.seeds(), there.seeds()]);
      expect(first).toEqual(second);
      expect(first).toHaveLength(1);
      world.clock.now += 31 * day;
      // Nobody signs with it before everybody knows it.
      const [former, added] = await there.seeds();
      expect(former).toEqual(first[0]);
      expect(await here.seeds()).toEqual([former, added]);
      world.clock.now += 10 * minute;
      expect(await here.seeds()).toEqual([added, former]);
    });
  });
}
