import { isLoopbackHost } from '@gatehouse/domain';
import type { MailServer } from './read-mail-server.ts';

/** How the library is to connect: a password goes to another machine by TLS only. */
export function smtpOptions({ host, port, isSecure, login }: MailServer) {
  return { host, port, secure: isSecure, requireTLS: login !== undefined && !isSecure && !isLoopbackHost(host) };
}
