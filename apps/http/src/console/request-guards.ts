import type { IncomingHttpHeaders } from 'node:http';
import { GatewayError } from '@gatehouse/core';
import { isLoopbackHost } from '@gatehouse/domain';
import { isAllowedHost } from '@gatehouse/entrance';

/** Throws `forbidden` for a request under a name that is none of this gateway's: a page may have rebound its own to it (D42). */
export function refuseHost({ host = '' }: IncomingHttpHeaders, allowedHosts: ReadonlySet<string>): void {
  if (isAllowedHost(host, allowedHosts)) return;
  throw new GatewayError('forbidden', 'this gateway does not answer under this Host; set GATEHOUSE_BASE_URL to its public address');
}

/** Throws `forbidden` for a call that no page of the console makes: only these may use the cookies of a browser (D42). */
export function refuseOtherSites(headers: IncomingHttpHeaders, consoleUrl: string): void {
  const site = headers['sec-fetch-site'];
  if (site === undefined ? isOurOrigin(headers, consoleUrl) : site === 'same-origin') return;
  throw new GatewayError(
    'forbidden',
    'this call does not come from a page of this gateway; programs call POST /v1/tools/<name> with a key',
    {
      reason: 'cross_site',
    },
  );
}

/** An old browser says only which page it is; ours are where the console is, or under the name that was called. */
function isOurOrigin({ origin, host }: IncomingHttpHeaders, consoleUrl: string): boolean {
  const from = origin === undefined ? null : URL.parse(origin);
  if (!from) return false;
  const ours = new URL(consoleUrl);
  // Under another name, too, the scheme is that of the console: a page over http may be anybody's on the way, except on this machine.
  const isOurScheme = from.protocol === ours.protocol || (from.protocol === 'http:' && isLoopbackHost(from.hostname));
  return from.origin === ours.origin || (isOurScheme && from.host === host?.toLowerCase());
}
