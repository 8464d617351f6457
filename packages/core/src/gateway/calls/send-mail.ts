import type { Mailer } from '../../kernel/mail/mailer.ts';
import type { Mailed } from '../../kernel/mail/post-commit-mail.ts';
import type { Answer } from './call.ts';

/** Sends mail after the transaction: a mail server can be slow, and mail cannot be rolled back. */
export async function sendMail(mailer: Mailer | undefined, answered: Answer): Promise<Answer> {
  if (!mailer || !answered.ok || !answered.postCommitMail?.mail) return answered;
  const sent = mailer.send(answered.postCommitMail.mail);
  if (!answered.postCommitMail.isAwaited) return answered;
  const fault = await sent;
  const outcome: Mailed = { mailed: fault === undefined, mailFault: fault ?? null };
  const value = { ...(answered.value as Mailed), ...outcome };
  return { ...answered, value, json: JSON.stringify(value) };
}
