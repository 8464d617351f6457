import { type Access, accessOf, type SealedSecret, type SecretBox, type ServiceTarget } from '@gatehouse/core';
import { bearer, clientText, createTokens } from './access-tokens.ts';
import { ServiceFailure } from './failure.ts';
import type { Answer } from './net/answer.ts';
import type { Fetch, FetchInit } from './net/guarded-fetch.ts';
import { createRedactor, type Redactor } from './redact.ts';
import { secretsWithin } from './secret-forms.ts';

/** The credentials of a connection, opened. */
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
    const message = 'has stored credentials that cannot be opened; ask whoever manages the connection to enter them again';
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

/** Of what a command is given, what is a credential by its name or its looks, or has one in it; a path or a mode is not taken out of results. */
function secretsOfEnvironment(env: Record<string, string>): string[] {
  const isSecret = (name: string, value: string) =>
    /key|token|secret|pass|pwd|credential|auth|cookie|dsn/i.test(name) ||
    (/^[\w+=.-]{20,}$/.test(value) && /\d/.test(value) && /[a-z]/i.test(value));
  return Object.entries(env).flatMap(([name, value]) => (isSecret(name, value) ? [value] : secretsWithin(value)));
}

/** Puts a connection's credentials into a request. */
export interface Authorizer {
  apply(url: URL, headers: Headers): Promise<void>;
  /** The service did not take what was put in. True where it was an access token, which is fetched anew then. */
  forgetToken(headers: Headers): boolean;
}

/**
 * Sends a request with the connection's credentials. One whose access token is refused is sent once more with a new one: tokens are
 * revoked and expire early, and what was answered 401 was not run.
 */
export async function fetchAuthorized(fetch: Fetch, authorizer: Authorizer, url: URL, init: AuthorizedInit): Promise<Answer> {
  await authorizer.apply(url, init.headers);
  const answer = await fetch(url, init);
  if (answer.status !== 401 || !authorizer.forgetToken(init.headers)) return answer;
  await authorizer.apply(url, init.headers);
  const second = await fetch(url, init);
  if (second.status === 401) authorizer.forgetToken(init.headers);
  return second;
}

type AuthorizedInit = FetchInit & { headers: Headers };

export function createAuthorizer(access: Access, { secrets, redactor }: Credentials, fetch: Fetch): Authorizer {
  const secret = (field: string): string => {
    const text = secrets.get(field);
    if (text === undefined)
      throw new ServiceFailure('refused', 'has no stored credentials; ask whoever manages the connection to enter them');
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
        default:
          return access satisfies never;
      }
    },
    forgetToken: (headers) => tokens?.forget(headers.get('authorization')) ?? false,
  };
}

/** Leaves all other parameters as they are written: `searchParams` would write them anew, in its own way. */
function setInQuery(url: URL, name: string, value: string): void {
  const others = url.search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && !new URLSearchParams(pair).has(name));
  url.search = [...others, `${encodeURIComponent(name)}=${encodeURIComponent(value)}`].join('&');
}
