/** What a browser takes to the company and must bring back. The company sees the state and the nonce; the verifier never leaves here before. */
export interface CompanyRequest {
  /** Where the company sends the browser back to. */
  redirectUri: string;
  state: string;
  nonce: string;
  /** Of PKCE (RFC 7636). */
  verifier: string;
}

/** What the company says of somebody. Issuer and subject name them; nothing else does (D38). */
export interface CompanyClaims {
  issuer: string;
  subject: string;
  email: string | null;
  isEmailVerified: boolean;
  name: string | null;
}

/** Why it did not work, in a sentence for the person in front of the browser: no secret, code or token is in it. */
export interface CompanyFault {
  fault: string;
}

/** Core's way to the company's sign-in, by OpenID Connect. The program opens one where it is set up; it never rejects, and takes 20 seconds at most. */
export interface CompanyPort {
  readonly issuer: string;
  /** The address at the company that a browser is sent to. */
  begin(request: CompanyRequest): Promise<{ address: string } | CompanyFault>;
  /**
   * Who came back, by the query that the browser was sent back with. The issuer, the state, the nonce, the verifier and the signature
   * were checked.
   */
  finish(request: CompanyRequest & { query: string }): Promise<CompanyClaims | CompanyFault>;
}
