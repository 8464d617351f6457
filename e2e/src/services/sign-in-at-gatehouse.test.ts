import { expect, it } from 'vitest';
import { consent } from '../oauth/sign-in.ts';
import { openSignInWorld } from '../oauth/sign-in-world.ts';
import { openAccountWorld } from './account-world.ts';
import { resultOf } from './service-world.ts';

// Tests both sides of the protocol: the client library of services against the authorization server, which is another library.
it('connects an account at another Gatehouse, calls as its person there, and revokes the grant', async () => {
  await using there = await openSignInWorld();
  await using world = await openAccountWorld();
  const { olive } = world;
  const other = { service: 'other', name: 'Other', visibility: 'organization', kind: 'mcp-http', url: `${there.url}/mcp` };
  const { connectionId } = await olive.ok('add_connection', { ...other, access: { type: 'oauth' } });
  const { access } = await olive.ok('read_connection', { connectionId });
  expect(access).toMatchObject({
    issuer: `${there.url}/oauth`,
    resource: `${there.url}/mcp`,
    tokenAuthMethod: 'none',
    answersIssuer: true,
    scope: expect.stringContaining('write'),
  });

  const { address } = await olive.ok('begin_service_account', { connectionId });
  const back = await consent(there.ownerBrowser, address, { orgId: there.orgId });
  expect(`${back.origin}${back.pathname}`).toBe(`http://localhost:4747/app/services/callback/${connectionId}`);
  const finished = await olive.ok('finish_service_account', { query: back.search.slice(1), connectionId });
  expect(finished.toolsCount).toBeGreaterThan(10);
  expect(finished.message).toBe(null);

  const toolSlug = 'other__whoami';
  const answer = resultOf(await world.call(olive.key, 'execute_service_tool', { toolSlug }));
  expect(answer.structuredContent).toMatchObject({ accessLevel: 'write', person: { email: 'owner@acme.test' } });
  const agents = async () => (await there.ownerBrowser.ok('list_agents', {}, there.orgId)).agents;
  expect(await agents()).toMatchObject([{ kind: 'mcp', name: 'Gatehouse' }]);

  expect(await olive.ok('disconnect_service_account', { connectionId })).toEqual({ isRevoked: true, message: null });
  expect(await agents()).toEqual([]);
  expect((await world.call(olive.key, 'execute_service_tool', { toolSlug })).ok).toBe(false);
  expect([world.faults, there.faults]).toEqual([[], []]);
});
