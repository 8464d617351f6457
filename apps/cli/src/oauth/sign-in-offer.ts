import { isLoopbackHost } from '@gatehouse/domain';
import { isLocalClient, type RequestSource } from '@gatehouse/entrance';
import { localUrl } from '../configuration/addresses.ts';
import type { Configuration } from '../configuration/configuration.ts';

/** Address of client sign-in, and a check of the clients that can use it. */
export interface SignInOffer {
  /** Origin of all sign-in URLs. */
  origin: string;
  /** Address that a person gives to a client. */
  url: string;
  /** True if the client of this request can sign in. */
  isOfferedTo(incoming: RequestSource): boolean;
}

/**
 * Returns the sign-in offer to clients. Undefined if clients cannot sign in: a base URL must be https or an address of this machine.
 * Without a base URL, only clients on this machine can sign in, at localhost. // D47
 */
export function signInOffer({
  baseUrl,
  oauth,
  host,
  port,
}: Pick<Configuration, 'baseUrl' | 'oauth' | 'host' | 'port'>): SignInOffer | undefined {
  if (oauth === 'off') return undefined;
  if (baseUrl === undefined) return isLoopbackHost(new URL(localUrl({ host, port })).hostname) ? localOffer(port) : undefined;
  const { protocol, hostname, origin } = new URL(baseUrl);
  return protocol === 'https:' || isLoopbackHost(hostname) ? offerAt(origin, () => true) : undefined;
}

/** Offers sign-in only to requests from this machine to `localhost`, without a proxy. */
function localOffer(port: number): SignInOffer {
  const { origin, host } = new URL(`http://localhost:${port}`);
  return offerAt(origin, (incoming) => incoming.headers.host?.toLowerCase() === host && isLocalClient(incoming));
}

function offerAt(origin: string, isOfferedTo: SignInOffer['isOfferedTo']): SignInOffer {
  return { origin, url: `${origin}/mcp`, isOfferedTo };
}
