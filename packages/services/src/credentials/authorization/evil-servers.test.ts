import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { openAuthorizationWorld, redirectUri } from './test-world.ts';

const metadata = '/.well-known/oauth-authorization-server';

it.each([
  ['http://login.example.com/authorize'],
  ['javascript:alert(1)'],
  ['https://user:word@login.example.com/authorize'],
  ['https://login.example.com/authorize#here'],
  ['file:///etc/passwd'],
  ['//login.example.com'],
  [''],
  [`https://login.example.com/${'a'.repeat(2000)}`],
  [42 as unknown as string],
])('refuses an authorization or token address such as %s', async (address) => {
  await using world = await openAuthorizationWorld();
  for (const name of ['authorization_endpoint', 'token_endpoint', 'registration_endpoint', 'revocation_endpoint']) {
    world.service.behaviour.mendServerMetadata = (usual) => ({ ...usual, [name]: address });
    await expect(world.find()).rejects.toThrow('cannot be used: it must be an https URL');
  }
  if (typeof address === 'string')
    await expect(world.find({ authorizationUrl: address, tokenUrl: address, clientId: 'mine' })).rejects.toThrow('cannot be used');
});

it('accepts an http address only if the operator allowed it', async () => {
  await using world = await openAuthorizationWorld({ allowPrivate: ['127.0.0.1'] });
  expect((await world.find()).access.tokenUrl).toMatch(/^http:\/\/127\.0\.0\.1/);
  const given = { authorizationUrl: 'http://10.0.0.8/authorize', tokenUrl: 'http://10.0.0.8/token', clientId: 'mine' };
  await expect(world.find(given)).rejects.toThrow('http at a private address that the operator allowed');
  await using strict = await openAuthorizationWorld({ allowPrivate: 'none' });
  await expect(strict.find()).rejects.toThrow('cannot be reached');
  await expect(strict.find({ issuer: strict.service.issuer })).rejects.toThrow();
  expect(strict.service.refusals).toEqual([]);
});

it('reads only a bounded amount of metadata', async () => {
  await using world = await openAuthorizationWorld();
  const { behaviour } = world.service;
  for (const place of [metadata, '/.well-known/oauth-protected-resource/mcp']) {
    behaviour.takeOver = (path, _, response) => path === place && response.end(`{"a":"${'x'.repeat(70_000)}"}`) !== undefined;
    await expect(world.find()).rejects.toThrow('too large an answer');
  }
});

it('does not wait for a server that sends slowly', async () => {
  await using world = await openAuthorizationWorld({ deadlineMs: 3000 });
  const found = await world.find();
  const tokens = await world.signIn(found, 'ada');
  const query = await world.visit(found, 'ada');
  world.service.behaviour.takeOver = (_path, _, response) => {
    const timer = setInterval(() => response.write(' '), 50);
    response.once('close', () => clearInterval(timer));
    return true;
  };
  await expect(world.exchange(found, query)).rejects.toMatchObject({
    kind: 'timeout',
    message: expect.stringContaining('try again later'),
  });
  await expect(world.refresh(found, tokens.refreshToken ?? '')).rejects.toMatchObject({ kind: 'timeout' });
  await expect(world.find()).rejects.toMatchObject({ kind: 'timeout' });
});

it('stops when the caller no longer waits', async () => {
  await using world = await openAuthorizationWorld();
  const asking = new AbortController();
  world.service.behaviour.takeOver = (path) => {
    if (path === metadata) asking.abort();
    return path === metadata;
  };
  const finding = world.protocol.find(world.target, { given: { type: 'oauth', accounts: 'person' }, redirectUri }, asking.signal);
  await expect(finding).rejects.toThrow();
});

it('follows no redirect, and sends no code, token or secret to another address', async () => {
  const taken: string[] = [];
  const other = createServer((request, response) => {
    taken.push(request.url ?? '');
    response.end('{}');
  });
  await once(other.listen(0, '127.0.0.1'), 'listening');
  try {
    await using world = await openAuthorizationWorld();
    const found = await world.find();
    const tokens = await world.signIn(found, 'ada');
    const query = await world.visit(found, 'ada');
    const location = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`;
    world.service.behaviour.takeOver = (_path, _, response) => response.writeHead(307, { location }).end() !== undefined;
    await expect(world.find()).rejects.toMatchObject({ name: 'ServiceFailure' });
    await expect(world.exchange(found, query)).rejects.toMatchObject({ name: 'ServiceFailure' });
    await expect(world.refresh(found, tokens.refreshToken ?? '')).rejects.toMatchObject({ name: 'ServiceFailure' });
    await expect(world.revoke(found, tokens)).rejects.toMatchObject({ name: 'ServiceFailure' });
    expect(taken).toEqual([]);
  } finally {
    other.closeAllConnections();
    other.close();
  }
});

it('includes nothing that was sent in its messages', async () => {
  await using world = await openAuthorizationWorld();
  const found = await world.find();
  const tokens = await world.signIn(found, 'ada');
  world.service.behaviour.takeOver = (path, _, response) => {
    if (path !== '/token') return false;
    response.writeHead(400).end(JSON.stringify({ error: 'invalid_scope', error_description: `of ${tokens.refreshToken}` }));
    return true;
  };
  const message = await world.refresh(found, tokens.refreshToken ?? '').catch((error: Error) => error.message);
  expect(message).toContain('does not know the requested scope');
  expect(message).not.toContain(tokens.refreshToken);
});
