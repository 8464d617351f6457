import { afterEach, expect, it, vi } from 'vitest';
import type { TargetAccount } from '../../kernel/ports/service-target.ts';
import { type Browser, join, setUpOwner } from '../../testing/fake-browser.ts';
import { createFakeServices } from '../../testing/fake-services.ts';
import { createWorld, type Loose, type World } from '../../testing/test-world.ts';
import { serviceError } from '../calling/service-error.ts';

afterEach(() => vi.restoreAllMocks());

const minute = 60_000;
const failed = 'invalid_request/service_sign_in_failed';

/** An organization with a service where people sign in, and Ada, who is a member. */
async function openSignIn() {
  const services = createFakeServices();
  services.needsAccount = true;
  const world = await createWorld({ services });
  const owner = await setUpOwner(world, '192.0.2.1');
  const ada = await join(world, owner, 'ada@acme.test', 'member', '192.0.2.2');
  const place = { kind: 'mcp-http', url: 'https://mcp.example.com/mcp', access: { type: 'oauth' } };
  const input = { service: 'github', name: 'GitHub', visibility: 'organization', ...place };
  const { connectionId } = await owner.ok('add_connection', input, world.orgId);
  return { world, services, owner, ada, connectionId, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
}

async function begin(browser: Browser, { orgId }: World, connectionId: string): Promise<URLSearchParams> {
  const { address } = await browser.ok('begin_service_account', { connectionId }, orgId);
  return new URL(address).searchParams;
}

/** Answer with which the service sends the browser back. `code` is the name of the account there. */
const answered = (sent: URLSearchParams, code: string) => ({
  query: `${new URLSearchParams({ code, state: sent.get('state') ?? '' })}`,
  connectionId: sent.get('redirect_uri')?.split('/').at(-1),
});

it('accepts the return of a sent browser within 10 minutes, with the verifier of that request (D62)', async () => {
  await using signIn = await openSignIn();
  const { world, services, ada, connectionId } = signIn;
  const [late, sent] = [await begin(ada, world, connectionId), await begin(ada, world, connectionId)];
  world.clock.now += 10 * minute - 1;
  expect(await ada.ok('finish_service_account', answered(sent, 'ada'), world.orgId)).toMatchObject({ label: 'ada', toolsCount: 2 });
  world.clock.now += 1;
  expect(await ada.refused('finish_service_account', answered(late, 'ada'), world.orgId)).toBe(failed);
  expect(services.signIn.verifiers.map((verifier) => `of ${verifier}`)).toEqual([sent.get('challenge')]);
});

it('keeps the latest twenty authorizations that a session has begun', async () => {
  await using signIn = await openSignIn();
  const { world, ada, connectionId } = signIn;
  const first = await begin(ada, world, connectionId);
  for (let more = 0; more < 20; more++) {
    world.clock.now += 1;
    await begin(ada, world, connectionId);
  }
  expect(await ada.refused('finish_service_account', answered(first, 'ada'), world.orgId)).toBe(failed);
});

it('accepts only the session that began, not another session of the same person', async () => {
  await using signIn = await openSignIn();
  const { world, ada, owner, connectionId } = signIn;
  const sent = await begin(ada, world, connectionId);
  expect(await owner.refused('finish_service_account', answered(sent, 'ada'), world.orgId)).toBe(failed);
  await ada.ok('sign_out');
  await ada.ok('sign_in', { email: 'ada@acme.test', password: 'correct horse battery' });
  expect(await ada.refused('finish_service_account', answered(sent, 'ada'), world.orgId)).toBe(failed);
});

it('sends no verifier to another server if the sign-in of the connection changed in the meantime', async () => {
  await using signIn = await openSignIn();
  const { world, services, owner, ada, connectionId } = signIn;
  const sent = await begin(ada, world, connectionId);
  const access = { type: 'oauth', tokenUrl: 'https://evil.example.com/token' };
  await owner.ok('set_connection_credentials', { connectionId, access }, world.orgId);
  await ada.ok('finish_service_account', answered(sent, 'ada'), world.orgId);
  expect(services.signIn.verifiers.map((verifier) => `of ${verifier}`)).not.toEqual([sent.get('challenge')]);
});

it('reports a denial by the person or the service, and stores nothing', async () => {
  await using signIn = await openSignIn();
  const { world, ada, connectionId } = signIn;
  const sent = await begin(ada, world, connectionId);
  const query = `${new URLSearchParams({ error: 'access_denied', state: sent.get('state') ?? '' })}`;
  expect(await ada.refused('finish_service_account', { query }, world.orgId)).toBe(failed);
  expect(await ada.ok('list_service_accounts', { connectionId }, world.orgId)).toEqual({ accounts: [], mine: 'none' });
});

it('stores no account of a person who was removed during the request', async () => {
  await using signIn = await openSignIn();
  const { world, services, owner, ada, connectionId } = signIn;
  const exchange = services.exchangeCode;
  services.exchangeCode = async (...given) => {
    await owner.ok('remove_person', { email: 'ada@acme.test' }, world.orgId);
    return await exchange(...given);
  };
  const sent = await begin(ada, world, connectionId);
  expect(await ada.refused('finish_service_account', answered(sent, 'ada'), world.orgId)).toBe('forbidden/not_a_member');
  expect(await owner.ok('list_service_accounts', { connectionId }, world.orgId)).toEqual({ accounts: [], mine: 'none' });
});

it('requires a browser, and a service with sign-in', async () => {
  await using signIn = await openSignIn();
  const { world, ada, connectionId } = signIn;
  expect(await world.refused(world.owner, 'begin_service_account', { connectionId })).toBe('forbidden');
  const other = {
    service: 'x',
    name: 'x',
    kind: 'mcp-http',
    url: 'https://x.example.com/mcp',
    access: { type: 'bearer', token: 'example' },
  };
  const { connectionId: without } = await ada.ok('add_connection', other, world.orgId);
  expect(await ada.refused('begin_service_account', { connectionId: without }, world.orgId)).toBe('invalid_request/invalid_argument');
  expect(await ada.refused('disconnect_service_account', { connectionId: without }, world.orgId)).toBe('invalid_request/nothing_to_change');
});

it('accepts the secret of a client only with the client', async () => {
  await using signIn = await openSignIn();
  const { world, owner } = signIn;
  const place = { service: 'x', name: 'x', kind: 'mcp-http', url: 'https://x.example.com/mcp' };
  const access = { type: 'oauth', clientSecret: 'a secret' };
  expect(await owner.refused('add_connection', { ...place, access }, world.orgId)).toBe('invalid_request/invalid_argument');
  await owner.ok('add_connection', { ...place, access: { ...access, clientId: 'client' } }, world.orgId);
  await owner.ok('add_connection', { ...place, service: 'y', access: { type: 'oauth', clientId: 'client' } }, world.orgId);
});

it('authenticates calls of its own person while it is connected, and tells others to connect their account', async () => {
  await using signIn = await openSignIn();
  const { world, services, owner, ada, connectionId } = signIn;
  const connect = async (browser: Browser, name: string) =>
    await browser.ok('finish_service_account', answered(await begin(browser, world, connectionId), name), world.orgId);
  await connect(owner, 'olive');
  const key = await world.key(ada.credential(world.orgId), 'write');
  const call = async () => {
    const answer = await world.call(key, 'execute_service_tool', { toolSlug: 'github__create_issue', arguments: { repo: 'a' } });
    return answer.ok ? 'reached' : [answer.error.reason, answer.error.message];
  };
  const first = [
    'connect_first',
    expect.stringMatching(/^the account of ada@acme\.test at "github" is not connected: ada@acme\.test must open .*connect it;/),
  ];
  expect([await call(), services.reached]).toEqual([first, []]);
  await connect(ada, 'ada');
  expect([await call(), services.reached.length]).toEqual(['reached', 1]);
  const account = await world.store.read(() =>
    world.store.connectionAccounts.find(world.orgId, connectionId, services.reached[0]?.target.account?.personId ?? ''),
  );
  expect(account?.label).toBe('ada');
  await ada.ok('disconnect_service_account', { connectionId }, world.orgId);
  expect([await call(), services.reached.length]).toEqual([first, 1]);
});

it('revokes tokens when an account is disconnected, and reports a failure to do so', async () => {
  await using signIn = await openSignIn();
  const { world, services, ada, connectionId } = signIn;
  const connect = async () => await ada.ok('finish_service_account', answered(await begin(ada, world, connectionId), 'ada'), world.orgId);
  const disconnect = (): Promise<Loose> => ada.ok('disconnect_service_account', { connectionId }, world.orgId);
  await connect();
  expect([await disconnect(), services.signIn.revoked]).toEqual([{ isRevoked: true, message: null }, ['access of ada']]);
  await connect();
  services.signIn.failRevocation = serviceError('service_failed', 'it is away');
  expect(await disconnect()).toEqual({ isRevoked: false, message: 'it is away' });
  expect(await ada.ok('list_service_accounts', { connectionId }, world.orgId)).toEqual({ accounts: [], mine: 'none' });
});

it('connects the account even if its tools cannot be listed, and reports that', async () => {
  await using signIn = await openSignIn();
  const { world, services, ada, connectionId } = signIn;
  services.failDiscovery = serviceError('service_unreachable', 'it is away');
  const sent = await begin(ada, world, connectionId);
  expect(await ada.ok('finish_service_account', answered(sent, 'ada'), world.orgId)).toMatchObject({
    toolsCount: 0,
    message: 'it is away',
  });
  expect(await ada.ok('list_connections', {}, world.orgId)).toMatchObject({ connections: [{ accounts: 'person', mine: 'connected' }] });
});

it.each([undefined, serviceError('service_unreachable', 'it is away')])(
  'closes connections that it opened with unsaved tokens, if listing fails with %s',
  async (failDiscovery) => {
    await using signIn = await openSignIn();
    const { world, services, ada, connectionId } = signIn;
    const closed: unknown[] = [];
    Object.assign(services, { failDiscovery, forget: (...given: unknown[]) => void closed.push(given) });
    const sent = await begin(ada, world, connectionId);
    await ada.ok('finish_service_account', answered(sent, 'ada'), world.orgId);
    const [account] = await world.store.read(() => world.store.connectionAccounts.list(world.orgId, connectionId, 2));
    expect(closed).toEqual([[connectionId, account?.id]]);
  },
);

it('stores no account if the service refuses its new tokens', async () => {
  await using signIn = await openSignIn();
  const { world, services, ada, connectionId } = signIn;
  const sent = await begin(ada, world, connectionId);
  services.discover = async ({ account }) => {
    throw (await account?.connectFirst()) ?? new Error('it was asked without an account');
  };
  expect(await ada.refused('finish_service_account', answered(sent, 'ada'), world.orgId)).toBe(failed);
  expect(await ada.ok('list_service_accounts', { connectionId }, world.orgId)).toEqual({ accounts: [], mine: 'none' });
});

it('stores no account if the sign-in of the connection was changed during the request', async () => {
  await using signIn = await openSignIn();
  const { world, services, ada, owner, connectionId } = signIn;
  const sent = await begin(ada, world, connectionId);
  const { exchangeCode } = services;
  services.exchangeCode = async (...given) => {
    const tokens = await exchangeCode(...given);
    await owner.ok('set_connection_credentials', { connectionId, access: { type: 'oauth', clientId: 'another' } }, world.orgId);
    return tokens;
  };
  expect(await ada.refused('finish_service_account', answered(sent, 'ada'), world.orgId)).toBe(failed);
  expect((await owner.ok('list_service_accounts', { connectionId }, world.orgId)).accounts).toEqual([]);
});

it('lets another process renew tokens 20 seconds after one began, or as soon as that process gives up', async () => {
  await using signIn = await openSignIn();
  const { world, services, owner, connectionId } = signIn;
  await owner.ok('finish_service_account', answered(await begin(owner, world, connectionId), 'owner'), world.orgId);
  let account: TargetAccount | undefined;
  services.discover = async (target) => {
    account = target.account;
    return { tools: [] };
  };
  await owner.ok('test_connection', { connectionId }, world.orgId);
  const now = vi.spyOn(Date, 'now').mockReturnValue(1_800_000_000_000);
  const claimAfter = async (passed: number) => {
    now.mockReturnValue(Date.now() + passed);
    return await account?.claim(1);
  };
  expect(await claimAfter(0)).toBeDefined();
  expect(await claimAfter(19_999)).toBeUndefined();
  const late = await claimAfter(1);
  expect(late).toBeDefined();
  expect(await claimAfter(1)).toBeUndefined();
  await late?.release();
  expect(await claimAfter(0)).toBeDefined();
});
