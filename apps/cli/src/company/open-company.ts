import type { CompanyClaims, CompanyPort } from '@gatehouse/core';
import type { Configuration } from 'openid-client';

export interface CompanyOptions {
  /** https, or http on loopback. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Told of every sign-in that failed between here and the company: no secret, code or token is in it. */
  report: (error: Error) => void;
  /** Seconds that each request to the company may take. */
  timeoutSeconds?: number;
}

type Library = typeof import('openid-client');

/** The company's metadata are asked for again after so long. */
const metadataMs = 60 * 60 * 1000;
const scope = 'openid email profile';

/** Signs people in by OpenID Connect, code flow with PKCE. Asks the company nothing before the first of them. */
export function openCompany({ issuer, clientId, clientSecret, report, timeoutSeconds = 5 }: CompanyOptions): CompanyPort {
  let known: { configuration: Promise<Configuration>; until: number } | undefined;

  async function discover({ discovery, allowInsecureRequests, ...library }: Library): Promise<Configuration> {
    const execute = issuer.startsWith('http:') ? [allowInsecureRequests] : [];
    const options = { execute, timeout: timeoutSeconds };
    const found = (await discovery(new URL(issuer), clientId, clientSecret, undefined, options)).serverMetadata();
    if (!isSameIssuer(found.issuer, issuer)) throw new CompanyFailure('it names another issuer than GATEHOUSE_OIDC_ISSUER');
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

  function configure(library: Library): Promise<Configuration> {
    if (known && known.until > Date.now()) return known.configuration;
    const entry = { configuration: discover(library), until: Date.now() + metadataMs };
    known = entry;
    entry.configuration.catch(() => {
      if (known === entry) known = undefined;
    });
    return entry.configuration;
  }

  async function attempt<Result>(work: (library: Library, configuration: Configuration) => Promise<Result>) {
    const library = await import('openid-client');
    try {
      return await work(library, await configure(library));
    } catch (error) {
      const fault = sentenceOf(error, library);
      report(new Error(fault));
      return { fault };
    }
  }

  return {
    issuer,
    begin: ({ redirectUri, state, nonce, verifier }) =>
      attempt(async ({ buildAuthorizationUrl, calculatePKCECodeChallenge }, configuration) => {
        const challenge = { code_challenge: await calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' };
        const url = buildAuthorizationUrl(configuration, { redirect_uri: redirectUri, scope, state, nonce, ...challenge });
        return { address: url.href };
      }),
    finish: ({ redirectUri, state, nonce, verifier, query }) =>
      attempt(async ({ authorizationCodeGrant, fetchUserInfo }, configuration): Promise<CompanyClaims> => {
        const tokens = await authorizationCodeGrant(configuration, new URL(`${redirectUri}?${query}`), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (!claims || !isSameIssuer(claims.iss, issuer)) throw new CompanyFailure('it names another issuer than GATEHOUSE_OIDC_ISSUER');
        const isTold = claims.email !== undefined || configuration.serverMetadata().userinfo_endpoint === undefined;
        const said = isTold ? claims : await fetchUserInfo(configuration, tokens.access_token, claims.sub);
        return {
          issuer: claims.iss,
          subject: claims.sub,
          email: typeof said.email === 'string' ? said.email : null,
          isEmailVerified: said.email_verified === true,
          name: typeof said.name === 'string' ? said.name : null,
        };
      }),
  };
}

class CompanyFailure extends Error {}

/** As URLs: a "/" at the end of one without a path says nothing. */
function isSameIssuer(one: string, other: string): boolean {
  return URL.parse(one)?.href === new URL(other).href;
}

/** In words of ours: what the company or the browser says may hold secrets, or words of somebody else. */
function sentenceOf(error: unknown, { AuthorizationResponseError, ResponseBodyError }: Library): string {
  if (error instanceof CompanyFailure) return error.message;
  if (error instanceof AuthorizationResponseError) return `it was refused there${wordOf(error.error)}; sign in again`;
  if (error instanceof ResponseBodyError)
    return `the server there refuses what this gateway asks${wordOf(error.error)}; whoever runs it compares GATEHOUSE_OIDC_CLIENT_ID, its secret and the address /app/company/callback with what is registered there`;
  return isNetworkFault(error)
    ? 'the server there cannot be reached, or did not answer in time; try again'
    : 'what came back does not belong to this sign-in, or is not what GATEHOUSE_OIDC_ISSUER signs; sign in again';
}

/** An error code as OAuth 2.0 has them, and nothing else that somebody may have put there. */
function wordOf(code: string): string {
  return /^[a-z_]{1,40}$/.test(code) ? ` (${code})` : '';
}

function isNetworkFault(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause) {
    const code = 'code' in one ? one.code : undefined;
    if (code === 'OAUTH_TIMEOUT' || code === 'OAUTH_ABORT' || code === 'OAUTH_RESPONSE_IS_NOT_CONFORM') return true;
    if (one.name === 'TimeoutError' || one.message === 'fetch failed') return true;
  }
  return false;
}
