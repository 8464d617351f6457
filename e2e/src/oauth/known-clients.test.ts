import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { PeopleWorld } from '../console/people-world.ts';
import { forEachEngine } from '../kit/engines.ts';
import { knownClients } from './known-clients.ts';
import { callMcp, consent, openClient } from './sign-in.ts';
import { openSignInWorld } from './sign-in-world.ts';

/** Replays the sign-in of each known program, request by request (D46). */
forEachEngine((engine) => {
  let world: PeopleWorld;
  const documents = new Map(knownClients.flatMap(({ document }) => (document ? [[document.address, document] as const] : [])));
  const getDocument = async (address: string) => ({
    status: documents.has(address) ? 200 : 404,
    headers: new Headers({ 'content-type': 'application/json', 'cache-control': 'max-age=3600' }),
    text: async () => JSON.stringify({ ...documents.get(address)?.content, client_id: address }),
  });

  beforeAll(async () => {
    world = await openSignInWorld({ engine, getDocument });
  });
  // Resets the limit, because so many clients never register at once from one address.
  beforeEach(() => {
    world.clock.now += 3_600_001;
  });
  afterAll(async () => await world[Symbol.asyncDispose]());

  const cases = knownClients.flatMap((known) => [
    { ...known, access: 'write' as const, scopes: 'read write' },
    { ...known, access: 'read' as const, scopes: 'read' },
  ]);
  it.each(cases)(
    '$name, allowed to $access',
    async ({ registration, document, redirectUri, authorization, token, refresh, ...allowed }) => {
      const { access, scopes } = allowed;
      const client = openClient(world.url);
      const resource = `${world.url}/mcp`;
      let clientId = document?.address;
      if (registration) {
        const { status, body } = await client.register(registration);
        expect([status, body]).toEqual([
          201,
          {
            client_id: expect.stringMatching(/^client_/),
            client_id_issued_at: expect.any(Number),
            client_name: registration.client_name,
            ...(registration.client_uri !== undefined && { client_uri: registration.client_uri }),
            redirect_uris: registration.redirect_uris,
            application_type: 'native',
            grant_types: ['authorization_code', 'refresh_token'],
            response_types: ['code'],
            token_endpoint_auth_method: 'none',
            id_token_signed_response_alg: 'EdDSA',
            require_auth_time: false,
            subject_type: 'public',
          },
        ]);
        clientId = body.client_id;
      }
      if (clientId === undefined) throw new Error('it neither registers nor has a document');

      const named = { named: resource, 'with a slash': `${resource}/`, none: undefined }[authorization.resource ?? 'none'];
      const asked = { redirect_uri: redirectUri, resource: named, scope: authorization.scope, ...authorization.more };
      const back = await consent(world.ownerBrowser, client.authorization(clientId, asked), { orgId: world.orgId, access });
      expect(back.href.split('?')[0]).toBe(redirectUri);
      expect(Object.fromEntries(back.searchParams)).toEqual({ code: expect.any(String), state: 'a state', iss: `${world.url}/oauth` });

      const ofResource = (isNamed: boolean) => (isNamed ? { resource } : {});
      const sent = { redirect_uri: redirectUri, ...ofResource(token.resource), ...token.more };
      const { status, body: tokens, headers } = await client.exchange(clientId, back.searchParams.get('code') as string, sent);
      const expected = {
        access_token: expect.stringMatching(/^gto_/),
        refresh_token: expect.any(String),
        token_type: 'Bearer',
        expires_in: 3600,
        scope: scopes,
      };
      expect([status, tokens, headers.get('cache-control')]).toEqual([200, expected, 'no-store']);
      expect((await callMcp(world.url, tokens.access_token)).status).toBe(200);

      const again = { ...ofResource(refresh.resource), ...(refresh.scope !== undefined && { scope: refresh.scope }) };
      const renewed = await client.refresh(clientId, tokens.refresh_token, again);
      expect([renewed.status, renewed.body]).toEqual([200, expected]);
      expect((await callMcp(world.url, renewed.body.access_token)).status).toBe(200);

      // A forgotten client gets `invalid_client`, and then registers again.
      const forgotten = await client.refresh('client_forgotten', tokens.refresh_token, again);
      expect([forgotten.status, forgotten.body.error]).toEqual([401, 'invalid_client']);
      expect(world.faults).toEqual([]);
    },
  );
});
