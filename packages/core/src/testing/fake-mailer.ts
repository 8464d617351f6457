import type { Mail, Mailer } from '../kernel/mail/mailer.ts';

export interface FakeMailer extends Mailer {
  sent: Mail[];
  /** Message with which the next mails fail. */
  fault: string | undefined;
}

export function createFakeMailer(): FakeMailer {
  const mailer: FakeMailer = {
    sent: [],
    fault: undefined,
    async send(mail) {
      mailer.sent.push(mail);
      return mailer.fault;
    },
  };
  return mailer;
}

/** Link in a mail. */
export function linkIn(mail: Mail | undefined): string {
  const [link] = /https?:\S+/.exec(mail?.text ?? '') ?? [];
  if (link === undefined) throw new Error('there is no link in the mail');
  return link;
}
