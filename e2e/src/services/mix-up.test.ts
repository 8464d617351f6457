import { type OAuthService, openOAuthService } from '@gatehouse/services/testing';
import { describe, expect, it } from 'vitest';
import type { Loose } from '../kit/world.ts';
import { type AccountWorld, openAccountWorld } from './account-world.ts';

const failed = 'invalid_request/service_sign_in_failed';
const callback = 'http://localhost:4747/app/services/callback';

interface Attacked extends AsyncDisposable {
  world: AccountWorld;
  honest: OAuthService;
  hostile: OAuthService;
  /** Connection to the honest service, and the client ID of the gateway there. */
  honestId: string;
  clientId: string;
}

/** An honest service that is connected, and a hostile one that wants its codes. */
async function openAttacked(): Promise<Attacked> {
  const world = await openAccountWorld();
  const hostile = await openOAuthService();
  const honestId = await world.addNotes();
  const { access } = await world.olive.ok('read_connection', { connectionId: honestId });
  return {
    world,
    honest: world.service,
    hostile,
    honestId,
    clientId: access.clientId,
    async [Symbol.asyncDispose]() {
      await world[Symbol.asyncDispose]();
      await hostile[Symbol.asyncDispose]();
    },
  };
}

const place = ({ hostile }: Attacked, access: object = {}) => ({
  service: 'hostile',
  name: 'Hostile',
  visibility: 'organization',
  kind: 'mcp-http',
  url: hostile.mcpUrl,
  access: { type: 'oauth', ...access },
});
const add = async (attacked: Attacked, access?: object): Promise<string> =>
  (await attacked.world.olive.ok('add_connection', place(attacked, access))).connectionId;

/** The hostile service redirects people who sign in to the honest server, as another client or with another return address. */
function sendOn({ honest, hostile }: Attacked, changes: Record<string, string>): void {
  hostile.behaviour.takeOver = (path, { url }, response) => {
    if (path !== '/authorize') return false;
    const asked = new URL(url ?? '', honest.issuer);
    const location = new URL(`${honest.issuer}/authorize${asked.search}`);
    for (const [name, value] of Object.entries(changes)) location.searchParams.set(name, value);
    response.writeHead(302, { location: location.href }).end();
    return true;
  };
}

/** Follows a browser from where this gateway sends it until an answer leads to this gateway; nobody listens there. */
async function follow({ honest }: Attacked, address: string): Promise<URL> {
  honest.signsIn('ada');
  for (let next = address; ; ) {
    const location = (await fetch(next, { redirect: 'manual' })).headers.get('location');
    if (location === null) throw new Error('the browser is sent nowhere');
    if (location.startsWith(callback)) return new URL(location);
    next = location;
  }
}

const arrivedAt = (back: URL) => ({ query: back.search.slice(1), connectionId: back.pathname.split('/').at(-1) });

describe('a hostile service gets no code, verifier or token of another one (D62)', () => {
  it('if it reuses our client identifier at the honest server', async () => {
    await using attacked = await openAttacked();
    const { world, honest, hostile, honestId, clientId } = attacked;
    hostile.behaviour.normalizeRegistration = (registration) => ({ ...registration, client_id: clientId });
    // Without an issuer in the answers (RFC 9207), only the redirect URI distinguishes the servers.
    hostile.behaviour.promisesIssuer = false;
    honest.behaviour.answeredIssuer = null;
    const connectionId = await add(attacked);
    sendOn(attacked, { client_id: clientId, redirect_uri: `${callback}/${honestId}` });
    const { address } = await world.olive.ok('begin_service_account', { connectionId });
    const back = await follow(attacked, address);
    expect([back.pathname, back.searchParams.has('code')]).toEqual([`/app/services/callback/${honestId}`, true]);
    expect(await world.olive.refused('finish_service_account', arrivedAt(back))).toBe(failed);
    // The honest server knows no other redirect URI of this client.
    sendOn(attacked, { client_id: clientId });
    const again = await world.olive.ok('begin_service_account', { connectionId });
    await expect(follow(attacked, again.address)).rejects.toThrow('sent nowhere');

    hostile.behaviour.mendServerMetadata = (metadata) => ({ ...metadata, authorization_endpoint: `${honest.issuer}/authorize` });
    expect(await world.olive.refused('add_connection', { ...place(attacked), service: 'again' })).toBe('service_error/service_failed');
    expect([hostile.tokenRequests, honest.tokenRequests]).toEqual([[], []]);
  });

  it('if it registered its own client there under our redirect address', async () => {
    await using attacked = await openAttacked();
    const { world, honest, hostile } = attacked;
    const own = honest.register(callback);
    hostile.behaviour.normalizeRegistration = (registration) => {
      own.redirectUris.push(...(registration.redirect_uris as string[]));
      return { ...registration, client_id: own.id };
    };
    const usual = hostile.behaviour.mendServerMetadata;
    for (const endpoints of [
      { authorization_endpoint: `${honest.issuer}/authorize` },
      { authorization_endpoint: `${honest.issuer}/authorize`, token_endpoint: `${honest.issuer}/token` },
    ]) {
      hostile.behaviour.mendServerMetadata = (metadata) => ({ ...metadata, ...endpoints });
      expect(await world.olive.refused('add_connection', place(attacked))).toBe('service_error/service_failed');
    }
    expect(own.redirectUris).toEqual([callback]);

    hostile.behaviour.mendServerMetadata = usual;
    const connectionId = await add(attacked);
    sendOn(attacked, {});
    const { address } = await world.olive.ok('begin_service_account', { connectionId });
    const back = await follow(attacked, address);
    expect([back.pathname, back.searchParams.get('iss')]).toEqual([`/app/services/callback/${connectionId}`, honest.issuer]);
    expect(await world.olive.refused('finish_service_account', arrivedAt(back))).toBe(failed);
    expect([hostile.tokenRequests, honest.tokenRequests]).toEqual([[], []]);
  });

  it('if its metadata name the honest issuer', async () => {
    await using attacked = await openAttacked();
    const { world, honest, hostile, clientId } = attacked;
    hostile.behaviour.mendServerMetadata = (metadata) => ({ ...metadata, issuer: honest.issuer });
    expect(await world.olive.refused('add_connection', place(attacked))).toBe('service_error/service_failed');

    hostile.behaviour.mendResourceMetadata = (metadata) => ({ ...metadata, authorization_servers: [honest.issuer] });
    const connectionId = await add(attacked);
    const { access } = await world.olive.ok('read_connection', { connectionId });
    expect(access).toMatchObject({ issuer: honest.issuer, resource: hostile.mcpUrl });
    expect(access.clientId).not.toBe(clientId);
    const { address } = await world.olive.ok('begin_service_account', { connectionId });
    expect(await world.olive.refused('finish_service_account', arrivedAt(await follow(attacked, address)))).toBe(failed);
    expect([hostile.tokenRequests, honest.tokenRequests.length]).toEqual([[], 1]);
    // The token sent to the hostile service was requested for it, and does not work at the honest one.
    const token = hostile.refusals.findLast((refusal) => refusal.token !== undefined)?.token;
    const asked = await fetch(honest.mcpUrl, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body: '{}' });
    expect([typeof token, asked.status]).toEqual(['string', 401]);
  });
});

describe('a connection from before redirect URIs per connection', () => {
  const grownOld = async ({ store, orgId, olive }: AccountWorld, connectionId: string, changes: object = {}) => {
    const viewer = { orgId, personId: olive.personId, seesAll: true, limits: null, at: 0 };
    await store.perform(
      function* () {
        const connection = yield* store.connections.visibleForChange(viewer, connectionId);
        if (!connection) throw new Error('no such connection');
        const { clientFrom: _none, ...access } = connection.config.access as Loose;
        const config = { ...connection.config, access: { ...access, redirectUri: callback, ...changes } };
        yield* store.connections.edit({ ...connection, config });
      },
      { changes: true },
    );
  };
  const accessOf = async ({ olive }: AccountWorld, connectionId: string) => (await olive.ok('read_connection', { connectionId })).access;

  it('is registered again at the next sign-in, and everyone connects once more', async () => {
    await using world = await openAccountWorld();
    const connectionId = await world.addNotes();
    await world.olive.connect(connectionId, 'bob');
    await grownOld(world, connectionId);
    const before = await accessOf(world, connectionId);
    expect(await world.whoami(world.olive.key)).toBe('bob');
    const ada = await world.member('Ada');
    await ada.connect(connectionId, 'ada');
    const after = await accessOf(world, connectionId);
    expect(after).toEqual({
      ...before,
      clientId: expect.any(String),
      clientFrom: 'registered',
      redirectUri: `${callback}/${connectionId}`,
    });
    expect(after.clientId).not.toBe(before.clientId);
    expect([await world.whoami(ada.key), await world.whoami(world.olive.key)]).toEqual(['ada', 'connect_first']);
    await world.olive.connect(connectionId, 'bob');
    expect(await accessOf(world, connectionId)).toEqual(after);
  });

  it('keeps a client that a manager entered, with the shared redirect URI, until it is edited', async () => {
    await using world = await openAccountWorld();
    const client = world.service.register(callback, { withSecret: true });
    const given = { type: 'oauth', clientId: client.id, clientSecret: client.secret };
    const connectionId = await world.addNotes(given);
    await grownOld(world, connectionId);
    const shared = { clientId: client.id, clientFrom: 'given', redirectUri: callback };
    const query = await world.olive.visit(connectionId, 'bob');
    expect(await world.olive.refused('finish_service_account', { query, connectionId })).toBe(failed);
    await world.olive.ok('finish_service_account', { query: await world.olive.visit(connectionId, 'bob') });
    expect([await accessOf(world, connectionId), await world.whoami(world.olive.key)]).toMatchObject([shared, 'bob']);

    await world.olive.ok('set_connection_credentials', { connectionId, access: given });
    const redirectUri = `${callback}/${connectionId}`;
    expect(await accessOf(world, connectionId)).toMatchObject({ ...shared, redirectUri });
    // The same client: the accounts stay as they are.
    expect(await world.whoami(world.olive.key)).toBe('bob');
    client.redirectUris.push(redirectUri);
    await world.olive.connect(connectionId, 'ada');
    expect(await world.whoami(world.olive.key)).toBe('ada');
  });

  it('sends nobody to a server that its service has claimed from another', async () => {
    await using attacked = await openAttacked();
    const { world, honest, hostile } = attacked;
    const connectionId = await add(attacked);
    const authorizationUrl = `${honest.issuer}/authorize`;
    await grownOld(world, connectionId, { authorizationUrl });
    expect(await world.olive.refused('begin_service_account', { connectionId })).toBe(failed);
    hostile.behaviour.mendServerMetadata = (metadata) => ({ ...metadata, authorization_endpoint: authorizationUrl });
    expect(await world.olive.refused('begin_service_account', { connectionId })).toBe('service_error/service_failed');
    expect(hostile.tokenRequests).toEqual([]);
  });
});
