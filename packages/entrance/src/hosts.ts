import { loopbackHosts } from '@gatehouse/domain';

/** Host names of this gateway. A request for any other name comes from a page that rebound its name to this gateway. */
export function hostsOf(baseUrl: string | null, more: readonly string[]): ReadonlySet<string> {
  const base = baseUrl === null ? undefined : hostnameOf(baseUrl);
  const named = more.map((host) => hostnameOf(`http://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}`));
  return new Set([...loopbackHosts, base, ...named].filter((host) => host !== undefined));
}

/** True if a Host header names this gateway. */
export function isAllowedHost(host: string, allowedHosts: ReadonlySet<string>): boolean {
  const name = hostnameOf(`http://${host}`);
  return name !== undefined && allowedHosts.has(name);
}

/** The host of an address, without its port. Undefined for an invalid address. */
export function hostnameOf(url: string): string | undefined {
  const parsed = URL.parse(url);
  return parsed && parsed.hostname !== '' ? parsed.hostname : undefined;
}
