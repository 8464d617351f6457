import { isLoopbackHost } from '@gatehouse/domain';

/** Reads GATEHOUSE_OIDC_ISSUER, which is compared exactly as written. Throws an Error that describes the fault. */
export function readIssuer(text: string): string {
  const url = URL.parse(text);
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopbackHost(url.hostname));
  if (!url || !isSafe) throw new Error('must be an https address, such as https://login.example.com; http only on loopback');
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw new Error('must be an address without a user, "?" or "#"');
  return text;
}
