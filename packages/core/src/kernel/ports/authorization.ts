import type { SealedSecret } from '@gatehouse/storage';
import type { OAuthAccess, OAuthAccessInput } from './access-config.ts';
import type { DiscoveryCall } from './outside-call.ts';
import type { ServiceTarget } from './service-target.ts';

/** Tokens of an account at a service, in clear: they leave the process only in requests to the service and its authorization server (D36). */
export interface AccountTokens {
  accessToken: string;
  refreshToken?: string | undefined;
  /** When the access token is over; undefined where nobody said. */
  expiresAt?: number | undefined;
  scope?: string | undefined;
  /** Who it is at the service, for people, where that was told: an e-mail address or a name. */
  label?: string | undefined;
}

export interface WantedAuthorization {
  given: OAuthAccessInput;
  /** Where browsers are sent back to. */
  redirectUri: string;
  /** Nothing is left behind at the service: where a client would be registered, `clientId` is "". */
  onlyLook?: boolean | undefined;
}

export interface FoundAuthorization {
  access: OAuthAccess;
  clientSecret?: string | undefined;
  /** Whether clients can register themselves there; asked of the server's metadata. */
  mayRegister: boolean;
  /** Whether it takes clients that have no secret. */
  takesPublicClients: boolean;
}

/** What a browser takes to the authorization server. */
export interface BegunSignIn {
  state: string;
  /** Of PKCE (RFC 7636); what is sent is its SHA-256. */
  codeVerifier: string;
}

/** What a browser came back with. */
export interface AnsweredSignIn {
  /** The query, whose state was found to be good. */
  answer: URLSearchParams;
  codeVerifier: string;
}

/** Core's way to the authorization servers of services. */
export interface AuthorizationPort {
  /**
   * Asks a service where people sign in, unless that is given, and registers a client there unless one is given. Rejects with
   * `service_error`, whose text says what is missing.
   */
  findAuthorization(target: ServiceTarget, wanted: WantedAuthorization, call: DiscoveryCall): Promise<FoundAuthorization>;
  /** The address to send a browser to: no request, no wait. */
  authorizationAddress(access: OAuthAccess, begun: BegunSignIn): string;
  /**
   * Makes tokens of what a browser came back with, for the access in the target's configuration. Rejects with
   * `service_sign_in_failed` where the person or the service said no or the answer is not the right one, else with `service_error`.
   */
  exchangeCode(target: ServiceTarget, answered: AnsweredSignIn, call: DiscoveryCall): Promise<AccountTokens>;
  /** Gives sealed tokens back at the service; rejects with `service_error` where that is not known to have worked. */
  revokeAccount(target: ServiceTarget, tokens: SealedSecret, call: DiscoveryCall): Promise<void>;
}
