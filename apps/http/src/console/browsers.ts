import type { IncomingMessage } from 'node:http';
import type { ClientContext, Credential, Gateway } from '@gatehouse/core';
import { createAddressReader, type TrustedProxies } from '@gatehouse/entrance';
import { createCookies } from './cookies.ts';
import { refuseOtherSites } from './request-guards.ts';

export interface BrowserOptions {
  gateway: Pick<Gateway, 'settings'>;
  /** Proxies whose forwarding headers are trusted. */
  trustedProxies: TrustedProxies | undefined;
}

/** A request from a page of the console. */
export interface FromBrowser {
  /** The session of the browser, in an organization if one is named. Otherwise a visitor. */
  credential: Credential;
  /** Holder to which its share of common quotas counts. */
  holder: string;
}

/** Reads the caller of a console request. Throws `forbidden` for a request that no page of the console made. // D42 */
export function createBrowserReader({ gateway: { settings }, trustedProxies }: BrowserOptions) {
  const cookies = createCookies(settings.consoleUrl);
  const addressOf = createAddressReader(trustedProxies);

  return (incoming: IncomingMessage, orgId: string | undefined): FromBrowser => {
    refuseOtherSites(incoming.headers, settings.consoleUrl);
    const { session, browser, company } = cookies.read(incoming.headers.cookie);
    const address = addressOf(incoming);
    const visit: ClientContext = { address, browser, company, client: incoming.headers['user-agent'] };
    if (session === undefined) return { credential: { type: 'visitor', visit }, holder: `visitors ${address ?? ''}` };
    return { credential: { type: 'session', token: session, orgId, visit }, holder: `session ${session}` };
  };
}
