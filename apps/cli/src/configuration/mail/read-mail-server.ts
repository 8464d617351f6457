/** Server that accepts mail for sending. */
export interface MailServer {
  host: string;
  port: number;
  /** TLS from the first byte: smtps. */
  isSecure: boolean;
  login: { user: string; password: string } | undefined;
}

const form = 'must be smtp://USER:PASSWORD@HOST:PORT, or smtps://…; omit user and password if the server requires none';
const defaultPorts: Record<string, number> = { 'smtp:': 587, 'smtps:': 465 };

/** Reads GATEHOUSE_SMTP_URL. Throws an Error that quotes no part of the address, because it contains a password. */
export function readMailServer(text: string): MailServer {
  const url = URL.parse(text);
  const defaultPort = defaultPorts[url?.protocol ?? ''];
  if (!url || defaultPort === undefined || url.hostname === '' || url.pathname.length > 1 || url.search !== '' || url.hash !== '')
    throw new Error(form);
  if ((url.username === '') !== (url.password === '')) throw new Error('must contain both a user and a password, or neither');
  return {
    // Only URLs have brackets around an IPv6 address.
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? defaultPort : Number(url.port),
    isSecure: url.protocol === 'smtps:',
    login: url.username === '' ? undefined : { user: decoded(url.username), password: decoded(url.password) },
  };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new Error('must contain "%25" for each "%" of the user or password');
  }
}
