import { isLoopbackHost } from '@gatehouse/domain';
import type { Configuration } from './configuration.ts';

export type Address = Pick<Configuration, 'host' | 'port'>;

/** Listening everywhere, the machine itself reaches the server over loopback. */
export function localUrl({ host, port }: Address): string {
  return reachableUrl({ host, port }) ?? `http://127.0.0.1:${port}`;
}

/** What others can reach is not known when it listens everywhere: then no download addresses are given (D24). */
export function reachableUrl({ host, port }: Address): string | undefined {
  if (host === '0.0.0.0' || host === '::') return undefined;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Where browsers find the console: what links for people begin with. On loopback they say localhost, because passkeys need a name (D40). */
export function consoleUrl({ baseUrl, ...address }: Address & Pick<Configuration, 'baseUrl'>): string {
  const url = new URL(baseUrl ?? localUrl(address));
  if (isLoopbackHost(url.hostname)) url.hostname = 'localhost';
  return url.href.replace(/\/$/, '');
}
