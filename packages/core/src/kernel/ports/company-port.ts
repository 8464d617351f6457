/**
 * Values that a browser takes to the company and must bring back. The company sees the state and the nonce; the verifier does not leave
 * Gatehouse before the browser is back.
 */
export interface CompanyRequest {
  /** Address that the company sends the browser back to. */
  redirectUri: string;
  state: string;
  nonce: string;
  /** Code verifier of PKCE (RFC 7636). */
  verifier: string;
}

/** Claims of the company about a person. Only issuer and subject identify the person (D38). */
export interface CompanyClaims {
  issuer: string;
  subject: string;
  email: string | null;
  isEmailVerified: boolean;
  name: string | null;
  /** Groups by the claim that is configured. Undefined if none is, or if the claim is absent or too large, which is reported (D77). */
  groups?: string[] | undefined;
}

/** Reason for a failed sign-in, as a sentence for the person at the browser. It contains no secret, code or token. */
export interface CompanyFault {
  fault: string;
}

/**
 * Access to the company's sign-in, by OpenID Connect. The program opens it if it is set up. It never rejects, and takes at most 20 seconds.
 */
export interface CompanyPort {
  readonly issuer: string;
  /** Claim with the groups of a person. Undefined if none is configured. */
  readonly groupsClaim?: string | undefined;
  /** Address at the company to send a browser to. */
  begin(request: CompanyRequest): Promise<{ address: string } | CompanyFault>;
  /** Claims about the person who returned, by the query of the browser. The issuer, state, nonce, verifier and signature were checked. */
  finish(request: CompanyRequest & { query: string }): Promise<CompanyClaims | CompanyFault>;
}
