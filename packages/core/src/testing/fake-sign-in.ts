import { refusal } from '../kernel/errors/errors.ts';
import { accessOf, type OAuthAccess } from '../kernel/ports/access-config.ts';
import type { AccountTokens, AuthorizationPort } from '../kernel/ports/authorization.ts';

/** Sign-in at a service without a network, for tests of the core. The code is the name of the account. */
export interface FakeSignIn extends AuthorizationPort {
  /** Verifiers that came with codes. */
  verifiers: string[];
  /** Revoked tokens. */
  revoked: string[];
  failRevocation?: Error | undefined;
  /** True if clients can register themselves. */
  mayRegister: boolean;
}

export function createFakeSignIn(open: (sealed: Parameters<AuthorizationPort['revokeAccount']>[1]) => string): FakeSignIn {
  const fake: FakeSignIn = {
    verifiers: [],
    revoked: [],
    mayRegister: true,
    async findAuthorization(_target, { given, redirectUri, onlyLook }) {
      const access: OAuthAccess = {
        type: 'oauth',
        accounts: given.accounts,
        authorizationUrl: given.authorizationUrl ?? 'https://login.example.com/authorize',
        tokenUrl: given.tokenUrl ?? 'https://login.example.com/token',
        clientId: given.clientId ?? (onlyLook ? '' : 'registered'),
        tokenAuthMethod: given.clientSecret === undefined ? 'none' : 'client_secret_basic',
        answersIssuer: false,
        clientFrom: given.clientId === undefined ? 'registered' : 'given',
        redirectUri,
      };
      return {
        access,
        mayRegister: fake.mayRegister,
        takesPublicClients: true,
        ...(given.clientSecret !== undefined && { clientSecret: given.clientSecret }),
      };
    },
    authorizationAddress(access, { state, codeVerifier }) {
      const challenge = `of ${codeVerifier}`;
      return `${access.authorizationUrl}?${new URLSearchParams({ state, challenge, redirect_uri: access.redirectUri })}`;
    },
    async exchangeCode(target, { answer, codeVerifier }) {
      if (accessOf(target.config).type !== 'oauth') throw new Error('nobody signs in there');
      fake.verifiers.push(codeVerifier);
      const code = answer.get('code');
      if (code === null) throw refusal('service_sign_in_failed', `service "${target.service}" was not allowed: ${answer.get('error')}`);
      return { accessToken: `access of ${code}`, refreshToken: `refresh of ${code}`, label: code, scope: 'issues' };
    },
    async revokeAccount(_target, sealed) {
      if (fake.failRevocation) throw fake.failRevocation;
      fake.revoked.push((JSON.parse(open(sealed)) as AccountTokens).accessToken);
    },
  };
  return fake;
}
