import { describe, expect, it } from 'vitest';
import { goodPassword, openBrowser, secretOf } from '../console/browser.ts';
import { openPlace } from './command.ts';

const link = /http:\/\/localhost:\d+\/app\/[\w-]+#[\w-]{43}/;
const account = { email: 'ada@example.com', name: 'Ada', password: goodPassword };

describe('links for people', () => {
  it('start prints the set-up link until it is used, and the link opens the workspace of the first start (D38, D40)', async () => {
    using place = openPlace();
    const first = await place.start();
    expect(first.greeting).toMatch(link);
    await first.stop();
    await using gateway = await place.start();
    const [made = ''] = link.exec(gateway.greeting) ?? [];
    expect(new URL(made).port).toBe(new URL(gateway.url).port);
    const browser = openBrowser(gateway.url);
    const { organizations } = await browser.ok('set_up', { ...account, secret: secretOf(made), organizationName: 'Acme' });
    expect(organizations).toMatchObject([{ name: 'Acme', role: 'owner' }]);
    expect((await browser.ok('list_docs', {}, organizations[0].orgId)).docs).toHaveLength(3);
    expect(await place.json(['people', 'list'])).toMatchObject({ people: [{ email: 'ada@example.com', hasAccount: true }] });

    const refused = await place.run(['people', 'setup-link']);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('an account already exists')]);
    await gateway.stop();
    await using later = await place.start();
    expect(later.greeting).not.toMatch(link);
  });

  it('people setup-link, invite and reset-link create links next to a running gateway, with its public address', async () => {
    using place = openPlace();
    await using gateway = await place.start();
    const env = { GATEHOUSE_BASE_URL: 'https://gate.example' };
    const setUp = await place.json(['people', 'setup-link'], { env });
    expect(setUp.link).toMatch(/^https:\/\/gate\.example\/app\/set-up#/);
    const ada = openBrowser(gateway.url);
    await ada.ok('set_up', { ...account, secret: secretOf(setUp.link) });

    const invited = await place.run(['people', 'invite', 'bob@example.com', '--name', 'Bob', '--role', 'admin'], { env });
    expect(invited.stdout).toMatch(
      /^https:\/\/gate\.example\/app\/invitation#\S+\n\nFor bob@example\.com, who joins as admin\. It works once, until /,
    );
    const bob = openBrowser(gateway.url);
    await bob.ok('accept_invitation', { secret: secretOf(invited.stdout.split('\n')[0] as string), password: goodPassword });

    const reset = await place.json(['people', 'reset-link', 'ada@example.com'], { env });
    const again = openBrowser(gateway.url);
    await again.ok('reset_password', { secret: secretOf(reset.link), newPassword: 'staple correct horse' });
    expect(await ada.refused('my_account')).toBe('unauthorized');

    // Without a public address, links name the port on which it really listens.
    const { link: own } = await place.json(['people', 'reset-link', 'ada@example.com']);
    expect(new URL(own).port).toBe(new URL(gateway.url).port);
    const { findings } = await place.json(['doctor']);
    expect(findings).toContainEqual(
      expect.objectContaining({ check: 'gateway', message: `the gateway on port ${new URL(gateway.url).port} is ready` }),
    );

    await place.json(['people', 'remove', 'bob@example.com', '--successor', 'ada@example.com']);
    expect((await bob.ok('my_account')).organizations).toEqual([]);
    expect(await place.json(['verify'])).toMatchObject({ ok: true });
  });
});
