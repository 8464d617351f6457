import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client';
import { Client as Client10 } from 'mcp-sdk-1-10/client/index.js';
import { StreamableHTTPClientTransport as Transport10 } from 'mcp-sdk-1-10/client/streamableHttp.js';
import { Client as Client12 } from 'mcp-sdk-1-12/client/index.js';
import { StreamableHTTPClientTransport as Transport12 } from 'mcp-sdk-1-12/client/streamableHttp.js';
import { Client as Client17 } from 'mcp-sdk-1-17/client/index.js';
import { StreamableHTTPClientTransport as Transport17 } from 'mcp-sdk-1-17/client/streamableHttp.js';
import { Client as Client32 } from 'mcp-sdk-1-32/client/index.js';
import { StreamableHTTPClientTransport as Transport32 } from 'mcp-sdk-1-32/client/streamableHttp.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PeopleWorld } from '../console/people-world.ts';
import { forEachEngine } from '../kit/engines.ts';
import type { Loose } from '../kit/world.ts';
import { consent, redirectUri } from './sign-in.ts';
import { openSignInWorld } from './sign-in-world.ts';

const documentUrl = 'https://client.test/oauth/client.json';
const metadata = { client_name: 'A library', redirect_uris: [redirectUri], token_endpoint_auth_method: 'none' };
const info = { name: 'e2e', version: '1.2.3' };

/** Libraries, each with its own types, which agree in the parts used here. */
const libraries: {
  name: string;
  described?: boolean;
  namesResource?: boolean;
  open: (url: URL, authProvider: Loose) => { client: Loose; transport: Loose };
}[] = [
  {
    name: '@modelcontextprotocol/client 2.4, registering',
    open: (url, authProvider) => ({ client: new Client(info), transport: new StreamableHTTPClientTransport(url, { authProvider }) }),
  },
  {
    name: '@modelcontextprotocol/client 2.4, 2026, described by a document',
    described: true,
    open: (url, authProvider) => ({
      client: new Client(info, { versionNegotiation: { mode: 'auto' } }),
      transport: new StreamableHTTPClientTransport(url, { authProvider }),
    }),
  },
  {
    name: '@modelcontextprotocol/sdk 1.10',
    namesResource: false,
    open: (url, authProvider) => ({ client: new Client10(info), transport: new Transport10(url, { authProvider }) }),
  },
  {
    name: '@modelcontextprotocol/sdk 1.12',
    namesResource: false,
    open: (url, authProvider) => ({ client: new Client12(info), transport: new Transport12(url, { authProvider }) }),
  },
  {
    name: '@modelcontextprotocol/sdk 1.17',
    open: (url, authProvider) => ({ client: new Client17(info), transport: new Transport17(url, { authProvider }) }),
  },
  {
    name: '@modelcontextprotocol/sdk 1.32',
    open: (url, authProvider) => ({ client: new Client32(info), transport: new Transport32(url, { authProvider }) }),
  },
];

/** Storage that a program provides to a sign-in library. */
function openProvider(described: boolean) {
  const kept: { client?: Loose; tokens?: Loose; verifier?: string; address?: URL } = {};
  const provider = {
    redirectUrl: redirectUri,
    clientMetadata: metadata,
    ...(described && { clientMetadataUrl: documentUrl }),
    clientInformation: () => kept.client,
    saveClientInformation: (client: Loose) => void (kept.client = client),
    tokens: () => kept.tokens,
    saveTokens: (tokens: Loose) => void (kept.tokens = tokens),
    redirectToAuthorization: (address: URL) => void (kept.address = address),
    saveCodeVerifier: (verifier: string) => void (kept.verifier = verifier),
    codeVerifier: () => kept.verifier ?? '',
  };
  return { kept, provider };
}

/** Third-party clients: metadata, registration, consent, token, calls, renewal and revocation (D46). */
forEachEngine((engine) => {
  let world: PeopleWorld;
  const getDocument = async (address: string) => ({
    status: 200,
    headers: new Headers({ 'content-type': 'application/json' }),
    text: async () => JSON.stringify({ ...metadata, client_id: address }),
  });

  beforeAll(async () => {
    world = await openSignInWorld({ engine, getDocument });
  });
  afterAll(async () => await world[Symbol.asyncDispose]());

  it.each(libraries)(
    '$name signs in, calls, renews its token, and is refused after its grant has ended',
    async ({ described, namesResource = true, open }) => {
      const { kept, provider } = openProvider(described ?? false);
      const url = new URL(`${world.url}/mcp`);
      const first = open(url, provider);
      await expect(first.client.connect(first.transport)).rejects.toThrow(/unauthorized/i);
      expect(kept.address?.searchParams.get('resource')).toBe(namesResource ? url.href : null);
      const back = await consent(world.ownerBrowser, kept.address as URL, { orgId: world.orgId });
      await first.transport.finishAuth(back.searchParams.get('code'), back.searchParams.get('iss'));
      expect(kept.client.client_id).toEqual(described ? documentUrl : expect.stringMatching(/^client_/));

      const { client, transport } = open(url, provider);
      await client.connect(transport);
      const whoami = async () => (await client.callTool({ name: 'whoami', arguments: {} })).structuredContent;
      expect(await whoami()).toMatchObject({ accessLevel: 'write', person: { email: 'owner@acme.test' } });

      const before = kept.tokens.access_token;
      world.clock.now += 3_600_001;
      await world.ownerBrowser.ok('sign_in', { email: 'owner@acme.test', password: 'correct horse battery' });
      expect(await whoami()).toMatchObject({ accessLevel: 'write' });
      expect(kept.tokens.access_token).not.toBe(before);

      const { agents } = await world.ownerBrowser.ok('list_agents', {}, world.orgId);
      await world.ownerBrowser.ok('remove_agent', { agentId: agents.at(-1).id }, world.orgId);
      await expect(whoami()).rejects.toThrow(/unauthorized|invalid_grant|grant/i);
      await client.close();
      expect(world.faults).toEqual([]);
    },
  );

  it('the newest library reports a refusal in its own words', async () => {
    const { provider } = openProvider(false);
    const transport = new StreamableHTTPClientTransport(new URL(`${world.url}/mcp`), { authProvider: provider as Loose });
    await expect(new Client(info).connect(transport)).rejects.toBeInstanceOf(UnauthorizedError);
  });
});
