import { createHash, randomBytes } from 'node:crypto';
import type { Behaviour } from './behaviour.ts';

/** Permission of one person for one client. */
interface Grant {
  person: string;
  clientId: string;
  scope: string | undefined;
  /** Resource for which its tokens are valid (RFC 8707). Undefined: all resources. */
  resource: string | undefined;
  isEnded: boolean;
}

interface Code {
  grant: Grant;
  challenge: string;
  redirectUri: string;
  resource: string | undefined;
  isUsed: boolean;
}

interface RefreshToken {
  grant: Grant;
  isUsed: boolean;
}

export interface Client {
  id: string;
  secret: string | undefined;
  redirectUris: string[];
}

/** A refusal with an error code of OAuth. */
export class Refused extends Error {
  readonly code: string;

  constructor(code: string, description: string) {
    super(description);
    this.code = code;
  }
}

/** Creates the records of an authorization server, in memory. */
export function createGrants(behaviour: Behaviour, mark = '') {
  const clients = new Map<string, Client>();
  const codes = new Map<string, Code>();
  const accessTokens = new Map<string, { grant: Grant; expiresAt: number }>();
  const refreshTokens = new Map<string, RefreshToken>();
  const make = (what: string) => `${what}-${mark}${randomBytes(24).toString('base64url')}`;

  function give(grant: Grant) {
    const accessToken = make('access');
    const { lifetimeSeconds, givesRefreshTokens } = behaviour;
    accessTokens.set(accessToken, { grant, expiresAt: lifetimeSeconds === undefined ? Infinity : Date.now() + lifetimeSeconds * 1000 });
    const refreshToken = givesRefreshTokens ? make('refresh') : undefined;
    if (refreshToken !== undefined) refreshTokens.set(refreshToken, { grant, isUsed: false });
    return { accessToken, refreshToken, scope: grant.scope, person: grant.person };
  }

  return {
    clients,
    register(redirectUris: string[], withSecret: boolean): Client {
      const client = {
        id: `client-${randomBytes(9).toString('base64url')}`,
        secret: withSecret ? make('secret') : undefined,
        redirectUris,
      };
      clients.set(client.id, client);
      return client;
    },
    allow(person: string, asked: URLSearchParams): string {
      const code = make('code');
      const resource = asked.get('resource') ?? undefined;
      const grant = { person, clientId: asked.get('client_id') ?? '', scope: asked.get('scope') ?? undefined, resource, isEnded: false };
      const challenge = asked.get('code_challenge') ?? '';
      const redirectUri = asked.get('redirect_uri') ?? '';
      codes.set(code, { grant, challenge, redirectUri, resource, isUsed: false });
      return code;
    },
    /** Takes a code, which works once. Using it again ends its grant. */
    takeCode(client: Client, asked: URLSearchParams) {
      const code = codes.get(asked.get('code') ?? '');
      if (!code || code.grant.clientId !== client.id) throw new Refused('invalid_grant', 'no such code');
      if (code.isUsed) code.grant.isEnded = true;
      if (code.isUsed) throw new Refused('invalid_grant', 'the code was used');
      code.isUsed = true;
      if (code.redirectUri !== asked.get('redirect_uri')) throw new Refused('invalid_grant', 'another redirect_uri');
      if (code.resource !== (asked.get('resource') ?? undefined)) throw new Refused('invalid_target', 'another resource');
      const verifier = createHash('sha256')
        .update(asked.get('code_verifier') ?? '')
        .digest('base64url');
      if (verifier !== code.challenge) throw new Refused('invalid_grant', 'the verifier does not match this code');
      return give(code.grant);
    },
    refresh(client: Client, asked: URLSearchParams) {
      const token = refreshTokens.get(asked.get('refresh_token') ?? '');
      if (!token || token.grant.clientId !== client.id || token.grant.isEnded || behaviour.refusesRefresh)
        throw new Refused('invalid_grant', 'the refresh token is not good');
      if (token.isUsed) token.grant.isEnded = true;
      if (token.isUsed) throw new Refused('invalid_grant', 'the refresh token was used, so its grant is ended');
      if (!behaviour.rotatesRefreshTokens) {
        const { refreshToken, ...given } = give(token.grant);
        if (refreshToken !== undefined) refreshTokens.delete(refreshToken);
        return { ...given, refreshToken: undefined };
      }
      token.isUsed = true;
      return give(token.grant);
    },
    revoke(token: string): void {
      const refresh = refreshTokens.get(token);
      if (refresh) refresh.grant.isEnded = true;
      accessTokens.delete(token);
    },
    /** The person of a token. Undefined if the token is invalid, or is for another resource. */
    personOf(token: string, resource: string): string | undefined {
      const known = accessTokens.get(token);
      if (!known || known.grant.isEnded || known.expiresAt <= Date.now()) return undefined;
      return known.grant.resource === undefined || known.grant.resource === resource ? known.grant.person : undefined;
    },
    /** The person that a token was issued to, whether it is still valid or not. */
    ownerOf: (token: string): string | undefined => accessTokens.get(token)?.grant.person,
    expire(person: string | undefined): void {
      for (const token of accessTokens.values()) if (person === undefined || token.grant.person === person) token.expiresAt = 0;
    },
    end(person: string | undefined): void {
      const grants = [...accessTokens.values(), ...refreshTokens.values()].map(({ grant }) => grant);
      for (const grant of grants) if (person === undefined || grant.person === person) grant.isEnded = true;
    },
  };
}

export type Grants = ReturnType<typeof createGrants>;
