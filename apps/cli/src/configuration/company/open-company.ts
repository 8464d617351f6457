import type { CompanyClaims, CompanyPort } from '@gatehouse/core';
import { hourMs } from '@gatehouse/domain';
import type { Configuration } from 'openid-client';
import { discoverCompany, isSameIssuer, type OpenIdLibrary, OtherIssuer } from './discover-company.ts';
import { groupsOfClaim } from './groups-of-claim.ts';

export interface CompanyOptions {
  /** https, or http on loopback. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Name of the claim that lists a person's groups (D77). */
  groupsClaim?: string | undefined;
  /** Reports failed company sign-ins and unreadable groups claims. The error contains no secret, code or token. */
  report: (error: Error) => void;
}

/** The company's metadata are requested again after this time. */
const metadataMs = hourMs;
const timeoutSeconds = 5;
const scope = 'openid email profile';

/** Signs people in with OpenID Connect, code flow with PKCE. It sends no request to the company before the first sign-in. */
export function openCompany({ issuer, clientId, clientSecret, groupsClaim, report }: CompanyOptions): CompanyPort {
  let known: { configuration: Promise<Configuration>; until: number } | undefined;

  function configure(library: OpenIdLibrary): Promise<Configuration> {
    if (known && known.until > Date.now()) return known.configuration;
    const entry = {
      configuration: discoverCompany({ issuer, clientId, clientSecret, timeoutSeconds }, library),
      until: Date.now() + metadataMs,
    };
    known = entry;
    entry.configuration.catch(() => {
      if (known === entry) known = undefined;
    });
    return entry.configuration;
  }

  async function attempt<Result>(work: (library: OpenIdLibrary, configuration: Configuration) => Promise<Result>) {
    const library = await import('openid-client');
    try {
      return await work(library, await configure(library));
    } catch (error) {
      const fault = sentenceOf(error, library);
      report(new Error(fault));
      return { fault };
    }
  }

  /** Reads the groups from the claim. Reports an unreadable claim and returns undefined, so that groups stay as they are. */
  function groupsIn(claims: Record<string, unknown>): string[] | undefined {
    if (groupsClaim === undefined) return undefined;
    const read = groupsOfClaim(groupsClaim, claims);
    if ('groups' in read) return read.groups;
    report(new Error(`the linked groups of a person stay as they are: ${read.fault}`));
    return undefined;
  }

  return {
    issuer,
    groupsClaim,
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
        if (!claims || !isSameIssuer(claims.iss, issuer)) throw new OtherIssuer();
        const isComplete = claims.email !== undefined && (groupsClaim === undefined || claims[groupsClaim] !== undefined);
        const isTold = isComplete || configuration.serverMetadata().userinfo_endpoint === undefined;
        const said = isTold ? claims : await fetchUserInfo(configuration, tokens.access_token, claims.sub);
        return {
          issuer: claims.iss,
          subject: claims.sub,
          ...identityIn(claims.email === undefined ? said : claims),
          groups: groupsIn({ ...said, ...claims }),
        };
      }),
  };
}

function identityIn({ email, email_verified, name }: Record<string, unknown>) {
  return {
    email: typeof email === 'string' ? email : null,
    isEmailVerified: email_verified === true,
    name: typeof name === 'string' ? name : null,
  };
}

/** Describes a failure in our own words: text from the company or the browser may contain secrets, or text of an attacker. */
function sentenceOf(error: unknown, { AuthorizationResponseError, ResponseBodyError }: OpenIdLibrary): string {
  if (error instanceof OtherIssuer) return 'its issuer does not match GATEHOUSE_OIDC_ISSUER';
  if (error instanceof AuthorizationResponseError) return `the identity provider refused it${wordOf(error.error)}; sign in again`;
  if (error instanceof ResponseBodyError)
    return `the identity provider refused the request of this gateway${wordOf(error.error)}; the operator must compare GATEHOUSE_OIDC_CLIENT_ID, its secret and the address /app/company/callback with the client registered there`;
  return isNetworkFault(error)
    ? 'the identity provider cannot be reached or did not answer in time; try again'
    : 'the answer does not belong to this sign-in, or is not signed by GATEHOUSE_OIDC_ISSUER; sign in again';
}

/** An error code in the form of OAuth 2.0. Other text, which an attacker may have chosen, is left out. */
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
