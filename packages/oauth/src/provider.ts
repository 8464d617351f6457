import { mintAccessToken, newId } from '@gatehouse/core';
import { type AccessLevel, consentRequestMs, dayMs, hourMs, minuteMs, secondMs } from '@gatehouse/domain';
import Provider, { type Adapter, type Configuration, errors, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider';
import { scopes } from './client-quirks.ts';
import { keysOf } from './keys.ts';

export interface ProviderOptions {
  issuer: string;
  /** The one resource that tokens are for. */
  resource: string;
  /** Address of the consent page. */
  consentUrl: (requestId: string) => string;
  adapter: (model: string) => Adapter;
  seeds: readonly Buffer[];
  /** Gets the document that describes a client. Undefined if documents are not supported. */
  fetch: typeof fetch | undefined;
  clock: () => number;
  /** The account that the request's browser is signed in with. */
  accountOf: (context: KoaContextWithOIDC) => Promise<string | undefined>;
}

const hourSeconds = hourMs / secondMs;
const daySeconds = dayMs / secondMs;

/** Creates the protocol: oidc-provider without the features that no MCP client needs. */
export function createProvider(options: ProviderOptions): Provider {
  const provider = new Provider(options.issuer, configurationOf(options));
  // Clients see the configured address, whatever proxy is in front.
  provider.proxy = true;
  // The token's prefix and checksum identify it before a look-up, like those of a key. // D46
  Object.defineProperty(provider.AccessToken.prototype, 'generateTokenId', { value: mintOpaque });
  return provider;
}

/** Replaces a method of oidc-provider, which sets the format of the token and returns its value. */
function mintOpaque(this: { format: string }): string {
  this.format = 'opaque';
  return mintAccessToken();
}

function configurationOf({ resource, consentUrl, adapter, seeds, fetch, clock, accountOf }: ProviderOptions): Configuration {
  const { cookies, jwks } = keysOf(seeds);
  const cookie = { httpOnly: true, sameSite: 'lax', signed: true } as const;
  return {
    adapter,
    jwks,
    fetch: fetch ?? refuseToFetch,
    cookies: {
      keys: cookies,
      names: { session: 'gatehouse-oauth', interaction: 'gatehouse-oauth-request', resume: 'gatehouse-oauth-resume' },
      long: { ...cookie, path: '/oauth' },
      short: cookie,
    },
    scopes: [...scopes, 'offline_access'],
    claims: {},
    responseTypes: ['code'],
    clientAuthMethods: ['none'],
    clientDefaults: { token_endpoint_auth_method: 'none', id_token_signed_response_alg: 'EdDSA' },
    enabledJWA: { idTokenSigningAlgValues: ['EdDSA'] },
    pkce: { required: () => true },
    conformIdTokenClaims: true,
    clientBasedCORS: () => false,
    allowOmittingSingleRegisteredRedirectUri: false,
    issueRefreshToken: async () => true,
    rotateRefreshToken: true,
    revokeGrantPolicy: () => true,
    expiresWithSession: async () => false,
    ttl: {
      Interaction: consentRequestMs / secondMs,
      AuthorizationCode: minuteMs / secondMs,
      AccessToken: hourSeconds,
      RefreshToken: 60 * daySeconds,
      Session: hourSeconds,
      Grant: 3650 * daySeconds,
      IdToken: hourSeconds,
    },
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      // With DPoP, a token bound to a client's key would be accepted here without that key.
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      revocation: { enabled: true, allowedPolicy: async (_context, client, token) => token.clientId === client.clientId },
      registration: { enabled: true, issueRegistrationAccessToken: false, idFactory: () => newId('client', clock()) },
      clientIdMetadataDocument: { enabled: fetch !== undefined, ack: 'draft-02', cacheDuration: { min: 60, max: daySeconds } },
      resourceIndicators: {
        enabled: true,
        defaultResource: async () => resource,
        useGrantedResource: async () => true,
        async getResourceServerInfo(_context, named) {
          if (named !== resource) throw new errors.InvalidTarget(`this server only issues tokens for ${resource}`);
          return { scope: scopes.join(' '), audience: resource, accessTokenFormat: 'opaque', accessTokenTTL: hourSeconds };
        },
      },
    },
    interactions: { url: (_context, { uid }) => consentUrl(uid), policy: [consentPrompt()] },
    async findAccount(context, accountId) {
      // The answer must come from the browser of the person who gave it. Otherwise a link to that page would sign in another person.
      if (context.oidc.route === 'resume' && (await accountOf(context)) !== accountId) return undefined;
      return { accountId, claims: async () => ({ sub: accountId }) };
    },
    async loadExistingGrant({ oidc }) {
      const grantId = oidc.result?.consent?.grantId;
      return grantId === undefined ? undefined : await oidc.provider.Grant.find(grantId);
    },
    renderError(context, out) {
      context.type = 'text/plain';
      const why = unreadDocument(context, out.error) ?? out.error_description ?? out.error;
      context.body = renderError(why);
    },
  };
}

/** Page for a person whose sign-in fails. */
export function renderError(why: string): string {
  return `This sign-in cannot continue: ${why}.\nGo back to the client and start again.\n`;
}

/** Replaces fetch, so that the library makes no request. */
async function refuseToFetch(): Promise<never> {
  throw new Error('documents are not fetched if clients can only register themselves');
}

/** Explanation for the operator if the client's document could not be read. */
function unreadDocument({ oidc }: KoaContextWithOIDC, error: string): string | undefined {
  const id = oidc.params?.client_id;
  const described = error === 'invalid_client' && typeof id === 'string' && id.startsWith('https://') ? URL.parse(id) : null;
  return described ? `this gateway cannot read the description of the client from ${described.host}` : undefined;
}

/** Asks every person every time: earlier consents are separate grants. */
function consentPrompt() {
  const isMissing = ({ oidc }: KoaContextWithOIDC) => !oidc.entities.Account || oidc.entities.Grant?.jti === undefined;
  const check = new interactionPolicy.Check('not_allowed', 'consent is still required', 'consent_required', isMissing);
  return new interactionPolicy.Prompt({ name: 'consent', requestable: true }, describeRequest, check);
}

function describeRequest({ oidc }: KoaContextWithOIDC) {
  const { clientId, clientName } = oidc.client ?? { clientId: '' };
  const access: AccessLevel = oidc.requestParamScopes.has('write') ? 'write' : 'read';
  return { clientId, clientName: clientName ?? clientId, access };
}
