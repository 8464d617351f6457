import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { forwardRequest } from './forwarded-request.ts';

const places = { baseUrl: 'https://gate.example', resource: 'https://gate.example/mcp' };

interface Asked {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Request as the protocol receives it. */
async function forwarded(url: string, { method = 'GET', headers = {}, body = '' }: Asked = {}) {
  const incoming = Object.assign(new IncomingMessage(new Socket()), { url, method, headers, httpVersion: '1.1' });
  const seen = forwardRequest(incoming, Buffer.from(body), places);
  const parts: Buffer[] = [];
  for await (const part of seen) parts.push(part as Buffer);
  return {
    url: seen.url,
    originalUrl: Object(seen).originalUrl,
    method: seen.method,
    headers: seen.headers,
    body: Buffer.concat(parts).toString(),
  };
}

describe('a forwarded request', () => {
  it('is forwarded below /oauth, and metadata from every address where clients look for it', async () => {
    expect(await forwarded('/oauth/jwks')).toMatchObject({ url: '/jwks', originalUrl: '/oauth/jwks', method: 'GET' });
    for (const url of [
      '/.well-known/oauth-authorization-server/oauth',
      '/.well-known/openid-configuration/oauth',
      '/oauth/.well-known/openid-configuration',
    ])
      expect((await forwarded(url)).url).toBe('/.well-known/oauth-authorization-server');
    expect((await forwarded('/oauth/xyz?a=%20b')).url).toBe('/xyz?a=%20b');
  });

  it('has the public address, whatever proxy headers say', async () => {
    const headers = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'http',
      origin: 'https://evil.example',
    };
    const seen = await forwarded('/oauth/jwks', { headers: { ...headers, accept: 'text/html', 'transfer-encoding': 'chunked' } });
    expect(seen.headers).toEqual({ host: 'gate.example', 'x-forwarded-proto': 'https', accept: 'text/html' });
  });

  it('has its resource normalized, in the query of an authorization and in every form', async () => {
    const auth = new URL(
      (await forwarded('/oauth/auth?client_id=a&state=b?c&resource=https%3A%2F%2Fgate.example%2Fmcp%2F')).url ?? '',
      places.baseUrl,
    );
    expect([auth.searchParams.get('resource'), auth.searchParams.get('state')]).toEqual([places.resource, 'b?c']);
    const form = {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
      body: 'resource=https%3A%2F%2Fgate.example%2Fmcp%2F',
    };
    const token = await forwarded('/oauth/token', form);
    expect(new URLSearchParams(token.body).get('resource')).toBe(places.resource);
    expect(token.headers['content-length']).toBe(`${token.body.length}`);
    const other = { ...form, headers: { 'content-type': 'text/plain' } };
    expect((await forwarded('/oauth/token', other)).body).toBe(form.body);
  });

  it('registers a client without the client_id that it sends, and leaves bodies that are not objects unchanged', async () => {
    const register = async (body: string) => (await forwarded('/oauth/reg', { method: 'POST', body })).body;
    const metadata = { client_id: 'mine', redirect_uris: ['http://localhost:8787/callback'], token_endpoint_auth_method: 'none' };
    const sent = JSON.parse(await register(JSON.stringify(metadata)));
    expect(sent).toMatchObject({ redirect_uris: metadata.redirect_uris, token_endpoint_auth_method: 'none' });
    expect(sent).not.toHaveProperty('client_id');
    for (const body of ['null', '[]', '7', '"text"', '{', '']) expect(await register(body)).toBe(body);
    expect((await forwarded('/oauth/token', { method: 'POST', body: JSON.stringify(metadata) })).body).toBe(JSON.stringify(metadata));
  });
});
