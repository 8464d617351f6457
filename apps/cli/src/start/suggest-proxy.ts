import type { Logger } from '../configuration/logger.ts';

/** Logs the missing setting for the first request that an untrusted proxy seems to have forwarded. Later requests are not logged. */
export function suggestProxy(logger: Pick<Logger, 'error'>): (peer: string) => void {
  let isSaid = false;
  return (peer) => {
    if (isSaid) return;
    isSaid = true;
    logger.error(
      `requests from ${peer} have X-Forwarded-For, but GATEHOUSE_TRUSTED_PROXIES does not list it, so the header is ignored and all callers behind it count as one: if this is your proxy, set GATEHOUSE_TRUSTED_PROXIES=${peer}`,
    );
  };
}
