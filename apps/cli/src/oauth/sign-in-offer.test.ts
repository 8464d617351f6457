import { describe, expect, it } from 'vitest';
import { signInOffer } from './sign-in-offer.ts';

const address = { host: '127.0.0.1', port: 4747 };

it.each([
  ['https://gatehouse.example', 'on', 'https://gatehouse.example/mcp'],
  ['https://gatehouse.example:8443', 'on', 'https://gatehouse.example:8443/mcp'],
  ['http://localhost:4747', 'on', 'http://localhost:4747/mcp'],
  ['http://127.0.0.1:4747', 'on', 'http://127.0.0.1:4747/mcp'],
  ['http://gatehouse.example', 'on', undefined],
  ['https://gatehouse.example', 'registration', 'https://gatehouse.example/mcp'],
  ['https://gatehouse.example', 'off', undefined],
  [undefined, 'on', 'http://localhost:4747/mcp'],
  [undefined, 'off', undefined],
] as const)('clients sign in at %s with GATEHOUSE_OAUTH=%s: %s (D47)', (baseUrl, oauth, url) => {
  expect(signInOffer({ ...address, baseUrl, oauth })?.url).toBe(url);
});

describe('without a base URL (D47.1)', () => {
  const offerAt = (host: string, port = 4747) => signInOffer({ host, port, baseUrl: undefined, oauth: 'on' });
  const request = { socket: { remoteAddress: '127.0.0.1' }, headers: { host: 'localhost:4747' } };

  it.each(['127.0.0.1', '::1', 'localhost', '0.0.0.0', '::'])('is offered by a gateway that listens on %s', (host) => {
    expect(offerAt(host)?.isOfferedTo(request)).toBe(true);
  });

  it('is not offered by a gateway that listens only on a network address', () => {
    expect(offerAt('192.0.2.7')).toBeUndefined();
  });

  it.each([
    ['that uses another name of this machine', { ...request, headers: { host: '127.0.0.1:4747' } }],
    ['that names another port', { ...request, headers: { host: 'localhost:4748' } }],
    ['that names no host', { ...request, headers: {} }],
    ['from the network', { ...request, socket: { remoteAddress: '192.0.2.9' } }],
    ['whose connection has ended', { ...request, socket: { remoteAddress: undefined } }],
    ['that a proxy forwarded', { ...request, headers: { ...request.headers, 'x-forwarded-for': '192.0.2.9' } }],
    ['that a proxy passed on', { ...request, headers: { ...request.headers, via: '1.1 proxy' } }],
  ])('is not offered to a client %s', (_, client) => {
    expect(offerAt('0.0.0.0')?.isOfferedTo(client)).toBe(false);
  });

  it('omits the default port from the host name', () => {
    expect(offerAt('127.0.0.1', 80)?.isOfferedTo({ ...request, headers: { host: 'LocalHost' } })).toBe(true);
  });
});
