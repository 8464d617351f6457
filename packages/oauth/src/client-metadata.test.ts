import { expect, it } from 'vitest';
import { ClientMetadataError, readClientMetadata } from './client-metadata.ts';

const read = (uri: string) => readClientMetadata({ redirect_uris: [uri] }).redirect_uris;

it.each(['http://evil.test/callback', 'http://192.0.2.1/callback', 'http://localhost.evil.test/', 'http://127.0.0.2/'])(
  'refuses a redirect over http to %s',
  (uri) => {
    expect(() => read(uri)).toThrow(ClientMetadataError);
    expect(() => read(uri)).toThrow('must use https');
  },
);

it.each([
  'https://client.test/callback',
  'http://localhost:8787/callback',
  'http://127.0.0.1/',
  'http://[::1]:1/',
  'cursor://oauth/callback',
])('accepts a redirect to %s', (uri) => {
  expect(read(uri)).toEqual([uri]);
});
