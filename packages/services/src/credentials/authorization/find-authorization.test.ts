import { expect, it } from 'vitest';
import { openAuthorizationWorld, redirectUri } from './test-world.ts';

const challenge = ['in-challenge', 'well-known'] as const;

it.each(challenge)('finds everything from the address of an MCP server, and registers there (%s)', async (tells) => {
  await using world = await openAuthorizationWorld();
  const { service, find } = world;
  service.behaviour.tells = tells;
  const { access, clientSecret } = await find();
  expect(access).toEqual({
    type: 'oauth',
    accounts: 'person',
    issuer: service.issuer,
    authorizationUrl: `${service.issuer}/authorize`,
    tokenUrl: `${service.issuer}/token`,
    revocationUrl: `${service.issuer}/revoke`,
    clientId: expect.stringMatching(/^client-/),
    tokenAuthMethod: 'none',
    scope: 'notes offline_access',
    resource: service.mcpUrl,
    answersIssuer: true,
    clientFrom: 'registered',
    redirectUri,
  });
  expect(clientSecret).toBeUndefined();
});

it.each(['/tenant', '/a/b'])('finds an issuer with a path (%s)', async (issuerPath) => {
  await using world = await openAuthorizationWorld({ issuerPath });
  const { access } = await world.find({ accounts: 'organization' });
  expect(access).toMatchObject({ issuer: world.service.issuer, tokenUrl: `${world.service.issuer}/token`, accounts: 'organization' });
});

it.each(['', '/tenant'])('finds metadata of OpenID Connect (issuer path "%s")', async (issuerPath) => {
  await using world = await openAuthorizationWorld({ issuerPath });
  const { service } = world;
  const places: string[] = [];
  service.behaviour.takeOver = (path, _, response) => {
    if (path === `${issuerPath}/.well-known/openid-configuration`) {
      const body = { issuer: service.issuer, authorization_endpoint: `${service.issuer}/a`, token_endpoint: `${service.issuer}/t` };
      response.end(JSON.stringify(body));
      return true;
    }
    places.push(path);
    if (!path.startsWith('/.well-known/o') || path.includes('protected')) return false;
    response.writeHead(404).end('no such page');
    return true;
  };
  const { access } = await world.find({ clientId: 'mine' });
  expect(access).toMatchObject({ authorizationUrl: `${service.issuer}/a`, tokenUrl: `${service.issuer}/t`, answersIssuer: false });
  expect(places).toContain(`/.well-known/oauth-authorization-server${issuerPath}`);
});

it('finds the server of an API by its 401', async () => {
  await using world = await openAuthorizationWorld();
  const { service } = world;
  const { access } = await world.find({}, { kind: 'openapi', config: { baseUrl: service.apiUrl } });
  expect(access).toMatchObject({ issuer: service.issuer, resource: service.apiUrl });
});

it('uses the origin as the issuer if an older MCP server names none, and then sends no resource', async () => {
  await using world = await openAuthorizationWorld();
  world.service.behaviour.tells = 'nothing';
  const { access } = await world.find();
  expect(access.issuer).toBe(world.service.issuer);
  expect([access.resource, access.scope]).toEqual([undefined, undefined]);
});

it('prefers the given scope, then the scope of the challenge, then that of the metadata', async () => {
  await using world = await openAuthorizationWorld();
  const { service } = world;
  service.behaviour.takeOver = (path, _, response) => {
    if (path !== '/mcp') return false;
    const metadata = `${new URL(service.mcpUrl).origin}/.well-known/oauth-protected-resource/mcp`;
    response.writeHead(401, { 'www-authenticate': `Bearer resource_metadata=${metadata}, scope="notes:read notes:write"` }).end();
    return true;
  };
  expect((await world.find()).access.scope).toBe('notes:read notes:write offline_access');
  expect((await world.find({ scope: 'mine' })).access.scope).toBe('mine');
});

it('looks for metadata only at the address in a challenge for a bearer token', async () => {
  await using world = await openAuthorizationWorld();
  const { service } = world;
  const { origin } = new URL(service.mcpUrl);
  const asked: string[] = [];
  let challenge = '';
  service.behaviour.takeOver = (path, _, response) => {
    asked.push(path);
    if (path === '/mcp') response.writeHead(401, { 'www-authenticate': challenge }).end();
    else if (path === '/elsewhere')
      response.end(
        JSON.stringify({ resource: service.mcpUrl, authorization_servers: ['', 7, service.issuer], scopes_supported: [7, '', 'notes'] }),
      );
    else if (path.startsWith('/.well-known/oauth-protected-resource')) response.writeHead(404).end();
    else return false;
    return true;
  };
  challenge = `Bearer resource_metadata="${origin}/elsewhere"`;
  expect((await world.find()).access).toMatchObject({ issuer: service.issuer, resource: service.mcpUrl, scope: 'notes offline_access' });
  asked.length = 0;
  challenge = `Basic realm="x", scope="all", resource_metadata="${origin}/elsewhere"`;
  expect((await world.find()).access.scope).toBeUndefined();
  expect(asked).not.toContain('/elsewhere');
});

it('uses the given addresses, and then does not ask the service', async () => {
  await using world = await openAuthorizationWorld();
  const { service } = world;
  service.behaviour.takeOver = () => {
    throw new Error('it was asked');
  };
  const given = {
    authorizationUrl: 'https://login.example.com/authorize?owner=user',
    tokenUrl: 'https://login.example.com/token',
    clientId: 'mine',
    clientSecret: 'a secret of mine',
    scope: 'notes',
  };
  expect(await world.find(given)).toEqual({
    access: {
      type: 'oauth',
      accounts: 'person',
      authorizationUrl: given.authorizationUrl,
      tokenUrl: given.tokenUrl,
      clientId: 'mine',
      tokenAuthMethod: 'client_secret_basic',
      scope: 'notes',
      answersIssuer: false,
      clientFrom: 'given',
      redirectUri,
    },
    mayRegister: false,
    takesPublicClients: true,
    clientSecret: 'a secret of mine',
  });
});

it('uses the given client with the server that was found', async () => {
  await using world = await openAuthorizationWorld();
  const { behaviour } = world.service;
  behaviour.registers = false;
  expect((await world.find({ clientId: 'mine' })).access).toMatchObject({ clientId: 'mine', tokenAuthMethod: 'none' });
  behaviour.authMethods = ['client_secret_post'];
  const found = await world.find({ clientId: 'mine', clientSecret: 'a secret' });
  expect(found).toMatchObject({ access: { tokenAuthMethod: 'client_secret_post' }, clientSecret: 'a secret' });
});

it.each([
  [['client_secret_basic'], 'client_secret_basic'],
  [['client_secret_post', 'private_key_jwt'], 'client_secret_post'],
])('registers with a secret if the server requires one: %s', async (authMethods, tokenAuthMethod) => {
  await using world = await openAuthorizationWorld();
  world.service.behaviour.authMethods = authMethods;
  const found = await world.find();
  expect(found).toMatchObject({ access: { tokenAuthMethod }, clientSecret: expect.stringMatching(/^secret-/) });
  expect(await world.signIn(found, 'ada')).toMatchObject({ accessToken: expect.stringMatching(/^access-/) });
});

it("uses the registration's answer, not its request", async () => {
  await using world = await openAuthorizationWorld();
  world.service.behaviour.normalizeRegistration = ({ client_id }) => ({
    client_id,
    client_secret: 'given',
    token_endpoint_auth_method: null,
  });
  expect(await world.find()).toMatchObject({ access: { tokenAuthMethod: 'client_secret_basic' }, clientSecret: 'given' });
});

const failures: [string, string, (world: Awaited<ReturnType<typeof openAuthorizationWorld>>) => void][] = [
  [
    'does not support client registration',
    `register Gatehouse there with the redirect address ${redirectUri}`,
    ({ service }) => void (service.behaviour.registers = false),
  ],
  [
    'refuses the registration',
    `did not register this gateway; register Gatehouse there with the redirect address ${redirectUri}, give the client ID that you get, and the client secret if there is one, and then register the redirect address shown on the page of the connection (it says: invalid_redirect_uri: not on our list)`,
    ({ service }) => {
      service.behaviour.normalizeRegistration = () => ({ error: 'invalid_redirect_uri', error_description: 'not on\nour list' });
    },
  ],
  [
    'registers without a client id',
    'does not conform to OAuth 2.0',
    ({ service }) => {
      service.behaviour.normalizeRegistration = () => ({});
    },
  ],
  [
    'wants keys of clients',
    'requires clients to authenticate with keys',
    ({ service }) => {
      service.behaviour.authMethods = ['private_key_jwt'];
    },
  ],
  [
    'has no PKCE by S256',
    'without PKCE (S256)',
    ({ service }) => {
      service.behaviour.mendServerMetadata = (metadata) => ({ ...metadata, code_challenge_methods_supported: ['plain'] });
    },
  ],
  [
    'whose issuer is not',
    'whose issuer is not',
    ({ service }) => {
      service.behaviour.mendServerMetadata = (metadata) => ({ ...metadata, issuer: 'https://login.example.com' });
    },
  ],
  [
    'shows no metadata of its server',
    'publishes no metadata; give "issuer", or "authorizationUrl" and "tokenUrl" with a client ID',
    ({ service }) => {
      service.behaviour.mendServerMetadata = () => ({});
    },
  ],
  [
    'shows nothing at all',
    'it names no authorization server; give "issuer"',
    ({ service }) => {
      service.behaviour.tells = 'nothing';
      service.behaviour.mendServerMetadata = () => ({});
    },
  ],
  [
    'shows metadata of another resource',
    'it names no authorization server',
    ({ service }) => {
      service.behaviour.mendResourceMetadata = (metadata) => ({ ...metadata, resource: 'https://bank.example.com/mcp' });
      service.behaviour.mendServerMetadata = () => ({});
    },
  ],
];

it.each(failures)('names the missing parts if a service %s', async (_, says, make) => {
  await using world = await openAuthorizationWorld();
  make(world);
  await expect(world.find()).rejects.toMatchObject({ name: 'ServiceFailure', message: expect.stringContaining(says) });
});

it('does not register if asked only to look, and still reports missing parts', async () => {
  await using world = await openAuthorizationWorld();
  const { behaviour } = world.service;
  behaviour.normalizeRegistration = () => {
    throw new Error('it was registered');
  };
  const found = await world.find({}, {}, { onlyLook: true });
  expect(found).toMatchObject({ access: { clientId: '', tokenAuthMethod: 'none', authorizationUrl: `${world.service.issuer}/authorize` } });
  behaviour.registers = false;
  await expect(world.find({}, {}, { onlyLook: true })).rejects.toThrow('so a client ID is required');
});

it('does not look for a sign-in at the address of an API document', async () => {
  await using world = await openAuthorizationWorld();
  const api = { kind: 'openapi' as const, config: { documentUrl: world.service.documentUrl } };
  await expect(world.find({}, api)).rejects.toThrow('where it answers is not known (give "baseUrl")');
  expect((await world.find({ issuer: world.service.issuer }, api)).access.issuer).toBe(world.service.issuer);
});

it('reports that a command has no sign-in', async () => {
  await using world = await openAuthorizationWorld();
  await expect(world.find({}, { kind: 'mcp-stdio', config: { command: 'x' } })).rejects.toThrow('is a command on this machine');
});

it.each(['', '/', '/mcp', '/mcp/'])('accepts metadata for the address or for a place above it ("%s")', async (path) => {
  await using world = await openAuthorizationWorld();
  const resource = `${new URL(world.service.mcpUrl).origin}${path}`;
  world.service.behaviour.mendResourceMetadata = (metadata) => ({ ...metadata, resource });
  expect((await world.find()).access.resource).toBe(resource);
});

it.each(['/other', '/mc', '/mcp/below'])('ignores metadata for another place ("%s")', async (path) => {
  await using world = await openAuthorizationWorld();
  const { service } = world;
  service.behaviour.mendResourceMetadata = (metadata) => ({ ...metadata, resource: `${new URL(service.mcpUrl).origin}${path}` });
  const found = await world.find().catch(() => undefined);
  expect(found?.access.resource).not.toBe(`${new URL(service.mcpUrl).origin}${path}`);
});
