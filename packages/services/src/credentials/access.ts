import { type Access, accessOf, type SealedSecret, type SecretBox, type ServiceTarget } from '@gatehouse/core';
import { ServiceFailure } from '../kernel/failure.ts';
import { createRedactor, type Redactor } from '../kernel/redact.ts';
import { secretsWithin } from '../kernel/secret-forms.ts';
import type { Answer } from '../net/answer.ts';
import type { Fetch, FetchInit } from '../net/guarded-fetch.ts';
import { bearer, clientText, createTokens } from './access-tokens.ts';
import type { AccountTokenSource } from './accounts/account-tokens.ts';

/** The decrypted credentials of a connection. */
export interface Credentials {
  secrets: ReadonlyMap<string, string>;
  redactor: Redactor;
}

export async function openCredentials(target: ServiceTarget, box: SecretBox): Promise<Credentials> {
  const sealed = await target.readSecrets();
  const secrets = new Map(sealed.map((secret) => [secret.field, opened(box, secret)]));
  return { secrets, redactor: createRedactor(redactable(accessOf(target.config), secrets)) };
}

function opened(box: SecretBox, secret: SealedSecret): string {
  try {
    return box.open(secret);
  } catch (cause) {
    const message = 'has stored credentials that cannot be decrypted; ask a manager of the connection to enter them again';
    throw new ServiceFailure('refused', message, { cause });
  }
}

function redactable(access: Access, secrets: ReadonlyMap<string, string>): string[] {
  const texts = [...secrets].filter(([field]) => field !== 'process').map(([, text]) => text);
  if (access.type === 'basic') texts.push(`${access.username}:${secrets.get('password')}`);
  if (access.type === 'client-credentials') texts.push(clientText(access, secrets.get('clientSecret') ?? ''));
  const command = secrets.get('process');
  if (command !== undefined) texts.push(...secretsOfEnvironment((JSON.parse(command) as { env?: Record<string, string> }).env ?? {}));
  return texts;
}

/** Environment values of a command that are or contain credentials, by name or form. Paths and modes are not redacted. */
function secretsOfEnvironment(env: Record<string, string>): string[] {
  const isSecret = (name: string, value: string) =>
    /key|token|secret|pass|pwd|credential|auth|cookie|dsn/i.test(name) ||
    (/^[\w+=.-]{20,}$/.test(value) && /\d/.test(value) && /[a-z]/i.test(value));
  return Object.entries(env).flatMap(([name, value]) => (isSecret(name, value) ? [value] : secretsWithin(value)));
}

/** Puts the credentials of a connection, or of an account, into a request. */
export interface Authorizer {
  apply(url: URL, headers: Headers): Promise<void>;
  /** Reports that the service refused these credentials. True if another token may exist. May reject with the reason that none exists. */
  refused(headers: Headers, attempt: Attempt): Promise<boolean>;
}

interface Attempt {
  /** Number of the attempt. The first is 1. */
  number: number;
  /** Start of the first attempt. */
  began: number;
}

/**
 * Maximum attempts. Three tokens of an account may be refused in a row: the one cached here, one stored by another process, and a newly
 * issued one.
 */
const maxAttempts = 3;

/**
 * Sends a request with the connection's credentials, and again with a new access token if the first is refused. Tokens can be revoked or
 * expire early. Sending twice is safe, because a request answered with 401 did not run.
 */
export async function fetchAuthorized(fetch: Fetch, authorizer: Authorizer, url: URL, init: AuthorizedInit): Promise<Answer> {
  const began = Date.now();
  for (let number = 1; ; number++) {
    await authorizer.apply(url, init.headers);
    const answer = await fetch(url, init);
    if (answer.status !== 401) return answer;
    const isAnother = await authorizer.refused(init.headers, { number, began });
    if (!isAnother || number === maxAttempts) return answer;
  }
}

type AuthorizedInit = FetchInit & { headers: Headers };

/**
 * Creates an authorizer. `account` supplies the tokens if people sign in to the service. Without it, requests to such a service carry no
 * credentials.
 */
export function createAuthorizer(
  access: Access,
  { secrets, redactor }: Credentials,
  fetch: Fetch,
  account?: AccountTokenSource | undefined,
): Authorizer {
  const secret = (field: string): string => {
    const text = secrets.get(field);
    if (text === undefined) throw new ServiceFailure('refused', 'has no stored credentials; ask a manager of the connection to enter them');
    return text;
  };
  const tokens = access.type === 'client-credentials' ? createTokens(access, () => secret('clientSecret'), redactor, fetch) : undefined;

  return {
    async apply(url, headers) {
      switch (access.type) {
        case 'none':
          return;
        case 'bearer':
          return headers.set('authorization', bearer(secret('token')));
        case 'headers':
          for (const name of access.names) headers.set(name, secret(`header:${name}`));
          return;
        case 'basic':
          return headers.set('authorization', `Basic ${Buffer.from(`${access.username}:${secret('password')}`).toString('base64')}`);
        case 'api-key':
          return access.in === 'header' ? headers.set(access.name, secret('value')) : setInQuery(url, access.name, secret('value'));
        case 'client-credentials':
          return headers.set('authorization', bearer((await tokens?.token()) ?? ''));
        case 'oauth':
          if (account) headers.set('authorization', bearer(await account.token()));
          return;
        default:
          return access satisfies never;
      }
    },
    async refused(headers, { number, began }) {
      if (account) return await account.refused(tokenIn(headers), began);
      return (tokens?.forget(headers.get('authorization')) ?? false) && number === 1;
    },
  };
}

function tokenIn(headers: Headers): string {
  return headers.get('authorization')?.slice(bearer('').length) ?? '';
}

/** Sets a query parameter, and leaves all others exactly as written: `searchParams` would rewrite them. */
function setInQuery(url: URL, name: string, value: string): void {
  const others = url.search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && !new URLSearchParams(pair).has(name));
  url.search = [...others, `${encodeURIComponent(name)}=${encodeURIComponent(value)}`].join('&');
}
