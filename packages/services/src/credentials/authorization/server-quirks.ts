import type { JsonObject } from '@gatehouse/core';
import type { Foreign } from '@gatehouse/domain';
import { objectOf } from '../../kernel/guards.ts';

// Converts deviations of authorization servers from OAuth to the standard form. Each deviation names a service that has it, here and in the
// test.

/**
 * The body of a token or registration endpoint: JSON, or a form, which GitHub sends unless JSON is requested. Undefined if it is neither.
 */
export function readBody(text: Foreign): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return objectOf(value);
  } catch {
    // Recognizes a form by OAuth's own field names.
    const form = new URLSearchParams(text);
    return form.has('access_token') || form.has('error') ? Object.fromEntries(form) : undefined;
  }
}

/** Finds the error of a refused request. GitHub answers 200 with `error`, Slack 200 with `ok: false`. */
export function refusalIn(body: JsonObject): { error: string; error_description?: string } | undefined {
  if (typeof body.error !== 'string' || body.error === '') {
    // Slack gives the reason in `error`. `ok: false` without it is not an OAuth error, so a general code is used.
    return body.ok === false ? { error: 'invalid_request' } : undefined;
  }
  const description = typeof body.error_description === 'string' ? body.error_description : undefined;
  const error = isEndOfGrant(body.error, description) ? 'invalid_grant' : body.error;
  return { error, ...(description !== undefined && { error_description: description }) };
}

/**
 * Error codes of services for a refresh token or code that is no longer valid: GitHub, Slack, Microsoft, and Atlassian's
 * `unauthorized_client`.
 */
const endsOfGrant = new Set([
  'bad_refresh_token',
  'bad_verification_code',
  'code_already_used',
  'interaction_required',
  'invalid_code',
  'invalid_refresh_token',
  'login_required',
  'token_expired',
  'token_revoked',
]);

function isEndOfGrant(error: string, description = ''): boolean {
  return endsOfGrant.has(error) || (error === 'unauthorized_client' && /refresh.?token/i.test(description));
}

/** Token types that are sent as bearer tokens. Slack names them `bot` and `user`, others name them `token` or nothing. */
const bearerTypes = new Set(['', 'bearer', 'bot', 'user', 'token', 'access_token', 'bearertoken']);

/** Maximum lifetime: ten years. A longer-lived token is renewed when it is refused. */
const maxSeconds = 315_360_000;

/** Converts the answer of a token endpoint to the form of OAuth. Leaves out the ID token, which is read only for a label. */
export function normalizeTokens(body: JsonObject): JsonObject {
  // If a Slack app requests only a user's token, the token is in `authed_user`.
  const inner = objectOf(body.authed_user);
  const { access_token, token_type, expires_in, refresh_token, scope } = body.access_token === undefined && inner ? inner : body;
  const type = typeof token_type === 'string' ? token_type.toLowerCase() : '';
  const lifetime = Math.min(Math.round(Number(expires_in ?? 0)), maxSeconds);
  return {
    access_token,
    token_type: bearerTypes.has(type) ? 'bearer' : type,
    // A string from Microsoft. Null, 0 or nothing means an unknown lifetime.
    ...(lifetime > 0 && { expires_in: lifetime }),
    // Google and GitHub send none, and some servers send null.
    ...(typeof refresh_token === 'string' && refresh_token !== '' && { refresh_token }),
    ...(scopeText(scope) !== '' && { scope: scopeText(scope) }),
  };
}

/** GitHub separates scopes by commas, and other servers send a list. */
function scopeText(scope: unknown): string {
  const parts = Array.isArray(scope) ? scope : typeof scope === 'string' ? scope.split(/[\s,]+/) : [];
  return parts.filter((part) => typeof part === 'string' && part !== '').join(' ');
}

/** Converts the answer of a registration to the form of RFC 7591: without nulls, and with the expiry of the secret. */
export function normalizeRegistration(body: JsonObject): JsonObject {
  const { client_id, client_secret, client_secret_expires_at, token_endpoint_auth_method } = body;
  const ends = Number(client_secret_expires_at ?? 0) || 0;
  return {
    client_id,
    ...(typeof client_secret === 'string' && client_secret !== '' && { client_secret, client_secret_expires_at: Math.max(ends, 0) }),
    ...(typeof token_endpoint_auth_method === 'string' && { token_endpoint_auth_method }),
  };
}

const byHost: Record<string, Record<string, string>> = {
  // Google gives a refresh token only with these.
  'accounts.google.com': { access_type: 'offline', prompt: 'consent' },
  'api.notion.com': { owner: 'user' },
  'auth.atlassian.com': { audience: 'api.atlassian.com', prompt: 'consent' },
};

/** Parameters that an authorization address needs in addition to OAuth's. Parameters already in the address have priority. */
export function furtherParameters({ hostname }: URL, scope: string): Record<string, string> {
  // OpenID Connect gives `offline_access` only after asking the person.
  const asked = scope.split(' ').includes('offline_access') ? { prompt: 'consent' } : {};
  return { ...asked, ...byHost[hostname] };
}

/** Ignores a slash at the end: Auth0 writes its issuer with one, and other servers vary. */
export function isSameIssuer(one: string, other: string): boolean {
  const [left, right] = [one, other].map((text) => URL.parse(text)?.href.replace(/\/$/, ''));
  return left !== undefined && left === right;
}

/** Name of the account in the words of the service, if given: from an ID token, Notion's `owner`, Slack's team, or plain fields. */
export function labelIn(body: JsonObject): string | undefined {
  const owner = objectOf(objectOf(body.owner)?.user);
  const person = objectOf(owner?.person);
  const user = objectOf(body.user);
  const claims = typeof body.id_token === 'string' ? claimsOf(body.id_token) : undefined;
  const who = firstText(nameIn(claims), person?.email, owner?.name, nameIn(user), nameIn(body));
  const where = firstText(body.workspace_name, objectOf(body.team)?.name);
  const label = who !== undefined && where !== undefined ? `${who} (${where})` : (who ?? where);
  return label?.slice(0, 200).toWellFormed();
}

function nameIn(fields: JsonObject | undefined): string | undefined {
  return fields && firstText(fields.email, fields.preferred_username, fields.username, fields.login, fields.name);
}

function firstText(...values: unknown[]): string | undefined {
  return values.find((value): value is string => typeof value === 'string' && /^[^\p{C}]{1,500}$/u.test(value));
}

/** Claims of an ID token. Its signature is not checked: it came over TLS from its issuer, and no decision depends on it. */
function claimsOf(token: string): JsonObject | undefined {
  const [, payload = ''] = token.split('.');
  try {
    return objectOf(JSON.parse(Buffer.from(payload, 'base64url').toString()));
  } catch {
    // A token in another form has no label.
    return undefined;
  }
}
