import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Mail, Mailer } from '@gatehouse/core';
import type { MailServer } from './read-mail-server.ts';
import { smtpOptions } from './smtp-options.ts';

export interface MailerOptions {
  server: MailServer;
  /** The address that mails come from. */
  from: string;
  /** Receives a report of every mail that was not sent, without its text and without the server's words. */
  report: (error: Error) => void;
  /** Time limit of one mail. Milliseconds. */
  deadlineMs?: number;
}

export interface OpenMailer extends Mailer {
  /** Waits for mails under way. */
  close(): Promise<void>;
}

const maxAtOnce = 20;

/**
 * Sends mail by SMTP, with a separate connection for each mail. A password is sent to other machines only over TLS. Connects for the first
 * mail.
 */
export function openMailer({ server, from, report, deadlineMs = 10_000 }: MailerOptions): OpenMailer {
  const { login } = server;
  const underWay = new Set<Promise<string | undefined>>();
  const transport = async () => {
    const { createTransport } = await import('nodemailer');
    return createTransport({
      ...smtpOptions(server),
      ...(login && { auth: { user: login.user, pass: login.password } }),
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  };
  let opened: ReturnType<typeof transport> | undefined;

  async function send(mail: Mail): Promise<string | undefined> {
    const signal = AbortSignal.timeout(deadlineMs);
    // Lets the answer of the call go first. A delayed answer would reveal that a mail was written. // D41
    await nextTurn();
    const { to, subject, text } = mail;
    try {
      if (underWay.size >= maxAtOnce) throw new MailFault('too many emails are being sent; try again in a few seconds');
      if (!isPlainAddress(to)) throw new MailFault('mail cannot be sent to an address of this form');
      opened ??= transport();
      await (await opened).sendMail({ from, to: { name: '', address: to }, subject, text, signal });
      return undefined;
    } catch (error) {
      const fault = sentenceOf(error);
      report(new Error(fault));
      return fault;
    }
  }

  return {
    async send(mail) {
      const sending = send(mail);
      underWay.add(sending);
      try {
        return await sending;
      } finally {
        underWay.delete(sending);
      }
    },
    async close() {
      await Promise.all(underWay);
    },
  };
}

class MailFault extends Error {}

/** True for an address that contains no second address and no command. */
function isPlainAddress(address: string): boolean {
  return /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+$/u.test(address) && !/\p{C}/u.test(address);
}

/** Describes a failure in our own words: a server may repeat its input, which contains a secret. */
function sentenceOf(error: unknown): string {
  if (error instanceof MailFault) return error.message;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'EABORT':
    case 'ETIMEDOUT':
      return 'the mail server did not answer in time';
    case 'EAUTH':
    case 'ENOAUTH':
      return 'the mail server refuses the user or the password of GATEHOUSE_SMTP_URL';
    case 'ETLS':
      return 'the mail server offers no valid TLS, and passwords are never sent without it';
    case 'EENVELOPE':
      return 'the mail server refuses the address of the recipient or of GATEHOUSE_MAIL_FROM';
    case 'EDNS':
    case 'ECONNECTION':
    case 'ESOCKET':
      return 'the mail server cannot be reached or has a certificate that is not trusted';
    default:
      return 'the mail server does not accept the email';
  }
}
