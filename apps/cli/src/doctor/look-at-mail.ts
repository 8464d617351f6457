import type { Configuration } from '../configuration/configuration.ts';
import { type MailServerFault, tryMailServer } from '../configuration/mail/try-mail-server.ts';
import { failed, ok, type Verdict } from './finding.ts';

/** Checks if the mail server accepts this gateway. Sends no mail. */
export async function lookAtMail({ smtpUrl: server }: Configuration, deadlineMs?: number): Promise<Verdict> {
  if (!server) return ok('none is sent: GATEHOUSE_SMTP_URL is not set');
  const place = `${server.host}:${server.port}`;
  const fault = await tryMailServer(server, deadlineMs);
  if (fault) return failed(`${place} ${sentenceOf(fault)}`);
  return ok(server.login ? `${place} lets this gateway in` : `${place} answers; it is given no user and no password`);
}

const portsHint = 'servers take smtps:// on port 465, and smtp:// on 587 or 25';

function sentenceOf({ code, cause }: MailServerFault): string {
  const said = cause === undefined ? '' : ` (${cause})`;
  if (cause?.startsWith('ERR_SSL')) return `does not begin with TLS${said}: write smtp:// instead of smtps:// in GATEHOUSE_SMTP_URL`;
  if (cause !== undefined && /CERT|SIGNATURE|ALTNAME/.test(cause))
    return `shows a certificate that is not trusted for this name${said}: use the name that it is made for, or trust its authority by NODE_EXTRA_CA_CERTS`;
  switch (code) {
    case 'EAUTH':
    case 'ENOAUTH':
      return 'refuses the user or the password of GATEHOUSE_SMTP_URL: correct them; a "%", "@", ":" or "/" of theirs is written %25, %40, %3A, %2F';
    case 'ETLS':
      return `offers no TLS that is good${said}, and a password is not sent without: use a server with STARTTLS, or smtps://`;
    case 'ETIMEDOUT':
      return `did not answer in time: correct the host or the port of GATEHOUSE_SMTP_URL (${portsHint}), or let this machine through its firewall`;
    case 'EDNS':
      return `cannot be found${said}: correct the host of GATEHOUSE_SMTP_URL`;
    default:
      return `cannot be reached, or speaks no SMTP${said}: correct the host or the port of GATEHOUSE_SMTP_URL (${portsHint})`;
  }
}
