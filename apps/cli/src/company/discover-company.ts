import type { Configuration } from 'openid-client';

export interface DiscoverOptions {
  /** https, or http on loopback. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Seconds that each request to the company may take. */
  timeoutSeconds: number;
}

export type OpenIdLibrary = typeof import('openid-client');

/** The company calls itself something else. */
export class OtherIssuer extends Error {}

/** Asks the company for its metadata. Rejects with an error of the library, or with OtherIssuer. */
export async function discoverCompany(
  { issuer, clientId, clientSecret, timeoutSeconds }: DiscoverOptions,
  { discovery, allowInsecureRequests, ...library }: OpenIdLibrary,
): Promise<Configuration> {
  const execute = issuer.startsWith('http:') ? [allowInsecureRequests] : [];
  const options = { execute, timeout: timeoutSeconds };
  const found = (await discovery(new URL(issuer), clientId, clientSecret, undefined, options)).serverMetadata();
  if (!isSameIssuer(found.issuer, issuer)) throw new OtherIssuer();
  // What is meant where nothing is said (OpenID Connect Discovery 1.0, 3).
  const methods = found.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  const prove = methods.includes('client_secret_basic') ? library.ClientSecretBasic : library.ClientSecretPost;
  const configuration = new library.Configuration(found, clientId, clientSecret, prove(clientSecret));
  configuration.timeout = timeoutSeconds;
  // The signature of the ID token too, and not only the connection that it came by.
  library.enableNonRepudiationChecks(configuration);
  for (const apply of execute) apply(configuration);
  return configuration;
}

/** As URLs: a "/" at the end of one without a path says nothing. */
export function isSameIssuer(one: string, other: string): boolean {
  return URL.parse(one)?.href === new URL(other).href;
}
