import { isLoopbackHost } from '@gatehouse/domain';
import { isLocalClient, type RequestSource } from '@gatehouse/entrance';
import { localUrl } from '../configuration/addresses.ts';
import type { Configuration } from '../configuration/configuration.ts';

/** Where clients sign in, and which of them may. */
export interface SignInOffer {
  /** Origin of the addresses of sign-in. */
  origin: string;
  isOfferedTo(incoming: RequestSource): boolean;
}

/**
 * Offer of sign-in to clients. Undefined if there is none: the public address must be https or on this machine. Without a public address, only
 * clients on this machine can sign in, at localhost. // D47
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
  return protocol === 'https:' || isLoopbackHost(hostname) ? { origin, isOfferedTo: () => true } : undefined;
}

/** Offer to programs on this machine that use the name localhost and do not come through a proxy. */
function localOffer(port: number): SignInOffer {
  const { origin, host } = new URL(`http://localhost:${port}`);
  return { origin, isOfferedTo: (incoming) => incoming.headers.host?.toLowerCase() === host && isLocalClient(incoming) };
}

/** Address that a person gives to a client that signs in. Undefined if clients cannot. */
export function signInUrl(offer: SignInOffer | undefined): string | undefined {
  return offer && `${offer.origin}/mcp`;
}
