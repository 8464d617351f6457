import { expect, it } from 'vitest';
import { authorizationAddress } from './authorization-address.ts';

const access = {
  type: 'oauth' as const,
  accounts: 'person' as const,
  authorizationUrl: 'https://login.example.com/authorize',
  tokenUrl: 'https://login.example.com/token',
  clientId: 'a client',
  tokenAuthMethod: 'none' as const,
  answersIssuer: false,
  redirectUri: 'http://localhost:4747/app/services/callback',
};
// The pair of RFC 7636, appendix B.
const begun = { state: 'the state', codeVerifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk' };
const parametersOf = (address: string) => Object.fromEntries(new URL(address).searchParams);
const usual = {
  response_type: 'code',
  client_id: 'a client',
  redirect_uri: access.redirectUri,
  state: 'the state',
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
};

it('requests PKCE and the given parameters, and nothing more', () => {
  const address = authorizationAddress(access, begun);
  expect(new URL(address).origin + new URL(address).pathname).toBe(access.authorizationUrl);
  expect(parametersOf(address)).toEqual(usual);
  const more = { scope: 'notes offline_access', resource: 'https://service.example.com/mcp' };
  expect(parametersOf(authorizationAddress({ ...access, ...more }, begun))).toEqual({ ...usual, ...more, prompt: 'consent' });
});

it('keeps the query of the address itself, but not in place of required parameters', () => {
  const authorizationUrl =
    'https://accounts.google.com/o/oauth2/v2/auth?prompt=select_account&hd=acme.test&state=evil&redirect_uri=https://evil.test';
  const parameters = parametersOf(authorizationAddress({ ...access, authorizationUrl }, begun));
  expect(parameters).toEqual({ ...usual, prompt: 'select_account', hd: 'acme.test', access_type: 'offline' });
});
