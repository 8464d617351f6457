import type { AccountTokens } from '@gatehouse/core';

/** Tokens in the form that is encrypted. */
export interface SealedTokens extends Omit<AccountTokens, 'label'> {
  /** Time of issue. */
  since?: number | undefined;
}

/** Time before expiry at which an access token is renewed, so that it does not expire during a request. Milliseconds. */
const earlyMs = 30_000;

export function readTokens(text: string): SealedTokens {
  return JSON.parse(text) as SealedTokens;
}

export function writeTokens({ accessToken, refreshToken, expiresAt, scope, since }: SealedTokens): string {
  return JSON.stringify({ accessToken, refreshToken, expiresAt, scope, since });
}

/** Renews short-lived tokens only in the last tenth of their lifetime. */
export function isOver({ expiresAt, since }: SealedTokens, now = Date.now()): boolean {
  if (expiresAt === undefined) return false;
  const early = since === undefined ? earlyMs : Math.min(earlyMs, (expiresAt - since) / 10);
  return expiresAt - early <= now;
}
