import { openMailer, readMailServer } from '@gatehouse/cli';
import { describe, expect, it } from 'vitest';
import { goodPassword, openBrowser, secretOf } from '../console/browser.ts';
import { openPeopleWorld } from '../console/people-world.ts';
import { credential as password } from '../secrets/planted.ts';
import { type MailServerWorld, mailUser, openMailServer, textOf } from './mail-server.ts';

const from = 'gate@acme.test';

function mailerTo(
  { port }: Pick<MailServerWorld, 'port'>,
  { given = password, deadlineMs = 10_000, host = '127.0.0.1', protocol = 'smtp' } = {},
) {
  const reported: string[] = [];
  const login = `${encodeURIComponent(mailUser)}:${encodeURIComponent(given)}`;
  const server = readMailServer(`${protocol}://${login}@${host}:${port}`);
  return { reported, mailer: openMailer({ server, from, deadlineMs, report: ({ message }) => reported.push(message) }) };
}

const mail = { to: 'bob@acme.test', subject: 'Hello', text: 'A text.\n.\nIts end.\n' };

describe('mail over SMTP', () => {
  // The watch of the world fails this test where the password of the server is said, logged or stored.
  it('delivers invitations and resets to people, who follow their links', async () => {
    await using smtp = await openMailServer(password);
    const { mailer, reported } = mailerTo(smtp);
    await using world = await openPeopleWorld({ mailer });
    const received = smtp.received.length;
    await world.ownerBrowser.ok('rename_organization', { name: 'Äcme' }, world.orgId);
    const made = await world.ownerBrowser.ok('invite_person', { email: 'bob@acme.test' }, world.orgId);
    expect(made).toMatchObject({ mailed: true, mailFault: null });
    const invitation = await smtp.mail(received + 1);
    expect(invitation).toMatchObject({ from, to: ['bob@acme.test'], user: mailUser });
    expect(textOf(invitation)).toContain(`join Äcme on Gatehouse as a member.\n\nOpen this link to join:\n\n${made.link}\n\n`);
    expect(invitation.raw).toMatch(/^To: bob@acme\.test\r$/m);
    expect(invitation.raw).toMatch(/^Content-Type: text\/plain; charset=utf-8\r$/m);
    const bob = world.openBrowser();
    await bob.ok('accept_invitation', { secret: secretOf(made.link), name: 'Bob', password: goodPassword });

    const visitor = openBrowser(world.url);
    expect(await visitor.ok('request_reset', { email: 'bob@acme.test' })).toEqual({});
    const reset = await smtp.mail(received + 2);
    const [link = ''] = /http:\S+/.exec(textOf(reset)) ?? [];
    expect(link.startsWith(`${world.url}/app/reset#`)).toBe(true);
    await visitor.ok('reset_password', { secret: secretOf(link), newPassword: 'staple correct horse' });
    expect(await bob.refused('my_account')).toBe('unauthorized');
    await mailer.close();
    expect(reported).toEqual([]);
    expect(world.faults).toEqual([]);
  });

  it('keeps a line with a single dot, and sends only one mail', async () => {
    await using smtp = await openMailServer(password);
    const { mailer } = mailerTo(smtp);
    expect(await mailer.send(mail)).toBeUndefined();
    expect(textOf(await smtp.mail(1))).toBe(mail.text);
    expect(smtp.received).toHaveLength(1);
  });

  it.each([
    ['bob@acme.test, eve@evil.test'],
    ['bob,eve@evil.test'],
    ['bob@acme.test>\r\nRCPT TO:<eve@evil.test'],
    ['"bob"@acme.test'],
    ['<eve@evil.test>bob@acme.test'],
  ])('refuses to send to %j', async (to) => {
    await using smtp = await openMailServer(password);
    const { mailer } = mailerTo(smtp);
    expect(await mailer.send({ ...mail, to })).toBe('mail cannot be sent to an address of this form');
    expect(smtp.received).toEqual([]);
  });

  it('explains a refused mail in its own words, and never repeats the password', async () => {
    await using smtp = await openMailServer(password);
    const { mailer, reported } = mailerTo(smtp);
    expect(await mailer.send({ ...mail, to: 'refused@acme.test' })).toBe(
      'the mail server refuses the address of the recipient or of GATEHOUSE_MAIL_FROM',
    );
    const wrong = mailerTo(smtp, { given: 'wrong-but-a-secret' });
    const refused = 'the mail server refuses the user or the password of GATEHOUSE_SMTP_URL';
    expect(await wrong.mailer.send(mail)).toBe(refused);
    expect(wrong.reported).toEqual([refused]);
    expect(reported).toHaveLength(1);
    expect(smtp.received).toEqual([]);
  });

  it('sends its password to no other machine without TLS, or with an untrusted certificate', async () => {
    // Another name of this machine, which the mailer treats as another machine.
    const elsewhere = '127.1';
    await using plain = await openMailServer(password);
    const { mailer } = mailerTo(plain, { host: elsewhere });
    expect(await mailer.send(mail)).toBe('the mail server offers no valid TLS, and passwords are never sent without it');
    await using untrusted = await openMailServer(password, { isSecure: true });
    expect(await mailerTo(untrusted, { protocol: 'smtps' }).mailer.send(mail)).toBe(
      'the mail server cannot be reached or has a certificate that is not trusted',
    );
    expect([plain.logins(), untrusted.logins()]).toEqual([0, 0]);
  });

  it('writes nothing before a caller that does not wait has its answer (D41)', async () => {
    await using smtp = await openMailServer(password);
    const { mailer } = mailerTo(smtp);
    let isWritten = false;
    const sending = mailer.send({
      ...mail,
      get text() {
        isWritten = true;
        return mail.text;
      },
    });
    // Runs all microtasks that an answer could wait for after its commit.
    for (let step = 0; step < 100; step++) await Promise.resolve();
    expect(isWritten).toBe(false);
    await sending;
    expect(isWritten).toBe(true);
  });

  it('waits for mails in progress when it closes', async () => {
    await using smtp = await openMailServer(password);
    const { mailer } = mailerTo(smtp);
    void mailer.send(mail);
    await mailer.close();
    expect(smtp.received).toHaveLength(1);
  });

  it('gives up after its time limit, and if no server listens', async () => {
    const gone = await openMailServer(password);
    const nobody = mailerTo(gone).mailer;
    await gone[Symbol.asyncDispose]();
    expect(await nobody.send(mail)).toBe('the mail server cannot be reached or has a certificate that is not trusted');
    await using smtp = await openMailServer(password);
    const { mailer } = mailerTo(smtp, { deadlineMs: 300 });
    expect(await mailer.send({ ...mail, to: 'silent@acme.test' })).toBe('the mail server did not answer in time');
  });
});
