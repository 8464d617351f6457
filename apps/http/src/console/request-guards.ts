import type { IncomingHttpHeaders } from 'node:http';
import { GatewayError } from '@gatehouse/core';
import { isLoopbackHost } from '@gatehouse/domain';
import { isAllowedHost } from '@gatehouse/entrance';

/** Throws `forbidden` for a request under a foreign host name: a page may have rebound its own name to this gateway. // D42 */
export function refuseHost({ host = '' }: IncomingHttpHeaders, allowedHosts: ReadonlySet<string>): void {
  if (isAllowedHost(host, allowedHosts)) return;
  throw new GatewayError('forbidden', 'this gateway does not answer under this Host; set GATEHOUSE_BASE_URL to its public address');
}

/** Throws `forbidden` for a call that no page of the console made. Only its pages may use the cookies of a browser. // D42 */
export function refuseOtherSites(headers: IncomingHttpHeaders, consoleUrl: string): void {
  const site = headers['sec-fetch-site'];
  if (site === undefined ? isOurOrigin(headers, consoleUrl) : site === 'same-origin') return;
  throw new GatewayError(
    'forbidden',
    'this call does not come from a page of this gateway; from programs, call POST /v1/tools/<name> with a key',
    {
      reason: 'cross_site',
    },
  );
}

/** Checks the origin that an old browser sends. Our pages have the console's origin, or the host name of the request. */
function isOurOrigin({ origin, host }: IncomingHttpHeaders, consoleUrl: string): boolean {
  const from = origin === undefined ? null : URL.parse(origin);
  if (!from) return false;
  const ours = new URL(consoleUrl);
  // Under another host name, the scheme must be the console's too. A network attacker can change a page over http, except on this machine.
  const isOurScheme = from.protocol === ours.protocol || (from.protocol === 'http:' && isLoopbackHost(from.hostname));
  return from.origin === ours.origin || (isOurScheme && from.host === host?.toLowerCase());
}
