import { expect, it } from 'vitest';
import { openOAuthService } from '../../testing/index.ts';
import { openAuthorizationWorld } from './test-world.ts';

/** A service whose authorization endpoint is at another origin, as some have it. */
async function openParted() {
  const world = await openAuthorizationWorld();
  const front = await openOAuthService();
  const { service } = world;
  service.behaviour.mendServerMetadata = (metadata) => ({ ...metadata, authorization_endpoint: `${front.issuer}/authorize` });
  const [token, registration, revocation] = ['token', 'register', 'revoke'].map((path) => `${service.issuer}/${path}`);
  const named = { token_endpoint: token, registration_endpoint: registration, revocation_endpoint: revocation };
  return {
    world,
    front,
    named,
    async [Symbol.asyncDispose]() {
      await world[Symbol.asyncDispose]();
      await front[Symbol.asyncDispose]();
    },
  };
}

it('accepts an authorization endpoint of another origin whose own metadata name the other endpoints', async () => {
  await using parted = await openParted();
  const { world, front, named } = parted;
  front.behaviour.mendServerMetadata = (metadata) => ({ ...metadata, ...named });
  const { access } = await world.find();
  expect(access).toMatchObject({ authorizationUrl: `${front.issuer}/authorize`, tokenUrl: named.token_endpoint });
});

it('accepts metadata of OpenID Connect for this too', async () => {
  await using parted = await openParted();
  const { world, front, named } = parted;
  front.behaviour.takeOver = (path, _, response) => {
    if (path === '/.well-known/oauth-authorization-server') response.writeHead(404).end();
    else if (path === '/.well-known/openid-configuration') response.end(JSON.stringify(named));
    else return false;
    return true;
  };
  expect((await world.find()).access.tokenUrl).toBe(named.token_endpoint);
});

it.each([['token_endpoint'], ['registration_endpoint'], ['revocation_endpoint']])(
  'refuses the endpoint if the metadata name another %s',
  async (field) => {
    await using parted = await openParted();
    const { world, front, named } = parted;
    front.behaviour.mendServerMetadata = (metadata) => ({ ...metadata, ...named, [field]: `${front.issuer}/another` });
    await expect(world.find()).rejects.toThrow(`does not publish ${new URL(world.service.issuer).origin} as its`);
    expect(world.service.refusals.length).toBeGreaterThan(0);
  },
);

it('ignores a document below a path of that origin', async () => {
  await using parted = await openParted();
  const { world, front, named } = parted;
  front.behaviour.takeOver = (path, _, response) => {
    if (path !== '/anybody/.well-known/openid-configuration') return false;
    response.end(JSON.stringify({ ...named, issuer: `${front.issuer}/anybody`, authorization_endpoint: `${front.issuer}/authorize` }));
    return true;
  };
  await expect(world.find({ issuer: `${front.issuer}/anybody` })).rejects.toThrow('does not publish');
});

it('lets a manager enter both addresses and a client identifier, but not fewer', async () => {
  await using parted = await openParted();
  const { world, front, named } = parted;
  const given = { authorizationUrl: `${front.issuer}/authorize`, tokenUrl: named.token_endpoint };
  expect((await world.find({ ...given, clientId: 'mine' })).access).toMatchObject({ ...given, clientId: 'mine' });
  await expect(world.find(given)).rejects.toThrow('does not publish');
  await expect(world.find({ clientId: 'mine' })).rejects.toThrow('does not publish');
});
