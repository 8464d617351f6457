import { isLoopbackHost } from '@gatehouse/domain';

/** Reads GATEHOUSE_OIDC_ISSUER, which is compared as it is written. Throws an Error whose sentence says what is wrong. */
export function readIssuer(text: string): string {
  const url = URL.parse(text);
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopbackHost(url.hostname));
  if (!url || !isSafe) throw new Error('must be an https address, such as https://login.example.com; http only on loopback');
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw new Error('must be an address without user, "?" and "#"');
  return text;
}
