import { maxCredential, maxServiceAddress } from '@gatehouse/domain';
import { z } from 'zod';
import type { JsonObject } from './service-target.ts';

/** A secret that is sent unchanged in a header. */
const headerSecret = (description: string) => secret(description).regex(/^[\u0020-\u007e]+$/, { error: 'must be plain ASCII' });
const secret = (description: string) =>
  z.string().min(1).max(maxCredential).refine(isHeaderText, { error: 'must be one line of printable text' }).describe(description);
const headerName = z.string().regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/, { error: 'must be the name of an HTTP header' });

/** Owner of the account that a call uses: the person of the call, or the whole organization (D62). */
export const accountHolders = ['person', 'organization'] as const;

const address = (description: string) => z.string().max(maxServiceAddress).describe(description);

/** A service where people sign in with their own account. If only the type is given, the service is asked for the rest (D62). */
export const oauthAccessInput = z.strictObject({
  type: z.literal('oauth'),
  accounts: z.enum(accountHolders).default('person').describe('account that calls use: one per person, or one for the organization'),
  clientId: z.string().min(1).max(500).optional().describe('client ID; default: register a client'),
  clientSecret: secret('client secret').optional(),
  issuer: address('authorization server; default: the one that the service names').optional(),
  authorizationUrl: address('authorization endpoint; default: from the authorization server').optional(),
  tokenUrl: address('token endpoint; default: from the authorization server').optional(),
  revocationUrl: address('revocation endpoint; default: from the authorization server').optional(),
  scope: z.string().max(1000).optional().describe('requested scopes; default: the scopes that the service names'),
});

/** Authentication at a service over HTTP. Marked values are stored encrypted and never shown again. */
export const accessInput = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('none') }),
  z.strictObject({ type: z.literal('bearer'), token: headerSecret('sent as "Authorization: Bearer …"') }),
  z.strictObject({ type: z.literal('headers'), headers: z.record(headerName, headerSecret('value of the header')) }),
  z.strictObject({ type: z.literal('basic'), username: z.string().max(500), password: secret('password') }),
  z.strictObject({ type: z.literal('api-key'), in: z.enum(['header', 'query']), name: headerName, value: headerSecret('API key') }),
  z.strictObject({
    type: z.literal('client-credentials'),
    tokenUrl: z.string().max(maxServiceAddress).describe('token endpoint of the authorization server'),
    clientId: z.string().min(1).max(500),
    clientSecret: secret('client secret'),
    scope: z.string().max(1000).optional(),
  }),
  oauthAccessInput,
]);

export type AccessInput = z.output<typeof accessInput>;
export type OAuthAccessInput = z.output<typeof oauthAccessInput>;
/** Credentials that are sent in requests as given. */
export type CredentialsInput = Exclude<AccessInput, OAuthAccessInput>;

/** Result of discovering the sign-in of a service, with the client to use. */
export const oauthAccessShape = z.object({
  type: z.literal('oauth'),
  accounts: z.enum(accountHolders),
  issuer: z.string().optional(),
  authorizationUrl: z.string(),
  tokenUrl: z.string(),
  revocationUrl: z.string().optional(),
  clientId: z.string(),
  tokenAuthMethod: z.enum(['none', 'client_secret_basic', 'client_secret_post']),
  scope: z.string().optional(),
  resource: z.string().optional().describe('resource indicator of token requests (RFC 8707)'),
  answersIssuer: z.boolean().describe('true if answers must name the issuer (RFC 9207)'),
  clientFrom: z
    .enum(['registered', 'given'])
    .optional()
    .describe('registered: by Gatehouse; given: by a manager; absent if it is older than redirect URIs per connection'),
  redirectUri: z.string().describe('redirect URI; for a given client, register it at the service'),
});

/** Access without its secrets, as stored in the configuration of a connection. */
export const accessShape = z.discriminatedUnion('type', [
  z.object({ type: z.literal('none') }),
  z.object({ type: z.literal('bearer') }),
  z.object({ type: z.literal('headers'), names: z.array(z.string()) }),
  z.object({ type: z.literal('basic'), username: z.string() }),
  z.object({ type: z.literal('api-key'), in: z.enum(['header', 'query']), name: z.string() }),
  z.object({ type: z.literal('client-credentials'), tokenUrl: z.string(), clientId: z.string(), scope: z.string().optional() }),
  oauthAccessShape,
]);

export type Access = z.output<typeof accessShape>;
export type OAuthAccess = z.output<typeof oauthAccessShape>;

/** Separates readable values from secrets. The secrets have the names that connectors ask for. */
export function splitAccess(input: CredentialsInput): { access: Exclude<Access, OAuthAccess>; secrets: Record<string, string> } {
  switch (input.type) {
    case 'none':
      return { access: { type: 'none' }, secrets: {} };
    case 'bearer':
      return { access: { type: 'bearer' }, secrets: { token: input.token } };
    case 'headers': {
      const secrets = Object.fromEntries(Object.entries(input.headers).map(([name, value]) => [`header:${name}`, value]));
      return { access: { type: 'headers', names: Object.keys(input.headers) }, secrets };
    }
    case 'basic':
      return { access: { type: 'basic', username: input.username }, secrets: { password: input.password } };
    case 'api-key':
      return { access: { type: 'api-key', in: input.in, name: input.name }, secrets: { value: input.value } };
    case 'client-credentials': {
      const { tokenUrl, clientId, scope } = input;
      return { access: { type: 'client-credentials', tokenUrl, clientId, scope }, secrets: { clientSecret: input.clientSecret } };
    }
    default:
      return input satisfies never;
  }
}

/** Access in a stored configuration. Only `splitAccess` writes configurations. */
export function accessOf(config: JsonObject): Access {
  return (config.access as Access | undefined) ?? { type: 'none' };
}

/** Sign-in of people at a service. Undefined if calls carry credentials of the connection (D62). */
export function signInOf(config: JsonObject): OAuthAccess | undefined {
  const access = accessOf(config);
  return access.type === 'oauth' ? access : undefined;
}

function isHeaderText(text: string): boolean {
  return !/[\u0000-\u001f\u007f]/.test(text);
}
