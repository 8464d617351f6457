import { describe, expect, it } from 'vitest';
import { secretByContent, secretByName } from './secret-files.ts';

describe('a file with a secret', () => {
  it.each([
    ['.env', 'an environment file'],
    ['app/.ENV.local', 'an environment file'],
    ['production.env', 'an environment file'],
    ['.envrc', 'an environment file'],
    ['id_rsa', 'a private key'],
    ['.ssh/id_ecdsa_sk', 'a private key'],
    ['store.P12', 'a private key'],
    ['store.pfx', 'a private key'],
    ['.netrc', 'credentials'],
    ['home/.aws/credentials', 'credentials'],
  ])('is recognized by its name: %s', (file, what) => {
    expect(secretByName(file)).toBe(what);
  });

  it.each(['.env.example', '.env.production.sample', 'environment.md', 'id_rsa.pub', 'credentials', 'server.pem', '.npmrc', 'talk.key'])(
    'is not recognized by this name alone: %s',
    (file) => {
      expect(secretByName(file)).toBeUndefined();
    },
  );

  const begin = (what: string) => `first line\n-----BEGIN ${what}-----\nMIIE\n`;

  it.each(['', 'RSA ', 'EC ', 'ENCRYPTED ', 'OPENSSH '])('is recognized by a private key in it: %s', (kind) => {
    expect(secretByContent('notes.md', Buffer.from(begin(`${kind}PRIVATE KEY`)))).toBe('it contains a private key');
  });

  it('is recognized by a private key in JSON, or of PGP, PuTTY or age', () => {
    const service = JSON.stringify({ private_key: begin('PRIVATE KEY') });
    for (const text of [service, begin('PGP PRIVATE KEY BLOCK'), 'PuTTY-User-Key-File-3: ssh-rsa', 'AGE-SECRET-KEY-1QQQ'])
      expect(secretByContent('x', Buffer.from(text)), text).toBe('it contains a private key');
  });

  it('is recognized by the token of a registry', () => {
    expect(secretByContent('a/.npmrc', Buffer.from('a=b\n//registry.npmjs.org/:_authToken=x'))).toBe('credentials');
    expect(secretByContent('.yarnrc.yml', Buffer.from('npmAuthToken: x\n'))).toBe('credentials');
  });

  it.each([
    ['ca.pem', begin('CERTIFICATE')],
    ['key.pub', begin('PUBLIC KEY')],
    ['guide.md', 'Keep your PRIVATE KEY to yourself.'],
    ['.npmrc', '; _authToken=\nsave-exact=true'],
    ['notes.md', '_authToken=x'],
  ])('is not recognized by this content: %s', (file, text) => {
    expect(secretByContent(file, Buffer.from(text))).toBeUndefined();
  });
});
