import { randomBytes } from 'node:crypto';
import { type AccessLevel, hourMs } from '@gatehouse/domain';
import { mintAccessToken } from '../identity/oauth/access-token.ts';
import { createAuthorizationRecords } from '../identity/oauth/authorization-records.ts';
import { grantId } from '../identity/oauth/grants.ts';
import type { Browser } from './fake-browser.ts';
import type { Loose, World } from './test-world.ts';

/** The authorization server of a world, without its protocol. */
export function openFakeServer({ store, gateway, clock }: World) {
  const records = createAuthorizationRecords({ store, settings: gateway.settings, clock: gateway.clock });
  return {
    records,
    /** Starts a request for consent. Returns the id in the page's address. */
    async ask({ access = 'write', clientId = 'https://claude.ai/client.json' }: { access?: AccessLevel; clientId?: string } = {}) {
      const id = randomBytes(16).toString('base64url');
      const request = {
        clientId,
        clientName: 'Claude',
        redirectUri: 'https://claude.ai/callback',
        access,
        continueAt: '/oauth/auth/',
      };
      await records.keep('request', id, { payload: { request }, expiresAt: clock.now + hourMs });
      return id;
    },
    /** Outcome of the request, as the authorization server reads it when the browser returns. */
    async outcome(id: string): Promise<Loose> {
      return ((await records.find('request', id))?.payload.request as Loose)?.outcome;
    },
    /** An access token of a grant. */
    async token({ orgId, keyId }: { orgId: string; keyId: string }, expiresAt = clock.now + hourMs): Promise<string> {
      const token = mintAccessToken();
      await records.keep('access_token', token, { payload: {}, expiresAt, grantId: grantId(orgId, keyId) });
      return token;
    },
  };
}

/** Signs a client in with a signed-in browser. Returns its token. */
export async function signClientIn(world: World, browser: Browser, access: AccessLevel = 'write') {
  const server = openFakeServer(world);
  const requestId = await server.ask();
  const { agentId } = await browser.ok('allow_client', { requestId, access, expiresInDays: 30 }, world.orgId);
  const outcome = await server.outcome(requestId);
  return { ...outcome, agentId, server, token: await server.token(outcome) };
}
