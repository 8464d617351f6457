import { isLoopbackHost } from '@gatehouse/domain';
import type { Configuration } from './configuration.ts';

export type Address = Pick<Configuration, 'host' | 'port'>;

/** Address of the server for programs on this machine. If it listens on all interfaces, they use loopback. */
export function localUrl({ host, port }: Address): string {
  return reachableUrl({ host, port }) ?? `http://127.0.0.1:${port}`;
}

/** Address that others can reach. Undefined if the server listens on all interfaces: then no download addresses are given. // D24 */
export function reachableUrl({ host, port }: Address): string | undefined {
  if (host === '0.0.0.0' || host === '::') return undefined;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Address of the console, with which links for people begin. A loopback address becomes localhost, because passkeys need a name. // D40 */
export function consoleUrl({ baseUrl, ...address }: Address & Pick<Configuration, 'baseUrl'>): string {
  const url = new URL(baseUrl ?? localUrl(address));
  if (isLoopbackHost(url.hostname)) url.hostname = 'localhost';
  return url.href.replace(/\/$/, '');
}
