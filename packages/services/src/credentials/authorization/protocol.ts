import type { AccountTokens, AnsweredSignIn, FoundAuthorization, OAuthAccess, ServiceTarget, WantedAuthorization } from '@gatehouse/core';

/** The gateway's client at an authorization server. */
export interface AuthorizationClient {
  access: OAuthAccess;
  clientSecret: string | undefined;
}

/**
 * Client of a service's authorization server. Each method makes a few bounded requests, which the address guard checks (D37). Rejects with
 * a ServiceFailure (`refused` if the server no longer knows the client or its secret) or a socket error.
 */
export interface AuthorizationProtocol {
  find(target: ServiceTarget, wanted: WantedAuthorization, signal: AbortSignal): Promise<FoundAuthorization>;
  /** Rejects with `service_sign_in_failed` if the person or the server refused, or if the answer belongs to another server. */
  exchange(client: AuthorizationClient, answered: AnsweredSignIn, signal: AbortSignal): Promise<AccountTokens>;
  /** Rejects with AccountEnded if the server no longer accepts the refresh token (`invalid_grant`). Unchanged fields are left out. */
  refresh(client: AuthorizationClient, refreshToken: string, signal: AbortSignal): Promise<AccountTokens>;
  /** Revokes tokens (RFC 7009). False if the server has no revocation endpoint. */
  revoke(client: AuthorizationClient, tokens: AccountTokens, signal: AbortSignal): Promise<boolean>;
}

/** Thrown if the authorization server has ended a person's permission. Only the person can give it again. */
export class AccountEnded extends Error {
  override name = 'AccountEnded';
}
