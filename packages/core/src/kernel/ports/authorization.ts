import type { SealedSecret } from '@gatehouse/storage';
import type { OAuthAccess, OAuthAccessInput } from './access-config.ts';
import type { DiscoveryCall } from './outside-call.ts';
import type { ServiceTarget } from './service-target.ts';

/**
 * Unencrypted tokens of an account at a service. They leave the process only in requests to the service and its authorization server (D36).
 */
export interface AccountTokens {
  accessToken: string;
  refreshToken?: string | undefined;
  /** Expiry of the access token. Undefined if unknown. */
  expiresAt?: number | undefined;
  scope?: string | undefined;
  /** Account name for people, if the service gave one: an e-mail address or a name. */
  label?: string | undefined;
}

export interface WantedAuthorization {
  given: OAuthAccessInput;
  /** Address that browsers return to. */
  redirectUri: string;
  /** True leaves nothing at the service: instead of registering a client, `clientId` is "". */
  onlyLook?: boolean | undefined;
}

export interface FoundAuthorization {
  access: OAuthAccess;
  clientSecret?: string | undefined;
  /** True if clients can register themselves, according to the server's metadata. */
  mayRegister: boolean;
  /** True if the server accepts clients without a secret. */
  takesPublicClients: boolean;
}

/** Values that a browser takes to the authorization server. */
export interface BegunSignIn {
  state: string;
  /** Code verifier of PKCE (RFC 7636). Its SHA-256 is sent. */
  codeVerifier: string;
}

/** Values that a browser returned with. */
export interface AnsweredSignIn {
  /** Query of the return, after its state was verified. */
  answer: URLSearchParams;
  codeVerifier: string;
}

/** Access to the authorization servers of services. */
export interface AuthorizationPort {
  /**
   * Asks a service for its sign-in, unless that is given, and registers a client there unless one is given. Rejects with `service_error`,
   * whose text names the missing part.
   */
  findAuthorization(target: ServiceTarget, wanted: WantedAuthorization, call: DiscoveryCall): Promise<FoundAuthorization>;
  /** Address to send a browser to. It needs no request. */
  authorizationAddress(access: OAuthAccess, begun: BegunSignIn): string;
  /**
   * Exchanges the returned code for tokens, for the access in the target's configuration. Rejects with `service_sign_in_failed` if the
   * person or the service refused, or if the answer is wrong. Otherwise rejects with `service_error`.
   */
  exchangeCode(target: ServiceTarget, answered: AnsweredSignIn, call: DiscoveryCall): Promise<AccountTokens>;
  /** Revokes sealed tokens at the service. Rejects with `service_error` if success is uncertain. */
  revokeAccount(target: ServiceTarget, tokens: SealedSecret, call: DiscoveryCall): Promise<void>;
}
