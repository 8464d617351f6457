import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { ServiceFailure } from '../../kernel/failure.ts';
import { type AllowedRanges, createAddressGuard, createPrivateGuard } from '../../net/address-guard.ts';
import type { Answer } from '../../net/answer.ts';
import { createGuardedFetch, type FetchInit } from '../../net/guarded-fetch.ts';

/** Sends requests to authorization servers. They contain codes, tokens and secrets. */
export interface AuthorizationRequests {
  /** Sends a request. Rejects with a failure that names the fault of the server. */
  send(address: string, init: FetchInit): Promise<Answer>;
  /** Sends a request to the service itself, whose address may use http. */
  probe(address: string, init: FetchInit): Promise<Answer>;
  /** Returns a usable address: https, or http at a private address that the operator allowed. `what` names the address in a refusal. */
  safeAddress(what: string, address: unknown): Promise<string>;
  close(): Promise<void>;
}

/** Maximum bytes of an answer. */
const maxBytes = 65_536;

export function createAuthorizationRequests(allowPrivate: AllowedRanges, deadlineMs: number): AuthorizationRequests {
  const limits = { deadlineMs, maxBytes };
  const privateGuard = createPrivateGuard(allowPrivate);
  const encrypted = createGuardedFetch({ guard: createAddressGuard(allowPrivate), ...limits });
  // Checks the address again when the socket connects, because a name may have another address by then.
  const unencrypted = createGuardedFetch({ guard: privateGuard, ...limits });

  async function isPrivate({ hostname }: URL): Promise<boolean> {
    const host = hostname.replace(/^\[(.*)\]$/, '$1');
    const family = isIP(host);
    const found = family ? [{ address: host, family }] : await lookup(host, { all: true }).catch(() => []);
    return found.length > 0 && found.every(({ address, family }) => !privateGuard.check(address, `ipv${family as 4 | 6}`));
  }

  return {
    async send(address, init) {
      try {
        return await (address.startsWith('http:') ? unencrypted : encrypted).fetch(address, init);
      } catch (error) {
        if (error instanceof ServiceFailure && error.kind === 'timeout')
          throw new ServiceFailure('timeout', 'has an authorization server that did not answer in time; try again later', { cause: error });
        throw error;
      }
    },
    probe: (address, init) => encrypted.fetch(address, init),
    async safeAddress(what, address) {
      const url = typeof address === 'string' && address.length <= 2000 ? URL.parse(address) : null;
      const isPlain = url !== null && url.username === '' && url.password === '' && !String(address).includes('#');
      if (isPlain && (url.protocol === 'https:' || (url.protocol === 'http:' && (await isPrivate(url))))) return url.href;
      const message = `has an authorization server whose ${what} cannot be used: it must be an https URL without a user or "#", or http at a private address that the operator allowed`;
      throw new ServiceFailure('failed', message);
    },
    close: async () => void (await Promise.all([encrypted.close(), unencrypted.close()])),
  };
}
