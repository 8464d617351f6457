import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type Configuration } from 'oidc-provider';
import { createCompanyRecords } from './company-records.ts';

export const clientId = 'gatehouse';

/** Person of the company, in its own description. */
export interface Colleague {
  email: string;
  email_verified: boolean;
  name: string;
}

export interface CompanyServer extends AsyncDisposable {
  issuer: string;
  /** Colleagues by subject. */
  colleagues: Map<string, Colleague>;
  /** Sets the address to which Gatehouse wants browsers redirected. */
  register(redirectUri: string): void;
  /** Signs every browser in as this subject from now on. Undefined refuses every browser. */
  signsIn(subject: string | undefined): void;
  /** Signs this subject in at an address of the company, and gives the query that the browser is sent back with; undefined: refuses. */
  visit(address: string, subject: string | undefined): Promise<string>;
}

const hourSeconds = 60 * 60;
const signingKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' });

/** A real OpenID provider on this machine, without pages. It signs every browser in as the test specifies. */
export async function openCompanyServer(clientSecret: string): Promise<CompanyServer> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const colleagues = new Map<string, Colleague>();
  const redirectUris = ['http://127.0.0.1/app/company/callback'];
  let subject: string | undefined;
  const configuration: Configuration = {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: redirectUris }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    cookies: { keys: ['a key of the test'] },
    // The provider warns of each of these that is left to it.
    adapter: createCompanyRecords(),
    jwks: { keys: [signingKey] },
    ttl: { AccessToken: hourSeconds, Grant: hourSeconds, IdToken: hourSeconds, Interaction: hourSeconds, Session: hourSeconds },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ sub, ...colleagues.get(sub) }) }),
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({ clientId, accountId: oidc.session?.accountId ?? '' });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  };
  let provider = new Provider(issuer, configuration);
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return provider.callback()(request, response);
    const result = subject === undefined ? { error: 'access_denied' } : { login: { accountId: subject } };
    provider.interactionFinished(request, response, result).catch((error: unknown) => response.destroy(error as Error));
  });

  return {
    issuer,
    colleagues,
    register(redirectUri) {
      redirectUris.splice(0, redirectUris.length, redirectUri);
      provider = new Provider(issuer, configuration);
    },
    signsIn(who) {
      subject = who;
    },
    async visit(address, who) {
      subject = who;
      const cookies = new Map<string, string>();
      let next = new URL(address);
      while (next.origin === issuer) {
        const response = await fetch(next, { redirect: 'manual', headers: { Cookie: [...cookies.values()].join('; ') } });
        for (const cookie of response.headers.getSetCookie()) cookies.set(cookie.split('=')[0] ?? '', cookie.split(';')[0] ?? '');
        const location = response.headers.get('location');
        if (location === null) throw new Error(`the company answered ${response.status}: ${await response.text()}`);
        next = new URL(location, next);
      }
      return next.search.slice(1);
    },
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}
