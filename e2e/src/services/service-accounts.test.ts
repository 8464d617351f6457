import { createSecretBox, rotateSecrets } from '@gatehouse/core';
import { verifyDatabase } from '@gatehouse/storage/admin';
import { describe, expect, it } from 'vitest';
import { givenEngine } from '../kit/engines.ts';
import { until } from '../kit/until.ts';
import type { Loose } from '../kit/world.ts';
import { installationSecret } from '../secrets/planted.ts';
import { type AccountWorld, type Member, openAccountWorld } from './account-world.ts';
import { refusalOf, resultOf } from './service-world.ts';

interface Connected {
  world: AccountWorld;
  connectionId: string;
  ada: Member;
  bob: Member;
}

/** Ada and Bob have connected their accounts at a service that was connected for the organization. */
async function openConnected(
  options: Parameters<typeof openAccountWorld>[0] = {},
  access: object = {},
): Promise<Connected & AsyncDisposable> {
  const world = await openAccountWorld(options);
  const connectionId = await world.addNotes(access);
  const [ada, bob] = [await world.member('Ada'), await world.member('Bob')];
  await ada.connect(connectionId, 'ada');
  await bob.connect(connectionId, 'bob');
  return { world, connectionId, ada, bob, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
}

const tokensStored = async ({ folder }: AccountWorld) =>
  (await givenEngine.query(folder, "select field from connection_secrets where field like 'account:%' order by field")).map(
    ({ field }) => field,
  );
const namesOf = async (member: Member, connectionId: string) =>
  (await member.ok('list_connection_tools', { connectionId })).tools.map(({ name }: Loose) => name).sort();

describe('connecting accounts (D62)', () => {
  it('connects a service by its address alone, and each person connects an account', async () => {
    await using world = await openAccountWorld();
    const { service, olive } = world;
    const connectionId = await world.addNotes();
    const [ada, bob] = [await world.member('Ada'), await world.member('Bob')];
    expect(await olive.ok('read_connection', { connectionId })).toMatchObject({
      toolsCount: 0,
      catalogueAt: null,
      accounts: 'person',
      mine: 'none',
    });
    expect(await ada.connect(connectionId, 'ada')).toEqual({ connectionId, service: 'notes', label: 'ada', toolsCount: 4, message: null });
    await bob.connect(connectionId, 'bob');
    expect([await world.whoami(ada.key), await world.whoami(bob.key), await world.whoami(olive.key)]).toEqual([
      'ada',
      'bob',
      'connect_first',
    ]);
    expect(service.calls.map(({ token, person }) => [service.ownerOf(token), person])).toEqual([
      ['ada', 'ada'],
      ['bob', 'bob'],
    ]);
    expect(world.faults).toEqual([]);
  });

  it('reports, when it is added, if people connect their accounts, and the requested scopes', async () => {
    await using world = await openAccountWorld();
    const place = { kind: 'mcp-http', url: world.service.mcpUrl, access: { type: 'oauth' } };
    const checked = await world.olive.ok('check_service', place);
    expect(checked).toMatchObject({ toolsCount: 0, needsAccount: true, signIn: { scope: 'notes offline_access', registers: true } });
    const added = await world.olive.ok('add_connection', { ...place, service: 'notes', name: 'Notes', visibility: 'organization' });
    expect(added).toMatchObject({ toolsCount: 0, connectAt: `http://localhost:4747/app/services/${added.connectionId}` });
    const { access } = await world.olive.ok('read_connection', { connectionId: added.connectionId });
    expect(access).toMatchObject({
      type: 'oauth',
      accounts: 'person',
      redirectUri: `http://localhost:4747/app/services/callback/${added.connectionId}`,
    });
    expect(
      await world.olive.refused('add_connection', { ...place, service: 'x', name: 'x', access: { type: 'oauth', clientSecret: 's' } }),
    ).toBe('invalid_request/invalid_argument');
  });

  it('uses one account for everyone on request, which managers connect', async () => {
    await using world = await openAccountWorld();
    const connectionId = await world.addNotes({ accounts: 'organization' });
    const ada = await world.member('Ada');
    expect(await ada.refused('begin_service_account', { connectionId })).toBe('forbidden');
    expect(await world.whoami(ada.key)).toBe('connect_first');
    await world.olive.connect(connectionId, 'ada');
    expect([await world.whoami(ada.key), await world.whoami(world.olive.key), await world.whoami(world.writeKey)]).toEqual([
      'ada',
      'ada',
      'ada',
    ]);
    expect(await ada.ok('list_service_accounts', { connectionId })).toMatchObject({ accounts: [{ person: null }], mine: 'connected' });
    expect(await world.olive.ok('list_service_accounts', { connectionId })).toMatchObject({
      accounts: [{ personId: null, person: null }],
      mine: 'connected',
    });
    expect(await ada.refused('disconnect_service_account', { connectionId })).toBe('forbidden');
    await world.olive.ok('disconnect_service_account', { connectionId });
    expect(await world.whoami(ada.key)).toBe('connect_first');
  });

  it('works for an API with tools from its document', async () => {
    await using world = await openAccountWorld();
    const connectionId = await world.addHttp('notes', world.service.documentUrl, { kind: 'openapi', access: { type: 'oauth' } });
    const ada = await world.member('Ada');
    expect(await world.run('notes__whoami')).toMatchObject({ ok: false, error: { reason: 'connect_first' } });
    await ada.connect(connectionId, 'ada');
    const answer = resultOf(await world.call(ada.key, 'execute_service_tool', { toolSlug: 'notes__whoami' }));
    expect(answer.structuredContent ?? JSON.parse(answer.content[0].text)).toMatchObject({ person: 'ada' });
    expect(world.service.calls).toMatchObject([{ person: 'ada' }]);
  });

  it('accepts the return of a sent browser, once, and in the same session', async () => {
    await using world = await openAccountWorld();
    const connectionId = await world.addNotes();
    const [ada, bob] = [await world.member('Ada'), await world.member('Bob')];
    const finish = (member: Member, query: string) => member.refused('finish_service_account', { query, connectionId });
    const query = await ada.visit(connectionId, 'ada');
    const failed = 'invalid_request/service_sign_in_failed';
    expect(await finish(bob, query)).toBe(failed);
    expect(await finish(ada, query.replace(/state=[^&]+/, 'state=another'))).toBe(failed);
    expect(world.service.tokenRequests).toEqual([]);
    await ada.ok('finish_service_account', { query, connectionId });
    expect(await finish(ada, query)).toBe(failed);
    expect(await finish(ada, await ada.visit(connectionId, undefined))).toBe(failed);
    expect(await world.whoami(ada.key)).toBe('ada');
  });

  it('sends no code to an authorization server other than the answering one', async () => {
    await using world = await openAccountWorld();
    const connectionId = await world.addNotes();
    const ada = await world.member('Ada');
    world.service.behaviour.answeredIssuer = 'https://login.evil.test';
    const query = await ada.visit(connectionId, 'ada');
    expect(await ada.refused('finish_service_account', { query, connectionId })).toBe('invalid_request/service_sign_in_failed');
    expect(world.service.tokenRequests).toEqual([]);
  });

  it('sends no code if the sign-in was changed after the browser was sent', async () => {
    await using world = await openAccountWorld();
    const connectionId = await world.addNotes();
    const ada = await world.member('Ada');
    const query = await ada.visit(connectionId, 'ada');
    await world.olive.ok('set_connection_credentials', { connectionId, access: { type: 'oauth' } });
    await expect(ada.ok('finish_service_account', { query, connectionId })).rejects.toThrow();
    expect(await tokensStored(world)).toEqual([]);
  });
});

describe('a call that requires an account first', () => {
  it('names the person and the page, is logged, and is explained with the remedy', async () => {
    await using world = await openAccountWorld();
    const connectionId = await world.addNotes();
    const [ada, bob] = [await world.member('Ada'), await world.member('Bob')];
    await ada.connect(connectionId, 'ada');
    const refused = refusalOf(await world.call(bob.key, 'execute_service_tool', { toolSlug: 'notes__whoami' }));
    expect(refused).toEqual({
      code: 'invalid_request',
      reason: 'connect_first',
      message: `the account of Bob at "notes" is not connected: Bob must open http://localhost:4747/app/services/${connectionId} in a browser and connect it; then call again`,
    });
    const { activity } = await world.olive.ok('list_activity', { outcome: 'invalid_request' });
    expect(activity[0]).toMatchObject({ tool: 'execute_service_tool', reason: 'connect_first', service: 'notes' });
    const about = { tool: 'notes__whoami', connectionId };
    expect(await bob.ok('explain_access', { personId: bob.personId, ...about })).toMatchObject({
      allowed: false,
      refusal: { check: 'account', reason: 'connect_first' },
      change: { operation: 'begin_service_account', arguments: { connectionId } },
    });
    expect(await world.olive.ok('explain_access', { personId: bob.personId, ...about })).toMatchObject({
      refusal: { check: 'account' },
      change: { operation: null, description: expect.stringContaining('bob@acme.test must connect the account') },
    });
    expect(await ada.ok('explain_access', { personId: ada.personId, ...about })).toMatchObject({ allowed: true });
    expect(world.service.calls).toEqual([]);
  });

  it('is refused after every other check, so that it reveals nothing more', async () => {
    await using world = await openAccountWorld();
    const connectionId = await world.addNotes();
    const ada = await world.member('Ada');
    await ada.connect(connectionId, 'ada');
    expect(refusalOf(await world.call(world.readKey, 'execute_service_tool', { toolSlug: 'notes__create_note' })).code).toBe('forbidden');
    await world.olive.ok('pause_connection', { connectionId });
    expect(refusalOf(await world.run('notes__whoami')).reason).toBe('connection_paused');
  });
});

describe('accounts of several people', () => {
  it('are renewed once for all waiting calls, in every process', async () => {
    await using connected = await openConnected();
    const { world, ada, bob } = connected;
    const other = await world.another();
    expect([await world.whoami(ada.key, other), await world.whoami(bob.key, other)]).toEqual(['ada', 'bob']);
    world.service.expireTokens();
    world.service.tokenRequests.length = 0;
    const calls = Array.from({ length: 12 }, (_, index) => world.whoami((index % 2 ? ada : bob).key, index % 3 ? other : undefined));
    expect(await Promise.all(calls)).toEqual(Array.from({ length: 12 }, (_, index) => (index % 2 ? 'ada' : 'bob')));
    expect(world.service.tokenRequests.map((request) => request.get('grant_type'))).toEqual(['refresh_token', 'refresh_token']);
    expect(world.faults).toEqual([]);
  });

  it('are renewed after they expire, before the request, and not while they are valid', async () => {
    await using connected = await openConnected();
    const { world, connectionId, ada, bob } = connected;
    world.service.behaviour.lifetimeSeconds = 2;
    await bob.connect(connectionId, 'bob');
    const over = Date.now() + 2000;
    world.service.behaviour.lifetimeSeconds = 3600;
    world.service.tokenRequests.length = 0;
    world.service.refusals.length = 0;
    await until('his token is over', () => Date.now() > over);
    for (const member of [ada, bob, ada, bob]) expect(await world.whoami(member.key)).toBe(member === ada ? 'ada' : 'bob');
    expect([world.service.tokenRequests.map((request) => request.get('grant_type')), world.service.refusals]).toEqual([
      ['refresh_token'],
      [],
    ]);
  });

  it('end if the service refuses the refresh token, each separately, until they are connected again', async () => {
    await using connected = await openConnected();
    const { world, connectionId, ada, bob } = connected;
    world.service.endGrants('ada');
    expect([await world.whoami(ada.key), await world.whoami(bob.key), await world.whoami(ada.key)]).toEqual([
      'connect_first',
      'bob',
      'connect_first',
    ]);
    const answer = refusalOf(await world.call(ada.key, 'execute_service_tool', { toolSlug: 'notes__whoami' }));
    expect(answer.message).toContain('has ended (it no longer accepts the refresh token)');
    expect(await ada.ok('list_service_accounts', { connectionId })).toMatchObject({
      accounts: [{ status: 'ended', person: 'Ada' }],
      mine: 'ended',
    });
    expect(await ada.ok('read_connection', { connectionId })).toMatchObject({ status: 'active', mine: 'ended' });
    expect(await tokensStored(world)).toEqual([`account:${bob.personId}`]);
    await ada.connect(connectionId, 'ada');
    expect([await world.whoami(ada.key), await ada.ok('list_service_accounts', { connectionId })]).toMatchObject([
      'ada',
      { mine: 'connected' },
    ]);
  });

  it('end if the service refuses a token that it has just issued', async () => {
    await using connected = await openConnected();
    const { world, ada, bob } = connected;
    expect(await world.whoami(ada.key)).toBe('ada');
    world.service.behaviour.takeOver = (path, request, response) => {
      if (path !== '/mcp' || world.service.ownerOf(String(request.headers.authorization).slice(7)) !== 'ada') return false;
      response.writeHead(401).end();
      return true;
    };
    expect([await world.whoami(ada.key), await world.whoami(bob.key)]).toEqual(['connect_first', 'bob']);
    expect((await ada.ok('list_connections')).connections).toMatchObject([{ mine: 'ended', status: 'active' }]);
  });

  it('do not end because the token server is unavailable', async () => {
    await using connected = await openConnected();
    const { world, ada } = connected;
    world.service.expireTokens('ada');
    world.service.behaviour.takeOver = (path, _request, response) => path === '/token' && response.destroy() !== undefined;
    expect(await world.whoami(ada.key)).toBe('service_failed');
    world.service.behaviour.takeOver = (path, _request, response) => path === '/token' && response.writeHead(503).end() !== undefined;
    expect(await world.whoami(ada.key)).toBe('service_failed');
    world.service.behaviour.takeOver = () => false;
    expect(await world.whoami(ada.key)).toBe('ada');
  });

  it('are renewed by another process if the first one hangs, and its late answer ends nothing', async () => {
    await using connected = await openConnected();
    const { world, ada } = connected;
    const other = await world.another();
    expect(await world.whoami(ada.key, other)).toBe('ada');
    world.service.expireTokens('ada');
    const held = Promise.withResolvers<void>();
    let asked = 0;
    world.service.behaviour.takeOver = (path, _request, response) => {
      if (path !== '/token' || asked++ > 0) return false;
      void held.promise.then(() => response.destroy());
      return true;
    };
    const late = world.whoami(ada.key);
    await until('the first asks', () => asked === 1);
    const calls = Promise.all([world.whoami(ada.key, other), world.whoami(ada.key, other)]);
    await letGrowOld(connected);
    expect(await calls).toEqual(['ada', 'ada']);
    held.resolve();
    expect(['ada', 'service_failed']).toContain(await late);
    expect([await world.whoami(ada.key), await world.whoami(ada.key, other)]).toEqual(['ada', 'ada']);
  });

  it('are disconnected immediately in every process, and revoked at the service', async () => {
    await using connected = await openConnected();
    const { world, connectionId, ada, bob } = connected;
    const other = await world.another();
    expect(await world.whoami(ada.key, other)).toBe('ada');
    expect(await bob.refused('disconnect_service_account', { connectionId, personId: ada.personId })).toBe('forbidden');
    expect(await ada.ok('disconnect_service_account', { connectionId })).toEqual({ isRevoked: true, message: null });
    expect([await world.whoami(ada.key, other), await world.whoami(ada.key), await world.whoami(bob.key, other)]).toEqual([
      'connect_first',
      'connect_first',
      'bob',
    ]);
    expect(world.service.revoked.map((token) => token.slice(0, token.indexOf('-')))).toEqual(['refresh', 'access']);
    world.service.behaviour.takeOver = (path, _request, response) => path === '/revoke' && response.writeHead(500).end() !== undefined;
    expect(await world.olive.ok('disconnect_service_account', { connectionId, personId: bob.personId })).toMatchObject({
      isRevoked: false,
      message: expect.stringContaining('did not revoke the token'),
    });
    expect([await world.whoami(bob.key), await tokensStored(world)]).toEqual(['connect_first', []]);
    expect(await bob.refused('disconnect_service_account', { connectionId })).toBe('invalid_request/nothing_to_change');
  });

  it("are shown to managers, and each person's own to that person", async () => {
    await using connected = await openConnected();
    const { world, connectionId, ada } = connected;
    const names = ({ accounts }: Loose) => accounts.map(({ person }: Loose) => person);
    expect(names(await ada.ok('list_service_accounts', { connectionId }))).toEqual(['Ada']);
    expect(names(await world.olive.ok('list_service_accounts', { connectionId }))).toEqual(['Ada', 'Bob']);
    expect(await world.olive.ok('list_service_accounts', { connectionId })).toMatchObject({ mine: 'none' });
  });

  it('may have different rights: tools of one stay for others, and missing tools are refused only to that one', async () => {
    await using connected = await openConnected();
    const { world, connectionId, ada, bob } = connected;
    const create = (member: Member) => world.call(member.key, 'execute_service_tool', { toolSlug: 'notes__create_note' });
    expect(await world.whoami(bob.key)).toBe('bob');
    expect(await namesOf(world.olive, connectionId)).toEqual(['create_note', 'delete_notes', 'list_notes', 'whoami']);
    expect([(await create(ada)).ok, refusalOf(await create(bob))]).toMatchObject([
      true,
      { reason: 'service_failed', message: expect.stringContaining('does not offer the tool "create_note" to this account') },
    ]);
    // The owner's account determines the tools, and takes none from people who have more.
    world.service.people.set('olive', { tools: ['whoami'] });
    await world.olive.connect(connectionId, 'olive');
    expect(await world.whoami(world.olive.key)).toBe('olive');
    expect([(await create(ada)).ok, await world.olive.ok('read_connection', { connectionId })]).toMatchObject([true, { toolsCount: 4 }]);
  });

  it('add new tools only after a person has approved them', async () => {
    await using world = await openAccountWorld();
    const connectionId = await world.addNotes();
    const [ada, bob] = [await world.member('Ada'), await world.member('Bob')];
    await bob.connect(connectionId, 'bob');
    expect(await namesOf(world.olive, connectionId)).toEqual(['list_notes', 'whoami']);
    await ada.connect(connectionId, 'ada');
    expect(await world.whoami(ada.key)).toBe('ada');
    const create = () => world.call(ada.key, 'execute_service_tool', { toolSlug: 'notes__create_note' });
    expect(refusalOf(await create()).reason).toBe('tool_held');
    await world.olive.ok('approve_service_tools', { connectionId, tools: ['create_note'] });
    expect((await create()).ok).toBe(true);
  });
});

describe('removing accounts', () => {
  it('removes the tokens of a person, and no others', async () => {
    await using connected = await openConnected();
    const { world, ada, bob } = connected;
    await world.olive.ok('remove_person', { email: 'ada@acme.test' });
    expect([await world.whoami(ada.key), await world.whoami(bob.key)]).toEqual(['unauthorized', 'bob']);
    expect(await tokensStored(world)).toEqual([`account:${bob.personId}`]);
  });

  it('removes all tokens with the connection', async () => {
    await using connected = await openConnected();
    const { world, connectionId } = connected;
    await world.olive.ok('remove_connection', { connectionId });
    expect(await tokensStored(world)).toEqual([]);
    expect(await givenEngine.query(world.folder, 'select id from connection_accounts')).toEqual([]);
  });

  it('requires a new sign-in if tokens would go to another place, or belong to another client', async () => {
    await using connected = await openConnected();
    const { world, connectionId, ada } = connected;
    const elsewhere = world.service.mcpUrl.replace('127.0.0.1', 'localhost');
    expect(await world.olive.refused('edit_connection', { connectionId, url: elsewhere })).toBe('invalid_request/invalid_argument');
    await world.olive.ok('edit_connection', { connectionId, name: 'Our notes' });
    expect(await world.whoami(ada.key)).toBe('ada');
    await world.olive.ok('set_connection_credentials', { connectionId, access: { type: 'oauth' } });
    expect([await world.whoami(ada.key), await tokensStored(world)]).toEqual(['connect_first', []]);
    await ada.connect(connectionId, 'ada');
    expect(await world.whoami(ada.key)).toBe('ada');
    expect(await world.olive.refused('set_connection_credentials', { connectionId, access: { type: 'bearer', token: 'x' } })).toBe(
      'invalid_request/invalid_argument',
    );
  });

  it("keeps only the owner's account when a connection becomes private", async () => {
    await using connected = await openConnected();
    const { world, connectionId, olive } = { ...connected, olive: connected.world.olive };
    await olive.connect(connectionId, 'ada');
    await olive.ok('edit_connection', { connectionId, visibility: 'private' });
    expect(await tokensStored(world)).toEqual([`account:${olive.personId}`]);
    expect(await world.whoami(olive.key)).toBe('ada');
  });

  it('is not needed when the secret of the installation changes', async () => {
    await using connected = await openConnected();
    const { world, ada, bob } = connected;
    const box = createSecretBox({ secret: Buffer.alloc(32, 3), previous: [Buffer.from(installationSecret)] });
    expect(await rotateSecrets(world.store, box)).toBe(2);
    const other = await world.another({ box });
    expect([await world.whoami(ada.key, other), await world.whoami(bob.key, other)]).toEqual(['ada', 'bob']);
    world.service.expireTokens('ada');
    expect(await world.whoami(ada.key, other)).toBe('ada');
  });

  it('leaves a valid database', async () => {
    await using connected = await openConnected();
    const { world, ada } = connected;
    world.service.endGrants('ada');
    await world.whoami(ada.key);
    const { problems } = await verifyDatabase({ database: await placeOf(world) });
    expect(problems).toEqual([]);
  });
});

async function placeOf({ folder }: AccountWorld): Promise<Parameters<typeof verifyDatabase>[0]['database']> {
  const address = await givenEngine.address(folder);
  return address.startsWith('sqlite:') ? { engine: 'sqlite', file: address.slice('sqlite:'.length) } : { engine: 'postgres', url: address };
}

/** Makes a renewal of the tokens look as if it began long ago. */
async function letGrowOld({ world, connectionId, ada }: Connected): Promise<void> {
  const { orgId, store } = world;
  const account = await store.read(() => store.connectionAccounts.find(orgId, connectionId, ada.personId));
  if (account?.claimedAt == null) throw new Error('nobody renews them');
  const { revision, claimedAt } = account;
  await store.perform(
    function* () {
      yield* store.connectionAccounts.release(account, revision, claimedAt);
      yield* store.connectionAccounts.claim(account, revision, { claimedAt: claimedAt - 60_000, over: 0 });
    },
    { changes: true },
  );
}
