import { expect, it } from 'vitest';
import { openPlace } from '../cli/command.ts';
import { openBrowser as openCaller, secretOf } from '../console/browser.ts';
import { freePort } from '../kit/free-port.ts';
import { mailUser, openMailServer, textOf } from '../mail/mail-server.ts';
import { credential as password } from '../secrets/planted.ts';
import { findBarriers } from './accessibility.ts';
import { openBrowser, visit } from './open-browser.ts';
import { typeInto } from './walks/hands.ts';

const account = { email: 'ada@example.com', name: 'Ada', password: 'correct horse battery' };

it('mails an invitation and a new password from the pages, and reports a refused mail', async () => {
  await using smtp = await openMailServer(password);
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  // The place fails this test where the gateway says or keeps the password of the mail server.
  using place = openPlace();
  const env = {
    GATEHOUSE_BASE_URL: origin,
    GATEHOUSE_SMTP_URL: `smtp://${encodeURIComponent(mailUser)}:${encodeURIComponent(password)}@127.0.0.1:${smtp.port}`,
    GATEHOUSE_MAIL_FROM: 'gate@example.com',
    GATEHOUSE_LOG: 'debug',
  };
  await using gateway = await place.start(['--port', String(port)], { env });
  const [link = ''] = /http\S+\/app\/set-up#\S+/.exec(gateway.greeting) ?? [];
  const owner = openCaller(origin);
  const { organizations } = await owner.ok('set_up', { ...account, secret: secretOf(link), organizationName: 'Acme' });
  const { id: agentId } = await owner.ok('create_agent', { name: 'somebody else’s' }, organizations[0].orgId);
  const { key } = await owner.ok('create_key', { agentId, access: 'read' }, organizations[0].orgId);
  await using browser = await openBrowser();
  await using person = await visit(browser, origin);
  const { page, faults } = person;

  await page.goto(`${origin}/app/sign-in`);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await typeInto(page.getByLabel('E-mail'), account.email);
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Send link' }).click();
  await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor();
  const [reset = ''] = /http:\S+/.exec(textOf(await smtp.mail(1))) ?? [];
  expect(reset.startsWith(`${origin}/app/reset#`)).toBe(true);
  await page.goto(reset);
  await typeInto(page.getByRole('textbox', { name: 'New password' }), 'staple correct horse');
  await page.getByLabel('Revoke the programs and clients that act as me').check();
  await page.getByText('somebody else’s, a program in Acme').waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save password' }).click();
  await page.getByRole('link', { name: 'People' }).waitFor();
  expect((await fetch(`${origin}/v1/tools/whoami`, { method: 'POST', headers: { Authorization: `Bearer ${key}` } })).status).toBe(401);

  await page.getByRole('link', { name: 'People' }).click();
  await page.getByRole('button', { name: 'Invite person' }).click();
  for (const [email, said] of [
    ['bob@example.com', 'Link sent to bob@example.com.'],
    ['refused@example.com', "The e-mail couldn't be sent. Check the address, or send the link yourself."],
  ] as const) {
    await typeInto(page.getByLabel('E-mail'), email);
    await page.getByRole('button', { name: 'Create invite link' }).click();
    await page.getByText(said).waitFor();
    await page.getByText(`${origin}/app/invitation#`).waitFor();
    await page.getByRole('button', { name: 'Invite another' }).click();
  }
  // The second one says that the password was reset.
  expect((await smtp.mail(3)).to).toEqual(['bob@example.com']);
  expect(faults).toEqual([]);
  expect((await gateway.stop()).stderr).toContain('"message":"an email was not sent"');
});
