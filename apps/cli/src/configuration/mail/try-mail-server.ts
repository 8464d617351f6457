import type { MailServer } from './read-mail-server.ts';
import { smtpOptions } from './smtp-options.ts';

/** Reason why a mail server could not be used, by the code of the library. */
export interface MailServerFault {
  code: string;
  /** Code of the system or of TLS, such as ECONNREFUSED. */
  cause: string | undefined;
}

/** Connects as for a mail and signs in, but sends nothing. Undefined on success. */
export async function tryMailServer(server: MailServer, deadlineMs = 10_000): Promise<MailServerFault | undefined> {
  const { default: SmtpConnection } = await import('nodemailer/lib/smtp-connection');
  const connection = new SmtpConnection({ ...smtpOptions(server), socketTimeout: deadlineMs });
  const over = Promise.withResolvers<MailServerFault | undefined>();
  const fail = (error: object) => over.resolve(faultOf(error));
  const deadline = setTimeout(() => fail({ code: 'ETIMEDOUT' }), deadlineMs);
  connection.once('error', fail);
  connection.once('end', () => fail({ code: 'ECONNECTION' }));
  const conclude = (error?: object | null) => (error ? fail(error) : over.resolve(undefined));
  connection.connect((error) => {
    const { login } = server;
    if (error || !login || !connection.allowsAuth) conclude(error);
    else connection.login({ user: login.user, pass: login.password }, conclude);
  });
  const fault = await over.promise;
  clearTimeout(deadline);
  // Ignores later errors, which must not end the process.
  connection.on('error', () => {});
  if (fault) connection.close();
  else connection.quit();
  return fault;
}

function faultOf(error: object): MailServerFault {
  const read = (name: string) => {
    const value: unknown = Reflect.get(error, name);
    // Codes come from the library and the system. A message may repeat the server's words.
    return typeof value === 'string' && /^[A-Z][A-Z0-9_]{1,50}$/.test(value) ? value : undefined;
  };
  return { code: read('code') ?? 'EUNKNOWN', cause: read('originalCode') };
}
