import type { ServerMetadata } from 'openid-client';
import { discoverCompany, OtherIssuer } from '../configuration/company/discover-company.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { failed, ok, type Verdict } from './finding.ts';

/** Checks if people can be sent to the company to sign in. Only a real sign-in shows if the client is registered there. */
export async function lookAtCompany(
  { oidcIssuer: issuer, oidcClientId: clientId, oidcClientSecret: clientSecret }: Configuration,
  timeoutSeconds = 5,
): Promise<Verdict> {
  if (issuer === undefined || clientId === undefined || clientSecret === undefined)
    return ok('company sign-in is off: GATEHOUSE_OIDC_ISSUER is not set');
  try {
    const library = await import('openid-client');
    const found = await discoverCompany({ issuer, clientId, clientSecret, timeoutSeconds }, library);
    const fault = faultOfMetadata(found.serverMetadata(), issuer);
    return fault === undefined ? ok(`${issuer} answers`) : failed(`${issuer} ${fault}`);
  } catch (error) {
    return failed(`${issuer} ${sentenceOf(error)}`);
  }
}

const needed = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const satisfies (keyof ServerMetadata)[];

/** Checks the addresses that people and the secret are sent to. */
function faultOfMetadata(metadata: ServerMetadata, issuer: string): string | undefined {
  for (const name of needed) {
    const protocol = URL.parse(metadata[name] ?? '')?.protocol;
    if (protocol === undefined) return `has no ${name}: it must be an OpenID Connect provider with the code flow`;
    if (protocol !== 'https:' && protocol !== new URL(issuer).protocol)
      return `has a ${name} without https: the operator of the provider must change it`;
  }
  return undefined;
}

const where = '/.well-known/openid-configuration';

function sentenceOf(error: unknown): string {
  if (error instanceof OtherIssuer) return asItWrites;
  const codes = codesOf(error);
  const has = (...some: string[]) => some.some((code) => codes.includes(code));
  if (has('OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED')) return asItWrites;
  if (has('OAUTH_TIMEOUT', 'OAUTH_ABORT'))
    return 'did not answer in time: correct GATEHOUSE_OIDC_ISSUER, or allow this machine through the firewall';
  if (has('OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON', 'OAUTH_PARSE_ERROR', 'OAUTH_INVALID_RESPONSE'))
    return `has no OpenID Connect metadata at ${where}: set GATEHOUSE_OIDC_ISSUER to the issuer URL from the documentation of the provider`;
  const cause = codes.find((code) => !code.startsWith('OAUTH_'));
  if (cause !== undefined && /CERT|SIGNATURE|ALTNAME/.test(cause))
    return `has a certificate that is not trusted for this name (${cause}): trust its authority with NODE_EXTRA_CA_CERTS`;
  return `cannot be reached${cause === undefined ? '' : ` (${cause})`}: correct GATEHOUSE_OIDC_ISSUER, or allow this machine to reach it`;
}

const asItWrites = `has another issuer in ${where}: set GATEHOUSE_OIDC_ISSUER to exactly the "issuer" given there`;

/** Error codes of the error and its causes. They come from the library and the system, not from the company. */
function codesOf(error: unknown): string[] {
  const codes: string[] = [];
  for (let one = error; one instanceof Error; one = one.cause) {
    // The library reports an answer that times out while it is read as malformed.
    if (one.name === 'TimeoutError') codes.push('OAUTH_TIMEOUT');
    if ('code' in one && typeof one.code === 'string' && /^[A-Z][A-Z0-9_]{1,50}$/.test(one.code)) codes.push(one.code);
  }
  return codes;
}
