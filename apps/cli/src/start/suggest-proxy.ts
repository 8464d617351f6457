import type { Logger } from '../configuration/logger.ts';

/** Logs the missing setting for the first request that an untrusted proxy seems to have forwarded. Later requests are not logged. */
export function suggestProxy(logger: Pick<Logger, 'error'>): (peer: string) => void {
  let isSaid = false;
  return (peer) => {
    if (isSaid) return;
    isSaid = true;
    logger.error(
      `requests come with X-Forwarded-For from ${peer}, which GATEHOUSE_TRUSTED_PROXIES does not name, so it is not believed and all callers behind it count as one: if this is a proxy of yours, set GATEHOUSE_TRUSTED_PROXIES=${peer}`,
    );
  };
}
