import type { IncomingMessage } from 'node:http';
import type { ClientContext, Credential, Gateway } from '@gatehouse/core';
import { createAddressReader, type TrustedProxies } from '@gatehouse/entrance';
import { createCookies } from './cookies.ts';
import { refuseOtherSites } from './request-guards.ts';

export interface BrowserOptions {
  gateway: Pick<Gateway, 'settings'>;
  /** Proxies that are believed when they say for whom they ask. */
  trustedProxies: TrustedProxies | undefined;
}

/** A request of a page of the console. */
export interface FromBrowser {
  /** Whom its browser is signed in as, in an organization where one is meant; else a visitor. */
  credential: Credential;
  /** Whom its share of what all callers share counts for. */
  holder: string;
}

/** Reads who a request of the console comes from, and throws `forbidden` for one that no page of it makes (D42). */
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
