import { describe, expect, it } from 'vitest';
import { readSdkTag, readUserAgentProduct } from './sdk-tag.ts';

describe('the SDK tag (D15)', () => {
  it.each([
    ['gatehouse-client/1.4.0', { name: 'gatehouse-client', version: '1.4.0' }],
    ['@acme/tools/2.0.0-rc.1', { name: '@acme/tools', version: '2.0.0-rc.1' }],
    ['@acme/tools', { name: '@acme/tools', version: null }],
    ['nightly', { name: 'nightly', version: null }],
    ['gatehouse-ts/1.2 (node/24)', { name: 'gatehouse-ts', version: '1.2' }],
    ['nightly\t(a comment; with (another))', { name: 'nightly', version: null }],
  ])('is read from the declared client: %s', (client, tag) => {
    expect(readSdkTag({ client, userAgent: 'curl/8.5.0' })).toEqual(tag);
  });

  it('is a known User-Agent if the client declares nothing', () => {
    expect(readSdkTag({ userAgent: 'python-requests/2.32.3' })).toEqual({ name: 'python-requests', version: '2.32.3' });
    expect(readSdkTag({ userAgent: 'node' })).toEqual({ name: 'node', version: null });
    expect(readSdkTag({ userAgent: 'node-fetch/3.3' })).toEqual({ name: 'node-fetch', version: '3.3' });
    expect(readSdkTag({ userAgent: 'Python-urllib/3.11' })).toEqual({ name: 'Python-urllib', version: '3.11' });
    expect([readSdkTag({ userAgent: 'nodemon/3' }), readSdkTag({ userAgent: 'node-red' })]).toEqual([undefined, undefined]);
    expect(readSdkTag({ userAgent: 'Mozilla/5.0 (X11; Linux x86_64)' })).toBeUndefined();
  });

  it('ignores text that is not printable, and reads hostile lengths quickly', () => {
    expect(readSdkTag({ client: 'two words' })).toBeUndefined();
    expect(readSdkTag({ client: 'evil\u0007name/1' })).toBeUndefined();
    expect(readSdkTag({ client: `${'a/'.repeat(50_000)}1!` })).toBeUndefined();
  });

  it('is any product that an MCP client names', () => {
    expect(readUserAgentProduct('claude-code/2.1 (cli)')).toEqual({ name: 'claude-code', version: '2.1' });
    expect(readUserAgentProduct('Mozilla/5.0 (X11; Linux x86_64)')).toEqual({ name: 'Mozilla', version: '5.0' });
    expect([readUserAgentProduct('(none)'), readUserAgentProduct(''), readUserAgentProduct(undefined)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
