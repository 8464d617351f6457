import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

export const mailUser = 'gatehouse@mail.test';

/** A mail that the server received. */
export interface ReceivedMail {
  from: string;
  to: string[];
  user: string;
  /** Headers and text as received. */
  raw: string;
}

export interface MailServerWorld extends AsyncDisposable {
  port: number;
  received: ReceivedMail[];
  /** Number of password attempts. */
  logins: () => number;
  /** Resolves with a mail when it arrives. The first one has number 1. */
  mail(number: number): Promise<ReceivedMail>;
}

/**
 * A real SMTP server on this machine that asks for a password. With `isSecure` it uses TLS with an untrusted certificate. It refuses mail
 * to `refused@…`, and never answers for `silent@…`.
 */
export async function openMailServer(password: string, { isSecure = false } = {}): Promise<MailServerWorld> {
  const received: ReceivedMail[] = [];
  const waiting: { number: number; resolve: (mail: ReceivedMail) => void }[] = [];
  let logins = 0;
  const server = new SMTPServer({
    secure: isSecure,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    closeTimeout: 100,
    onAuth({ username = '', password: given }, _session, done) {
      logins++;
      if (username === mailUser && given === password) done(null, { user: username });
      else done(new Error(`no, not ${given}`));
    },
    onRcptTo({ address }, _session, done) {
      if (address.startsWith('silent@')) return;
      done(address.startsWith('refused@') ? new Error('nobody here') : null);
    },
    async onData(stream, { envelope, user }, done) {
      const from = envelope.mailFrom ? envelope.mailFrom.address : '';
      received.push({ from, to: envelope.rcptTo.map(({ address }) => address), user: String(user), raw: await text(stream) });
      done(null);
      for (const { number, resolve } of waiting) if (received[number - 1]) resolve(received[number - 1] as ReceivedMail);
    },
  });
  // The server ignores errors of interrupted connections.
  server.on('error', () => {});
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  return {
    port: (listening.address() as AddressInfo).port,
    received,
    logins: () => logins,
    async mail(number) {
      return received[number - 1] ?? (await new Promise((resolve) => waiting.push({ number, resolve })));
    },
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** Decodes the body, and joins the lines that the encoding broke. */
export function textOf({ raw }: ReceivedMail): string {
  const body = raw.slice(raw.indexOf('\r\n\r\n') + 4).replaceAll('\r\n', '\n');
  if (!/^content-transfer-encoding: quoted-printable/im.test(raw)) return body;
  const bytes = body.replaceAll('=\n', '').replaceAll(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
