import { isIP } from 'node:net';
import type { Settings } from '../../kernel/context/context.ts';
import { refusal } from '../../kernel/errors/errors.ts';

/** Site of passkeys, and the origin whose pages may use them. */
export interface PasskeySite {
  rpId: string;
  origin: string;
}

/** Site of this gateway's passkeys: the host name in its address, whatever host a request names. Throws `no_passkeys` (D38). */
export function passkeySite(settings: Pick<Settings, 'consoleUrl'>): PasskeySite {
  const reason = whyNoPasskeys(settings);
  if (reason !== null) throw refusal('no_passkeys', reason);
  const { hostname, origin } = new URL(settings.consoleUrl);
  return { rpId: hostname, origin };
}

/** Reason why browsers cannot create passkeys for this gateway. Null if they can. */
export function whyNoPasskeys({ consoleUrl }: Pick<Settings, 'consoleUrl'>): string | null {
  const { hostname, origin, protocol } = new URL(consoleUrl);
  const how = 'the operator must set GATEHOUSE_BASE_URL to an https:// address with a host name';
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return `passkeys need a host name, and ${origin} is an IP address; ${how}`;
  const isThisMachine = hostname === 'localhost' || hostname.endsWith('.localhost');
  if (protocol !== 'https:' && !isThisMachine) return `passkeys need https, and the address of this gateway is ${origin}; ${how}`;
  return null;
}
