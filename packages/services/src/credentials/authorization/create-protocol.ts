import type { AccountTokens } from '@gatehouse/core';
import { createRedactor } from '../../kernel/redact.ts';
import type { AllowedRanges } from '../../net/address-guard.ts';
import { authorizationFailure } from './authorization-failure.ts';
import { createAuthorizationRequests } from './authorization-requests.ts';
import { findAuthorization } from './find-authorization.ts';
import type { AuthorizationClient, AuthorizationProtocol } from './protocol.ts';
import { exchangeCode, refreshTokens, revokeTokens, type TokenClient } from './token-requests.ts';

/** Time limit of one request. Milliseconds. */
const usualDeadlineMs = 10_000;

/** Implements OAuth 2.0 with the authorization servers of services. // D62 */
export function createAuthorizationProtocol(
  allowPrivate: AllowedRanges,
  deadlineMs = usualDeadlineMs,
): AuthorizationProtocol & { close(): Promise<void> } {
  const requests = createAuthorizationRequests(allowPrivate, deadlineMs);

  function tokenClient(
    { access, clientSecret }: AuthorizationClient,
    signal: AbortSignal,
    ...secrets: (string | null | undefined)[]
  ): TokenClient {
    return { access, clientSecret, requests, signal, quote: quoteWithout([clientSecret, ...secrets]) };
  }

  return {
    async find(target, wanted, signal) {
      const quote = quoteWithout([wanted.given.clientSecret]);
      try {
        return await findAuthorization({ target, wanted, requests, quote, signal });
      } catch (error) {
        throw authorizationFailure(error, quote);
      }
    },
    exchange: (client, { answer, codeVerifier }, signal) =>
      exchangeCode(tokenClient(client, signal, answer.get('code'), codeVerifier), answer, codeVerifier),
    refresh: (client, refreshToken, signal) => refreshTokens(tokenClient(client, signal, refreshToken), refreshToken),
    revoke: (client, tokens: AccountTokens, signal) =>
      revokeTokens(tokenClient(client, signal, tokens.accessToken, tokens.refreshToken), tokens),
    close: requests.close,
  };
}

/** Removes the secrets from quoted answers: services repeat parts of requests. */
function quoteWithout(secrets: (string | null | undefined)[]) {
  return createRedactor(secrets.filter((secret) => secret !== undefined && secret !== null)).quote;
}
