import { isLoopbackHost } from '@gatehouse/domain';
import type { MailServer } from './read-mail-server.ts';

/** Options for the library's connection. A password is sent to other machines only over TLS. */
export function smtpOptions({ host, port, isSecure, login }: MailServer) {
  return { host, port, secure: isSecure, requireTLS: login !== undefined && !isSecure && !isLoopbackHost(host) };
}
