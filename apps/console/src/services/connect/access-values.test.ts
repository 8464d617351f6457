import { describe, expect, it } from 'vitest';
import { accessArgument, isGiven, knownAccess, noAccess } from './access-values.ts';

describe('the authentication of a service', () => {
  const typed = { ...noAccess, secret: 's', username: 'u', keyName: ' X-Key ', tokenUrl: ' https://a.example/token ', clientId: 'c' };
  const headers = [
    { name: ' X-One ', value: 'a' },
    { name: '', value: 'of no name' },
  ];

  it.each([
    [{ type: 'none' as const }, { type: 'none' }],
    [{ type: 'bearer' as const }, { type: 'bearer', token: 's' }],
    [{ type: 'basic' as const }, { type: 'basic', username: 'u', password: 's' }],
    [{ type: 'api-key' as const }, { type: 'api-key', in: 'header', name: 'X-Key', value: 's' }],
    [
      { type: 'headers' as const, headers },
      { type: 'headers', headers: { 'X-One': 'a' } },
    ],
    [
      { type: 'client-credentials' as const, scope: ' read ' },
      { type: 'client-credentials', tokenUrl: 'https://a.example/token', clientId: 'c', clientSecret: 's', scope: 'read' },
    ],
    [
      { type: 'oauth' as const, secret: '', clientId: ' ', tokenUrl: '' },
      { type: 'oauth', accounts: 'person' },
    ],
    [
      { type: 'oauth' as const, accounts: 'organization' as const, issuer: ' https://a.example ' },
      {
        type: 'oauth',
        accounts: 'organization',
        issuer: 'https://a.example',
        tokenUrl: 'https://a.example/token',
        clientId: 'c',
        clientSecret: 's',
      },
    ],
  ])('has the form that the gateway accepts: %j', (values, argument) => {
    expect(accessArgument({ ...typed, ...values })).toEqual(argument);
  });

  it('starts with the known values of a connection, without its secrets', () => {
    const access = { type: 'client-credentials', tokenUrl: 'https://a.example/token', clientId: 'c' } as const;
    expect(knownAccess(access)).toEqual({ ...noAccess, ...access });
    expect(knownAccess({ type: 'headers', names: ['X-One'] }).headers).toEqual([{ name: 'X-One', value: '' }]);
    expect(isGiven(knownAccess(access))).toBe(false);
    expect(isGiven({ ...noAccess, type: 'oauth' })).toBe(true);
    expect(isGiven({ ...noAccess, type: 'headers', headers })).toBe(true);
  });
});
