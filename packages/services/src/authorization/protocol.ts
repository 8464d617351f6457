import type { AccountTokens, AnsweredSignIn, FoundAuthorization, OAuthAccess, ServiceTarget, WantedAuthorization } from '@gatehouse/core';

/** Which client asks, and where. */
export interface AuthorizationClient {
  access: OAuthAccess;
  clientSecret: string | undefined;
}

/**
 * What is said to the authorization server of a service: each a few bounded requests, by way of the guard of addresses (D37). It rejects
 * with a ServiceFailure (`refused` where the server does not know the client or its secret any more), or with what the socket threw.
 */
export interface AuthorizationProtocol {
  find(target: ServiceTarget, wanted: WantedAuthorization, signal: AbortSignal): Promise<FoundAuthorization>;
  /** Rejects with the refusal `service_sign_in_failed` where the person or the server said no, or the answer is another's. */
  exchange(client: AuthorizationClient, answered: AnsweredSignIn, signal: AbortSignal): Promise<AccountTokens>;
  /** Rejects with AccountEnded if the server no longer accepts the refresh token (`invalid_grant`). Unchanged fields are left out. */
  refresh(client: AuthorizationClient, refreshToken: string, signal: AbortSignal): Promise<AccountTokens>;
  /** Gives tokens back (RFC 7009); false where the server takes none. */
  revoke(client: AuthorizationClient, tokens: AccountTokens, signal: AbortSignal): Promise<boolean>;
}

/** The authorization server has ended what a person once allowed: only they can allow it again. */
export class AccountEnded extends Error {
  override name = 'AccountEnded';
}
