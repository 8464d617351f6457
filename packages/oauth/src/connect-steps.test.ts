import { requestTag } from '@gatehouse/core';
import type { AuthorizationRequest } from '@gatehouse/entrance';
import { describe, expect, it } from 'vitest';
import { type Diagnostics, stepOf } from './connect-steps.ts';

interface Asked {
  url: string;
  method?: string;
  body?: string;
  status?: number;
  location?: string;
}

function stepFor({ url, method = 'GET', body = '', status = 200, location }: Asked, found: Diagnostics = {}) {
  const request = {
    incoming: { url, method, headers: { 'user-agent': 'claude-code/2' } },
    outgoing: { statusCode: status, getHeader: () => location },
    requestId: 'req_1',
    address: '192.0.2.7',
    body: Buffer.from(body),
  };
  return stepOf(request as unknown as AuthorizationRequest, found);
}

describe('the recorded step of a client request (D57)', () => {
  it('has the path of metadata, and does not exist for other requests', () => {
    const path = '/.well-known/oauth-authorization-server/oauth';
    expect(stepFor({ url: path })).toMatchObject({ step: 'metadata', status: 200, asked: { path }, answered: {} });
    expect(stepFor({ url: '/oauth/jwks' })).toBeUndefined();
  });

  it('has the parameters of the request, without secrets', () => {
    const asked = {
      client_id: 'client_1',
      response_type: 'code',
      scope: 'read',
      state: 'secret-state',
      code_challenge: 'secret-challenge',
      code_challenge_method: 'S256',
      resource: 'https://gatehouse.test/mcp?secret=1',
      redirect_uri: 'http://127.0.0.1:3000/callback?secret=1',
    };
    const step = stepFor({ url: `/oauth/auth?${new URLSearchParams(asked)}`, status: 303 }, { requestId: 'creq_1' });
    expect(step).toMatchObject({
      step: 'authorization',
      clientId: 'client_1',
      request: requestTag('creq_1'),
      asked: {
        response_type: 'code',
        scope: 'read',
        code_challenge_method: 'S256',
        resource: 'https://gatehouse.test/mcp',
        redirect_uri: 'http://127.0.0.1:3000/callback',
      },
    });
    expect(Object.keys(step?.asked ?? {})).not.toContain('path');
    expect(JSON.stringify(step)).not.toContain('secret');
  });

  it('has the redirect address of the client, without the code', () => {
    const step = stepFor({ url: '/oauth/auth/creq_1', status: 303, location: 'https://claude.ai/callback?code=secret' });
    expect(step).toMatchObject({ step: 'return', request: requestTag('creq_1'), answered: { redirect_uri: 'https://claude.ai/callback' } });
    expect(step?.asked).toEqual({});
  });

  it('has three redirect addresses of a registration, and nothing of a body that is not JSON', () => {
    const uris = [1, 2, 3, 4].map((number) => `https://client.test/${number}`);
    const body = JSON.stringify({ client_name: 'Claude', redirect_uris: uris, token_endpoint_auth_method: 'none' });
    expect(stepFor({ url: '/oauth/reg', method: 'POST', body, status: 201 })).toMatchObject({
      step: 'registration',
      clientName: 'Claude',
      asked: { redirect_uri: uris.slice(0, 3).join(' '), token_endpoint_auth_method: 'none' },
    });
    expect(stepFor({ url: '/oauth/reg', method: 'POST', body: '{', status: 400 })).toMatchObject({
      status: 400,
      answered: { error: '400' },
    });
  });

  it('is a renewal only if it is refused, with the reason', () => {
    const renewal = { url: '/oauth/token', method: 'POST', body: 'grant_type=refresh_token&refresh_token=secret' };
    expect(stepFor(renewal)).toBeUndefined();
    const step = stepFor({ ...renewal, status: 400 }, { error: 'invalid_grant', detail: 'used_up' });
    expect(step).toMatchObject({ step: 'refresh', status: 400, answered: { error: 'invalid_grant', detail: 'used_up' } });
    expect(JSON.stringify(step)).not.toContain('secret');
    expect(stepFor({ url: '/oauth/token', method: 'POST', body: 'grant_type=authorization_code' })).toMatchObject({ step: 'token' });
  });

  it('counts as refused if a redirect carries the error', () => {
    const auth = { url: '/oauth/auth?client_id=client_1', status: 303 };
    expect(stepFor(auth, { error: 'invalid_scope' })).toMatchObject({ status: 400, answered: { error: 'invalid_scope' } });
    expect(stepFor(auth, { error: 'access_denied' })).toMatchObject({ status: 403 });
  });
});
