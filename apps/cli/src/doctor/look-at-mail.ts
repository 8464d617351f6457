import type { Configuration } from '../configuration/configuration.ts';
import { type MailServerFault, tryMailServer } from '../configuration/mail/try-mail-server.ts';
import { failed, ok, type Verdict } from './finding.ts';

/** Checks if the mail server accepts this gateway. Sends no mail. */
export async function lookAtMail({ smtpUrl: server }: Configuration, deadlineMs?: number): Promise<Verdict> {
  if (!server) return ok('mail is off: GATEHOUSE_SMTP_URL is not set');
  const place = `${server.host}:${server.port}`;
  const fault = await tryMailServer(server, deadlineMs);
  if (fault) return failed(`${place} ${sentenceOf(fault)}`);
  return ok(server.login ? `${place} accepts the sign-in of this gateway` : `${place} answers; no user and password are set`);
}

const portsHint = 'servers usually use smtps:// on port 465, and smtp:// on 587 or 25';

function sentenceOf({ code, cause }: MailServerFault): string {
  const said = cause === undefined ? '' : ` (${cause})`;
  if (cause?.startsWith('ERR_SSL')) return `does not start with TLS${said}: use smtp:// instead of smtps:// in GATEHOUSE_SMTP_URL`;
  if (cause !== undefined && /CERT|SIGNATURE|ALTNAME/.test(cause))
    return `has a certificate that is not trusted for this name${said}: use the name in the certificate, or trust its authority with NODE_EXTRA_CA_CERTS`;
  switch (code) {
    case 'EAUTH':
    case 'ENOAUTH':
      return 'refuses the user or the password of GATEHOUSE_SMTP_URL: correct them; write "%", "@", ":" and "/" in them as %25, %40, %3A and %2F';
    case 'ETLS':
      return `offers no valid TLS${said}, and passwords are never sent without it: use a server with STARTTLS, or smtps://`;
    case 'ETIMEDOUT':
      return `did not answer in time: correct the host or the port of GATEHOUSE_SMTP_URL (${portsHint}), or allow this machine through its firewall`;
    case 'EDNS':
      return `cannot be found${said}: correct the host of GATEHOUSE_SMTP_URL`;
    default:
      return `cannot be reached or does not speak SMTP${said}: correct the host or the port of GATEHOUSE_SMTP_URL (${portsHint})`;
  }
}
