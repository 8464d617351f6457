import { isLoopbackHost } from '@gatehouse/domain';
import { isLocalClient, type RequestSource } from '@gatehouse/entrance';
import { localUrl } from '../configuration/addresses.ts';
import type { Configuration } from '../configuration/configuration.ts';

/** Sign-in of clients at one origin. */
export interface SignInOffer {
  origin: string;
  /** Address that a person gives to a client. */
  url: string;
  /** True if the client of this request can sign in. */
  isOfferedTo(incoming: RequestSource): boolean;
}

/**
 * Reads from the configuration if clients can sign in. They can at a public address that is https or on this machine. Without a public address,
 * only clients on this machine can, at localhost. // D47
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

/** Offer to programs on this machine that use the name localhost and do not come through a proxy. */
function localOffer(port: number): SignInOffer {
  const { origin, host } = new URL(`http://localhost:${port}`);
  return offerAt(origin, (incoming) => incoming.headers.host?.toLowerCase() === host && isLocalClient(incoming));
}

function offerAt(origin: string, isOfferedTo: SignInOffer['isOfferedTo']): SignInOffer {
  return { origin, url: `${origin}/mcp`, isOfferedTo };
}
