import { hostsOf } from '@gatehouse/entrance';
import { describe, expect, it } from 'vitest';
import { refuseContent, refuseRequest } from './request-guards.ts';

const hosts = hostsOf('https://gate.example:8443/base', ['192.168.1.5', '::1', 'box.local']);
const ask = (headers: Record<string, string>, method = 'POST') =>
  refuseRequest(new Request('http://x/mcp', { method, headers }), {
    allowedHosts: hosts,
    allowedOrigins: ['https://wiki.example'],
    baseUrl: 'https://gate.example:8443/base',
  })?.status;

describe('refuseRequest', () => {
  it.each(['localhost', '127.0.0.1:4747', '[::1]:4747', 'gate.example', 'GATE.example:1', '192.168.1.5:4747', 'box.local'])(
    'answers under the host %s',
    (host) => {
      expect(ask({ host })).toBeUndefined();
    },
  );

  it.each(['evil.example', 'gate.example.evil.example', '', 'a b', 'localhost@evil.example', '0.0.0.0'])(
    'does not answer under the host %j',
    (host) => {
      expect(ask({ host })).toBe(403);
    },
  );

  it.each(['http://localhost:3000', 'https://wiki.example', 'https://gate.example', 'https://gate.example:8443', 'http://[::1]'])(
    'answers a page of %s',
    (origin) => {
      expect(ask({ host: 'gate.example', origin })).toBeUndefined();
    },
  );

  it.each([
    'https://evil.example',
    'https://wiki.example:8443',
    'http://wiki.example',
    'null',
    'file://',
    'http://192.168.1.5',
    'http://gate.example',
    'https://gate.example:9999',
    'ftp://gate.example',
  ])('does not answer a page of %s', (origin) => {
    expect(ask({ host: 'gate.example', origin })).toBe(403);
  });

  it('answers other methods than POST with 405', () => {
    expect(ask({ host: 'localhost' }, 'GET')).toBe(405);
  });
});

describe('refuseContent', () => {
  it.each([
    ['application/json', undefined],
    ['Application/JSON; charset=utf-8', undefined],
    ['application/json; charset=iso-8859-1', 415],
    ['application/json-patch+json', 415],
    ['text/plain', 415],
    ['', 415],
  ])('answers the content type %j with %s', (type, status) => {
    expect(refuseContent({ headers: { 'content-type': type }, rawHeaders: [] })?.status).toBe(status);
  });
});
