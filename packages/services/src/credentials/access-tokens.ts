import type { Access } from '@gatehouse/core';
import { httpFailure, networkFailure, ServiceFailure } from '../kernel/failure.ts';
import type { Redactor } from '../kernel/redact.ts';
import type { Fetch } from '../net/guarded-fetch.ts';

export const bearer = (token: string) => `Bearer ${token}`;

type ClientCredentials = Extract<Access, { type: 'client-credentials' }>;

const renewBeforeMs = 30_000;

/** Client id and secret in the form that HTTP Basic encodes. */
export function clientText({ clientId }: Pick<ClientCredentials, 'clientId'>, clientSecret: string): string {
  return `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`;
}

/**
 * Gets access tokens by OAuth's client credentials grant. A token is fetched on demand, once for all waiting calls, and kept until shortly
 * before it expires.
 */
export function createTokens(access: ClientCredentials, clientSecret: () => string, redactor: Redactor, fetch: Fetch) {
  let current: { token: Promise<string>; value?: string; expiresAt: number } | undefined;

  function renew(): Promise<string> {
    const renewal: NonNullable<typeof current> = { token: request(), expiresAt: Number.POSITIVE_INFINITY };
    current = renewal;
    renewal.token.catch(() => {
      if (current === renewal) current = undefined;
    });
    return renewal.token;

    async function request(): Promise<string> {
      const body = new URLSearchParams({ grant_type: 'client_credentials', ...(access.scope ? { scope: access.scope } : {}) });
      const headers = {
        authorization: `Basic ${Buffer.from(clientText(access, clientSecret())).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      };
      const response = await fetch(access.tokenUrl, { method: 'POST', headers, body: body.toString() }).catch((error) => {
        throw networkFailure(error);
      });
      const text = await response.text();
      if (!response.ok) throw httpFailure(response.status === 400 ? 401 : response.status, redactor.quote(text), null);
      const { token, lifetimeSeconds } = readToken(text);
      redactor.learn(token);
      renewal.value = token;
      renewal.expiresAt = Date.now() + lifetimeSeconds * 1000 - renewBeforeMs;
      return token;
    }
  }

  return {
    token: () => (current && current.expiresAt > Date.now() ? current.token : renew()),
    /** Forgets the current token if it is the refused one. Later calls with that token find the next one. */
    forget(authorization: string | null): boolean {
      if (current?.value !== undefined && authorization === bearer(current.value)) current = undefined;
      return true;
    },
  };
}

const checkTokens = 'ask a manager of the connection to check its token endpoint';

function readToken(text: string): { token: string; lifetimeSeconds: number } {
  let answer: { access_token?: unknown; expires_in?: unknown };
  try {
    answer = JSON.parse(text) ?? {};
  } catch (cause) {
    throw new ServiceFailure('refused', `has an authorization server that did not return a token; ${checkTokens}`, { cause });
  }
  // Refuses a token that no header can carry, before an error can quote it.
  if (typeof answer.access_token !== 'string' || !/^[\u0021-\u007e]+$/.test(answer.access_token))
    throw new ServiceFailure('refused', `has an authorization server that issued no access token; ${checkTokens}`);
  return { token: answer.access_token, lifetimeSeconds: typeof answer.expires_in === 'number' ? answer.expires_in : 300 };
}
