import { type Role, replaceHiddenCharacters, utcTime } from '@gatehouse/domain';
import type { Mail } from './mailer.ts';

const maxName = 200;

interface InvitationMail {
  to: string;
  organization: string;
  /** Inviting person. Undefined for the operator. */
  inviter: string | undefined;
  role: Role;
  link: string;
  /** Milliseconds since the epoch. */
  expiresAt: number;
}

export function invitationMail({ to, organization, inviter, role, link, expiresAt }: InvitationMail): Mail {
  const where = oneLine(organization);
  const invitation = inviter === undefined ? `You were invited to join ${where}` : `${oneLine(inviter)} invited you to join ${where}`;
  return {
    to,
    subject: `Join ${where} on Gatehouse`,
    text: textOf(`${invitation} on Gatehouse as ${role === 'member' ? 'a' : 'an'} ${role}.`, 'Open this link to join:', link, expiresAt),
  };
}

export function resetMail({ to, link, expiresAt }: Pick<InvitationMail, 'to' | 'link' | 'expiresAt'>): Mail {
  return {
    to,
    subject: 'Choose a new password for Gatehouse',
    text: textOf(
      'We received a request to reset the password of your Gatehouse account.',
      'Open this link to choose a new password. This signs you out in all browsers:',
      link,
      expiresAt,
    ),
  };
}

interface ResetReport {
  to: string;
  /** Milliseconds since the epoch. */
  at: number;
  /** True if the link was shown to a person. The reset then removed the credentials for services (D43). */
  wasShown: boolean;
}

/** Informs the owner of an account that its password was reset, because another person may have had the link. */
export function resetReportMail({ to, at, wasShown }: ResetReport): Mail {
  const services = ' The credentials of your private connections were deleted, and your accounts at services were disconnected.';
  const time = utcTime(at);
  return {
    to,
    subject: 'Your Gatehouse password was reset',
    text: `The password of your Gatehouse account was reset with a link on ${time} UTC. Every browser was signed out.${wasShown ? services : ''}\n\nIf this was not you, tell an owner of your organization or your administrator immediately.\n`,
  };
}

/** Cleans a name for a mail. Names come from others: they must stay on their line, without characters that affect display or sending. */
export function oneLine(name: string): string {
  const shown = replaceHiddenCharacters(name.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' '), () => ' ');
  const line = shown.replaceAll(/ +/g, ' ').trim();
  // Cut by code points: half of a surrogate pair is invalid and cannot be sent.
  return Array.from(line).slice(0, maxName).join('');
}

function textOf(what: string, request: string, link: string, expiresAt: number): string {
  return `${what}\n\n${request}\n\n${link}\n\nIt works once and expires on ${utcTime(expiresAt)} UTC. If you did not expect this email, ignore it.\n`;
}
