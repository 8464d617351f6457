import { loopbackHosts } from '@gatehouse/domain';

/** The names under which a gateway may be addressed: anything else is a page that rebound its name to us. */
export function hostsOf(baseUrl: string | null, more: readonly string[]): ReadonlySet<string> {
  const base = baseUrl === null ? undefined : hostnameOf(baseUrl);
  const named = more.map((host) => hostnameOf(`http://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}`));
  return new Set([...loopbackHosts, base, ...named].filter((host) => host !== undefined));
}

/** Whether a Host header names this gateway. */
export function isAllowedHost(host: string, allowedHosts: ReadonlySet<string>): boolean {
  const name = hostnameOf(`http://${host}`);
  return name !== undefined && allowedHosts.has(name);
}

/** The host of an address, without its port; undefined for what is no address. */
export function hostnameOf(url: string): string | undefined {
  const parsed = URL.parse(url);
  return parsed && parsed.hostname !== '' ? parsed.hostname : undefined;
}
