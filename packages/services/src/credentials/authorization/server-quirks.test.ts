import { describe, expect, it } from 'vitest';
import { furtherParameters, isSameIssuer, labelIn, normalizeRegistration, normalizeTokens, readBody, refusalIn } from './server-quirks.ts';

const plain = { access_token: 'a', token_type: 'bearer' };

describe('a body', () => {
  it.each([
    ['JSON', '{"access_token":"a"}', { access_token: 'a' }],
    ['a form, as GitHub writes it', 'access_token=a&scope=repo%2Cgist&token_type=bearer', { ...plain, scope: 'repo,gist' }],
    ['a form with an error', 'error=bad_verification_code', { error: 'bad_verification_code' }],
    ['a list', '[1]', undefined],
    ['a page', '<html>a=b</html>', undefined],
    ['nothing', '', undefined],
  ])('is read: %s', (_, text, body) => {
    expect(readBody(text)).toEqual(body);
  });
});

describe('a refusal', () => {
  it.each([
    ['GitHub, with status 200', { error: 'bad_refresh_token', error_description: 'x' }, { error: 'invalid_grant', error_description: 'x' }],
    ['Slack', { ok: false, error: 'invalid_refresh_token' }, { error: 'invalid_grant' }],
    ['Slack, of something else', { ok: false, error: 'bad_client_secret' }, { error: 'bad_client_secret' }],
    ['one without a word', { ok: false }, { error: 'invalid_request' }],
    ['Microsoft', { error: 'interaction_required' }, { error: 'invalid_grant' }],
    [
      'Atlassian',
      { error: 'unauthorized_client', error_description: 'refresh_token is invalid' },
      { error: 'invalid_grant', error_description: 'refresh_token is invalid' },
    ],
    ['a client that may not', { error: 'unauthorized_client' }, { error: 'unauthorized_client' }],
    ['none', { ok: true, access_token: 'a' }, undefined],
    ['one that is no text', { error: null }, undefined],
  ])('is found: %s', (_, body, refusal) => {
    expect(refusalIn(body)).toEqual(refusal);
  });
});

describe('tokens', () => {
  it.each([
    ['of another case', { ...plain, token_type: 'Bearer' }, plain],
    ['without a type', { access_token: 'a' }, plain],
    ['with a lifetime as text, as Microsoft', { ...plain, expires_in: '3599' }, { ...plain, expires_in: 3599 }],
    ['with a lifetime of null', { ...plain, expires_in: null }, plain],
    ['with a lifetime of 0', { ...plain, expires_in: 0 }, plain],
    ['with a lifetime that is none', { ...plain, expires_in: 'soon' }, plain],
    ['with a part of a second', { ...plain, expires_in: 59.7 }, { ...plain, expires_in: 60 }],
    ['for ever', { ...plain, expires_in: 1e300 }, { ...plain, expires_in: 315_360_000 }],
    ['with nulls', { ...plain, refresh_token: null, scope: null }, plain],
    ['with an empty scope, as GitHub', { ...plain, scope: '' }, plain],
    ['with scopes parted by commas', { ...plain, scope: 'repo,gist' }, { ...plain, scope: 'repo gist' }],
    ['with a list of scopes', { ...plain, scope: ['repo', 'gist'] }, { ...plain, scope: 'repo gist' }],
    ['of a Slack bot', { ok: true, ...plain, token_type: 'bot', authed_user: { id: 'U1' } }, plain],
    [
      'of a Slack user alone',
      { ok: true, authed_user: { ...plain, token_type: 'user', scope: 'chat:write' } },
      { ...plain, scope: 'chat:write' },
    ],
    ['that are no bearer tokens', { ...plain, token_type: 'DPoP' }, { ...plain, token_type: 'dpop' }],
  ])('are converted: %s', (_, body, mended) => {
    expect(normalizeTokens(body)).toEqual(mended);
  });

  it('are returned without the ID token, which is not needed', () => {
    expect(normalizeTokens({ ...plain, id_token: 'x.y.z' })).toEqual(plain);
  });
});

it.each([
  [
    'without when its secret ends',
    { client_id: 'c', client_secret: 's' },
    { client_id: 'c', client_secret: 's', client_secret_expires_at: 0 },
  ],
  ['with a secret of null', { client_id: 'c', client_secret: null, token_endpoint_auth_method: null }, { client_id: 'c' }],
])('converts a registration %s', (_, body, mended) => {
  expect(normalizeRegistration(body)).toEqual(mended);
});

it('adds parameters to an authorization address that some hosts and scopes require', () => {
  expect(furtherParameters(new URL('https://accounts.google.com/o/oauth2/v2/auth'), 'x')).toEqual({
    access_type: 'offline',
    prompt: 'consent',
  });
  expect(furtherParameters(new URL('https://api.notion.com/v1/oauth/authorize'), '')).toEqual({ owner: 'user' });
  expect(furtherParameters(new URL('https://login.example.com/authorize'), 'notes offline_access')).toEqual({ prompt: 'consent' });
  expect(furtherParameters(new URL('https://login.example.com/authorize'), 'notes')).toEqual({});
});

it('treats an issuer with and without a final slash as the same, and no other', () => {
  expect(isSameIssuer('https://a.example', 'https://a.example/')).toBe(true);
  expect(isSameIssuer('https://a.example/tenant/', 'https://a.example/tenant')).toBe(true);
  expect(isSameIssuer('https://a.example/tenant', 'https://a.example')).toBe(false);
  expect(isSameIssuer('https://a.example.evil.test', 'https://a.example')).toBe(false);
  expect(isSameIssuer('no address', 'no address')).toBe(false);
});

const idToken = (claims: unknown) => `x.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.z`;

it.each([
  ['an ID token', { id_token: idToken({ email: 'ada@acme.test', name: 'Ada' }) }, 'ada@acme.test'],
  ['an ID token without an address', { id_token: idToken({ preferred_username: 'ada' }) }, 'ada'],
  ['Notion', { workspace_name: 'Acme', owner: { user: { name: 'Ada', person: { email: 'ada@acme.test' } } } }, 'ada@acme.test (Acme)'],
  ['Slack', { team: { name: 'Acme' }, authed_user: { id: 'U1' } }, 'Acme'],
  ['plain fields', { login: 'ada' }, 'ada'],
  ['a user', { user: { email: 'ada@acme.test' } }, 'ada@acme.test'],
  ['nothing', plain, undefined],
  ['an ID token that is none', { id_token: 'secret' }, undefined],
  ['an ID token of null', { id_token: idToken(null) }, undefined],
  ['control characters', { name: 'Ada\u001b[31m' }, undefined],
  ['a text that is too long', { name: 'a'.repeat(501) }, undefined],
])("finds the name of the account in the service's form: %s", (_, body, label) => {
  expect(labelIn(body)).toBe(label);
});
