import type { Configuration } from 'openid-client';

export interface DiscoverOptions {
  /** https, or http on loopback. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Time limit of each request to the company. Seconds. */
  timeoutSeconds: number;
}

export type OpenIdLibrary = typeof import('openid-client');

/** Thrown if the company names another issuer. */
export class OtherIssuer extends Error {}

/** Gets the company's metadata. Rejects with an error of the library, or with OtherIssuer. */
export async function discoverCompany(
  { issuer, clientId, clientSecret, timeoutSeconds }: DiscoverOptions,
  { discovery, allowInsecureRequests, ...library }: OpenIdLibrary,
): Promise<Configuration> {
  const execute = issuer.startsWith('http:') ? [allowInsecureRequests] : [];
  const options = { execute, timeout: timeoutSeconds };
  const found = (await discovery(new URL(issuer), clientId, clientSecret, undefined, options)).serverMetadata();
  if (!isSameIssuer(found.issuer, issuer)) throw new OtherIssuer();
  // The default if the metadata name no method (OpenID Connect Discovery 1.0, 3).
  const methods = found.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  const prove = methods.includes('client_secret_basic') ? library.ClientSecretBasic : library.ClientSecretPost;
  const configuration = new library.Configuration(found, clientId, clientSecret, prove(clientSecret));
  configuration.timeout = timeoutSeconds;
  // Also checks the signature of the ID token, in addition to the TLS connection.
  library.enableNonRepudiationChecks(configuration);
  for (const apply of execute) apply(configuration);
  return configuration;
}

/** Compares issuers as URLs, so that a "/" at the end of an address without a path makes no difference. */
export function isSameIssuer(one: string, other: string): boolean {
  return URL.parse(one)?.href === new URL(other).href;
}
