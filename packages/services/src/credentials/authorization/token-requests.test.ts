import { expect, it } from 'vitest';
import { AccountEnded } from './protocol.ts';
import { openAuthorizationWorld } from './test-world.ts';

type World = Awaited<ReturnType<typeof openAuthorizationWorld>>;

it('exchanges a code for tokens of the signed-in person, for this resource', async () => {
  await using world = await openAuthorizationWorld();
  const { service, find, signIn } = world;
  const found = await find();
  const tokens = await signIn(found, 'ada');
  expect(tokens).toEqual({
    accessToken: expect.stringMatching(/^access-/),
    refreshToken: expect.stringMatching(/^refresh-/),
    expiresAt: expect.toSatisfy((at: number) => Math.abs(at - Date.now() - 3_600_000) < 60_000),
    scope: 'notes offline_access',
    label: 'ada',
  });
  expect(service.ownerOf(tokens.accessToken)).toBe('ada');
  expect(service.tokenRequests.at(-1)?.get('resource')).toBe(service.mcpUrl);
  expect(service.ownerOf((await signIn(found, 'bob')).accessToken)).toBe('bob');
});

it('stores the granted scope, or the requested one if the answer names none (RFC 6749, 5.1)', async () => {
  await using world = await openAuthorizationWorld();
  const { service, find, signIn } = world;
  const found = await find();
  service.behaviour.normalizeTokens = (answer) => ({ ...answer, scope: 'notes' });
  const less = await signIn(found, 'ada');
  expect(less.scope).toBe('notes');
  expect((await world.refresh(found, less.refreshToken ?? '')).scope).toBe('notes');
  service.behaviour.normalizeTokens = ({ scope: _scope, ...answer }) => answer;
  const silent = await signIn(found, 'ada');
  expect(silent.scope).toBe('notes offline_access');
  expect(await world.refresh(found, silent.refreshToken ?? '')).not.toHaveProperty('scope');
});

it('uses a code once: a second use revokes the tokens of the first', async () => {
  await using world = await openAuthorizationWorld();
  const found = await world.find();
  const query = await world.visit(found, 'ada');
  const { refreshToken = '' } = await world.exchange(found, query);
  await expect(world.exchange(found, query)).rejects.toMatchObject({
    reason: 'service_sign_in_failed',
    message: expect.stringContaining('the authorization code was already used, has expired or was revoked; connect the account again'),
  });
  await expect(world.refresh(found, refreshToken)).rejects.toThrow(AccountEnded);
});

it('reports that the person did not allow access', async () => {
  await using world = await openAuthorizationWorld();
  const found = await world.find();
  const denied = world.exchange(found, await world.visit(found, undefined));
  await expect(denied).rejects.toMatchObject({
    reason: 'service_sign_in_failed',
    message: 'the account was not connected: access was denied at the service (it says: access_denied)',
  });
  const odd = `error=temporarily_unavailable&error_description=come%0Aback&iss=${encodeURIComponent(world.service.issuer)}`;
  await expect(world.exchange(found, odd)).rejects.toThrow(
    'the service refused it; try again (it says: temporarily_unavailable: come back)',
  );
});

it.each([
  ['another server', (world: World) => void (world.service.behaviour.answeredIssuer = 'https://login.example.com')],
  ['nobody, though it promised to', (world: World) => void (world.service.behaviour.answeredIssuer = null)],
])('sends nothing if the answer names %s', async (_, make) => {
  await using world = await openAuthorizationWorld();
  make(world);
  const found = await world.find();
  await expect(world.exchange(found, await world.visit(found, 'ada'))).rejects.toThrow(
    'the answer came from a different authorization server',
  );
  expect(world.service.tokenRequests).toEqual([]);
});

it('refuses two names of servers in one answer', async () => {
  await using world = await openAuthorizationWorld();
  const found = await world.find();
  const query = await world.visit(found, 'ada');
  await expect(world.exchange(found, `${query}&iss=https%3A%2F%2Flogin.example.com`)).rejects.toThrow('a different authorization server');
  expect(world.service.tokenRequests).toEqual([]);
});

it('accepts answers without an issuer from a server that promised none', async () => {
  await using world = await openAuthorizationWorld();
  Object.assign(world.service.behaviour, { promisesIssuer: false, answeredIssuer: null });
  expect(await world.signIn(await world.find(), 'ada')).toMatchObject({ accessToken: expect.any(String) });
});

it('signs in with given addresses, even if the issuer is unknown', async () => {
  await using world = await openAuthorizationWorld();
  const { service } = world;
  const { id, secret } = service.register('http://localhost:4747/app/services/callback', { withSecret: true });
  const found = await world.find({
    authorizationUrl: `${service.issuer}/authorize`,
    tokenUrl: `${service.issuer}/token`,
    clientId: id,
    clientSecret: secret,
  });
  expect(service.ownerOf((await world.signIn(found, 'bob')).accessToken)).toBe('bob');
});

it.each([
  ['as a form, as GitHub does', (answer: object) => new URLSearchParams(Object.entries(answer)).toString()],
  ['without a type', ({ token_type: _, ...answer }: Record<string, unknown>) => answer],
  ['with a lifetime in text', (answer: object) => ({ ...answer, expires_in: '3600' })],
])('accepts tokens %s', async (_, mend) => {
  await using world = await openAuthorizationWorld();
  const found = await world.find();
  world.service.behaviour.normalizeTokens = mend;
  const tokens = await world.signIn(found, 'ada');
  expect(world.service.ownerOf(tokens.accessToken)).toBe('ada');
  expect(tokens.expiresAt).toBeGreaterThan(Date.now() + 3_000_000);
});

it('accepts tokens without an expiry and without a refresh token', async () => {
  await using world = await openAuthorizationWorld();
  Object.assign(world.service.behaviour, { lifetimeSeconds: undefined, givesRefreshTokens: false });
  expect(await world.signIn(await world.find(), 'ada')).toEqual({
    accessToken: expect.any(String),
    scope: 'notes offline_access',
    label: 'ada',
  });
});

it.each([
  [
    'an error with status 200',
    () => ({ error: 'bad_verification_code', error_description: 'The code\nis wrong' }),
    'it says: invalid_grant: The code is wrong',
  ],
  ['a page', () => '<html>', 'does not conform to OAuth 2.0'],
  ['no token', () => ({ token_type: 'bearer' }), 'does not conform to OAuth 2.0'],
  ['a token of another type', (answer: object) => ({ ...answer, token_type: 'mac' }), 'does not conform to OAuth 2.0'],
  ['a token bound to a key', (answer: object) => ({ ...answer, token_type: 'DPoP' }), 'issued no token to send as "Bearer …"'],
  ['a token that no header carries', (answer: object) => ({ ...answer, access_token: 'two\nlines' }), 'issued no token to send'],
])('refuses %s in place of tokens', async (_, mend, says) => {
  await using world = await openAuthorizationWorld();
  const found = await world.find();
  world.service.behaviour.normalizeTokens = mend;
  await expect(world.signIn(found, 'ada')).rejects.toThrow(says);
});

it('sends a secret in the body too, if a server accepts it nowhere else', async () => {
  await using world = await openAuthorizationWorld();
  const { behaviour } = world.service;
  behaviour.authMethods = ['client_secret_basic'];
  const found = await world.find();
  let refused = 0;
  behaviour.takeOver = (path, request, response) => {
    if (path !== '/token' || request.headers.authorization === undefined) return false;
    refused++;
    response.writeHead(401, { 'www-authenticate': 'Basic', 'content-type': 'application/json' }).end('{"error":"invalid_client"}');
    return true;
  };
  expect(await world.signIn(found, 'ada')).toMatchObject({ accessToken: expect.any(String) });
  expect(refused).toBe(1);
});

it('reports that a client is no longer known, without its secret', async () => {
  await using world = await openAuthorizationWorld();
  const { behaviour } = world.service;
  behaviour.authMethods = ['client_secret_post'];
  const found = await world.find();
  const query = await world.visit(found, 'ada');
  behaviour.takeOver = (path, _, response) => {
    if (path !== '/token') return false;
    response.writeHead(401).end(JSON.stringify({ error: 'invalid_client', error_description: `wrong: ${found.clientSecret}` }));
    return true;
  };
  const message = await world.exchange(found, query).catch((error: Error) => error.message);
  expect(message).toContain('does not accept the client ID or secret of this gateway');
  expect(message).not.toContain(found.clientSecret);
});

it('refreshes tokens: a new refresh token replaces the old one', async () => {
  await using world = await openAuthorizationWorld();
  const found = await world.find();
  const first = await world.signIn(found, 'ada');
  const second = await world.refresh(found, first.refreshToken ?? '');
  expect(second.refreshToken).toMatch(/^refresh-/);
  expect(second.refreshToken).not.toBe(first.refreshToken);
  expect(world.service.ownerOf(second.accessToken)).toBe('ada');
  expect(world.service.tokenRequests.at(-1)?.get('resource')).toBe(world.service.mcpUrl);
  // Used again it ends all that the person allowed.
  await expect(world.refresh(found, first.refreshToken ?? '')).rejects.toThrow(AccountEnded);
  await expect(world.refresh(found, second.refreshToken ?? '')).rejects.toThrow(AccountEnded);
});

it('returns no refresh token if the old one stays valid', async () => {
  await using world = await openAuthorizationWorld();
  world.service.behaviour.rotatesRefreshTokens = false;
  const found = await world.find();
  const { refreshToken = '' } = await world.signIn(found, 'ada');
  for (let round = 0; round < 2; round++) expect(await world.refresh(found, refreshToken)).not.toHaveProperty('refreshToken');
});

it.each([
  [500, ''],
  [503, '{"error":"invalid_grant"}'],
  [429, ''],
  [404, 'no such page'],
  [302, ''],
  [999, ''],
  [401, '{"error":"invalid_client"}'],
])('treats an account as ended only if the server states so, not for HTTP %i', async (status, body) => {
  await using world = await openAuthorizationWorld();
  const found = await world.find();
  const { refreshToken = '' } = await world.signIn(found, 'ada');
  world.service.behaviour.takeOver = (path, _, response) => {
    if (path !== '/token') return false;
    response.writeHead(status).end(body);
    return true;
  };
  await expect(world.refresh(found, refreshToken)).rejects.toMatchObject({ name: 'ServiceFailure' });
  world.service.behaviour.takeOver = () => false;
  expect(await world.refresh(found, refreshToken)).toMatchObject({ accessToken: expect.any(String) });
});

it('revokes both tokens, and reports if that is not possible', async () => {
  await using world = await openAuthorizationWorld();
  const { service } = world;
  const found = await world.find();
  const tokens = await world.signIn(found, 'ada');
  expect(await world.revoke(found, tokens)).toBe(true);
  expect(service.revoked).toEqual([tokens.refreshToken, tokens.accessToken]);
  await expect(world.refresh(found, tokens.refreshToken ?? '')).rejects.toThrow(AccountEnded);

  const { refreshToken: __, ...accessOnly } = await world.signIn(found, 'eve');
  expect(await world.revoke(found, accessOnly)).toBe(true);
  expect(service.revoked).toEqual([tokens.refreshToken, tokens.accessToken, accessOnly.accessToken]);

  const { revocationUrl: _, ...access } = found.access;
  expect(await world.revoke({ ...found, access }, tokens)).toBe(false);
  service.behaviour.takeOver = (path, __, response) => path === '/revoke' && response.writeHead(500).end() !== undefined;
  await expect(world.revoke(found, tokens)).rejects.toThrow('did not revoke the token (HTTP 500)');
  service.behaviour.takeOver = (path, __, response) =>
    path === '/revoke' && response.writeHead(400).end('{"error":"invalid_token"}') !== undefined;
  expect(await world.revoke(found, tokens)).toBe(true);
});
