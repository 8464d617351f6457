import { describe, expect, it } from 'vitest';
import { invitationMail } from '../../kernel/mail/mails.ts';
import { goodPassword, join, openBrowser, secretOf, setUpOwner } from '../../testing/fake-browser.ts';
import { createFakeMailer, linkIn } from '../../testing/fake-mailer.ts';
import { createWorld, type World } from '../../testing/test-world.ts';

const operator = { type: 'operator' } as const;
const newPassword = 'staple correct horse';
const accountName = { name: 'Somebody', password: goodPassword };

async function openMailWorld() {
  const mailer = createFakeMailer();
  const world = await createWorld({ mailer });
  return { mailer, world, owner: await setUpOwner(world), [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
}

/** Bob, who is a member here and in another organization, with an address of his own. */
async function bobOfTwo({ world, owner }: Awaited<ReturnType<typeof openMailWorld>>) {
  const bob = await join(world, owner, 'bob@acme.test', 'member');
  await bob.ok('change_email', { email: 'bob@home.test', password: goodPassword });
  const other = await world.ok(operator, 'create_organization', { name: 'Other', ownerEmail: 'olga@other.test' });
  const olga = { type: 'person', orgId: other.orgId, personId: other.ownerId } as const;
  const invited = await world.ok(olga, 'invite_person', { email: 'robert@other.test' });
  await bob.ok('accept_invitation', { secret: secretOf(invited) });
  return bob;
}

describe('an invitation', () => {
  it('is mailed to the invited person, and shown as well (D40)', async () => {
    await using opened = await openMailWorld();
    const { world, owner, mailer } = opened;
    const made = await owner.ok('invite_person', { email: 'bob@acme.test', role: 'admin' }, world.orgId);
    expect(made).toMatchObject({ email: 'bob@acme.test', mailed: true, mailFault: null });
    expect(mailer.sent).toEqual([
      {
        to: 'bob@acme.test',
        subject: 'Join Acme on Gatehouse',
        text: `owner@acme.test invited you to join Acme on Gatehouse as an admin.\n\nOpen this link to join:\n\n${made.link}\n\nIt works once and expires on 2026-01-08 00:00 UTC. If you did not expect this email, ignore it.\n`,
      },
    ]);
    const { link } = made;
    await openBrowser(world).ok('accept_invitation', { secret: secretOf({ link: linkIn(mailer.sent[0]) }), ...accountName });
    expect(link).toBe(linkIn(mailer.sent[0]));
  });

  it('can be copied if it could not be mailed, and the answer gives the reason', async () => {
    await using opened = await openMailWorld();
    const { world, owner, mailer } = opened;
    mailer.fault = 'the mail server cannot be reached';
    const answer = await owner.call('invite_person', { email: 'bob@acme.test' }, world.orgId);
    expect(answer).toMatchObject({ ok: true, value: { mailed: false, mailFault: 'the mail server cannot be reached' } });
    if (answer.ok) expect(JSON.parse(answer.json)).toEqual(answer.value);
    const link = answer.ok && (answer.value as { link: string }).link;
    await openBrowser(world).ok('accept_invitation', { secret: secretOf({ link: String(link) }), ...accountName });
  });

  it('is not mailed if it is refused or if mail is not set up', async () => {
    await using opened = await openMailWorld();
    const { world, owner, mailer } = opened;
    const member = await join(world, owner, 'bob@acme.test', 'member');
    mailer.sent.length = 0;
    expect(await member.refused('invite_person', { email: 'eve@acme.test' }, world.orgId)).toBe('forbidden');
    expect(await owner.refused('invite_person', { email: 'bob@acme.test' }, world.orgId)).toBe('invalid_request/duplicate_name');
    expect(mailer.sent).toEqual([]);
    await using silent = await createWorld();
    expect(await silent.ok(silent.owner, 'invite_person', { email: 'bob@acme.test' })).toMatchObject({ mailed: false, mailFault: null });
  });

  it('has names on one line, without control characters', () => {
    const mail = invitationMail({
      to: 'bob@acme.test',
      organization: 'Acme\r\nBcc: all@evil.test\u0000',
      inviter: 'Eve\u2028\u202eeve\n\n.\n',
      role: 'member',
      link: 'https://gate.test/app/invitation#x',
      expiresAt: 0,
    });
    expect(mail.subject).toBe('Join Acme Bcc: all@evil.test on Gatehouse');
    expect(mail.text.split('\n')[0]).toBe('Eve eve . invited you to join Acme Bcc: all@evil.test on Gatehouse as a member.');
  });

  it('keeps joiners that spell names (D16)', () => {
    const names = { organization: 'می\u200cخواهم', inviter: '👩\u200d💻 Ada' };
    const mail = invitationMail({ to: 'bob@acme.test', ...names, role: 'member', link: 'x', expiresAt: 0 });
    expect(mail.text).toContain(`${names.inviter} invited you to join ${names.organization} on Gatehouse`);
  });

  it('cuts a long name between two characters', () => {
    const mail = invitationMail({
      to: 'bob@acme.test',
      organization: '🦊'.repeat(300),
      inviter: undefined,
      role: 'member',
      link: 'x',
      expiresAt: 0,
    });
    expect(mail.subject).toBe(`Join ${'🦊'.repeat(200)} on Gatehouse`);
  });
});

describe('a reset', () => {
  it('is committed before it is mailed', async () => {
    await using opened = await openMailWorld();
    const { world, owner, mailer } = opened;
    await join(world, owner, 'bob@acme.test', 'member');
    const read: unknown[] = [];
    const { send } = mailer;
    mailer.send = async (mail) => {
      // Answers only after the transaction that made the link has ended.
      read.push(await openBrowser(world).ok('read_link', { secret: secretOf({ link: linkIn(mail) }) }));
      return send(mail);
    };
    const made = await owner.ok('create_reset_link', { email: 'bob@acme.test' }, world.orgId);
    expect(made).toMatchObject({ link: null, mailed: true });
    expect(read).toMatchObject([{ kind: 'reset', email: 'bob@acme.test' }]);
  });

  it('is shown only to the operator, and reported to the address of the account (D43)', async () => {
    await using opened = await openMailWorld();
    const { world, owner, mailer } = opened;
    await join(world, owner, 'bob@acme.test', 'member');
    const input = { email: 'bob@acme.test' };
    const answer = await owner.call('create_reset_link', input, world.orgId);
    const mailed = secretOf({ link: linkIn(mailer.sent.at(-1)) });
    expect(answer).toMatchObject({ ok: true, value: { link: null, mailed: true } });
    expect(answer.ok && answer.json).not.toContain(mailed);
    mailer.sent.length = 0;
    await openBrowser(world).ok('reset_password', { secret: mailed, newPassword });
    expect(mailer.sent).toEqual([
      {
        to: 'bob@acme.test',
        subject: 'Your Gatehouse password was reset',
        text: 'The password of your Gatehouse account was reset with a link on 2026-01-01 00:00 UTC. Every browser was signed out.\n\nIf this was not you, tell an owner of your organization or your administrator immediately.\n',
      },
    ]);
    const shown = await world.ok(world.owner, 'create_reset_link', input);
    await openBrowser(world).ok('reset_password', { secret: secretOf(shown), newPassword });
    expect(mailer.sent.at(-1)).toMatchObject({
      to: 'bob@acme.test',
      text: expect.stringContaining('your accounts at services were disconnected'),
    });
    const count = mailer.sent.length;
    expect(await openBrowser(world).refused('reset_password', { secret: secretOf(shown), newPassword })).toBe(
      'invalid_request/link_not_good',
    );
    expect(mailer.sent).toHaveLength(count);
  });

  it('is mailed and never shown, and only owners can create it, if the account is in several organizations (D43)', async () => {
    await using opened = await openMailWorld();
    const { world, owner, mailer } = opened;
    await bobOfTwo(opened);
    const admin = await join(world, owner, 'ann@acme.test', 'admin');
    mailer.sent.length = 0;
    expect(await admin.refused('create_reset_link', { email: 'bob@acme.test' }, world.orgId)).toBe('forbidden');
    expect(mailer.sent).toEqual([]);
    const answer = await owner.call('create_reset_link', { email: 'bob@acme.test' }, world.orgId);
    expect(answer).toMatchObject({ ok: true, value: { link: null, mailed: true, mailFault: null } });
    expect(mailer.sent.map(({ to }) => to)).toEqual(['bob@home.test']);
    const secret = secretOf({ link: linkIn(mailer.sent[0]) });
    if (answer.ok) expect(answer.json).not.toContain(secret);
    const { organizations } = await openBrowser(world).ok('reset_password', { secret, newPassword });
    expect(organizations).toHaveLength(2);
    mailer.fault = 'the mail server cannot be reached';
    expect(await owner.ok('create_reset_link', { email: 'bob@acme.test' }, world.orgId)).toMatchObject({
      link: null,
      mailed: false,
      mailFault: 'the mail server cannot be reached',
    });
  });

  it('is refused if the account is in several organizations and mail is not set up', async () => {
    const mailer = createFakeMailer();
    await using world = await createWorld();
    const owner = await setUpOwner(world);
    await bobOfTwo({ world, owner, mailer, [Symbol.asyncDispose]: async () => {} });
    expect(await owner.refused('create_reset_link', { email: 'bob@acme.test' }, world.orgId)).toBe('forbidden');
  });
});

/** The name of each program of the store that runs from now on, `links.create` for one. */
function recordSteps(store: World['store']): string[] {
  const steps: string[] = [];
  for (const [repo, programs] of Object.entries(store)) {
    if (typeof programs !== 'object' || programs === null) continue;
    for (const [name, program] of Object.entries(programs)) {
      if (typeof program !== 'function') continue;
      Object.assign(programs, {
        [name](...args: unknown[]) {
          steps.push(`${repo}.${name}`);
          return program.apply(programs, args);
        },
      });
    }
  }
  return steps;
}

describe('request_reset', () => {
  it('mails a link, and gives the same answer if there is no account', async () => {
    await using opened = await openMailWorld();
    const { world, mailer } = opened;
    const visitor = openBrowser(world, '192.0.2.1');
    expect(await visitor.ok('sign_in_options')).toMatchObject({ mailsResets: true, companyHost: null });
    const known = await visitor.call('request_reset', { email: 'Owner@acme.test' });
    const unknown = await visitor.call('request_reset', { email: 'nobody@acme.test' });
    expect([known, unknown].map((answer) => answer.ok && answer.json)).toEqual(['{}', '{}']);
    expect(mailer.sent.map(({ to }) => to)).toEqual(['owner@acme.test']);
    await visitor.ok('reset_password', { secret: secretOf({ link: linkIn(mailer.sent[0]) }), newPassword });
    const [row] = await world.store.read(() => world.store.activity.list({ orgId: world.orgId, limit: 50 }));
    expect(row).toMatchObject({ tool: 'reset_password' });
  });

  it('makes the same queries in the same order, whether there is an account or not (D41)', async () => {
    await using opened = await openMailWorld();
    const { world } = opened;
    const steps = recordSteps(world.store);
    const taken: string[][] = [];
    // From two addresses: what an address has stored already is its own.
    for (const [address, email] of Object.entries({ '192.0.2.1': 'owner@acme.test', '192.0.2.2': 'nobody@acme.test' })) {
      await openBrowser(world, address).ok('request_reset', { email });
      taken.push(steps.splice(0));
    }
    // The call is logged in the organization of the account, or folded among the operator's: one row each (D42).
    const [known, unknown] = taken.map((names) => names.map((name) => (name.startsWith('activity.record') ? 'a row of the log' : name)));
    expect(known).toEqual(unknown);
    expect(known).toContain('links.create');
    expect(known?.filter((name) => name === 'a row of the log')).toHaveLength(1);
    const reset = secretOf({ link: linkIn(opened.mailer.sent[0]) });
    expect(await openBrowser(world).ok('read_link', { secret: reset })).toMatchObject({ email: 'owner@acme.test' });
  });

  it('stores no link for an unknown address', async () => {
    await using opened = await openMailWorld();
    const { world } = opened;
    const made: string[] = [];
    const { create } = world.store.links;
    world.store.links.create = function* (link) {
      made.push(link.id);
      yield* create(link);
    };
    for (const email of ['owner@acme.test', 'nobody@acme.test']) await openBrowser(world).ok('request_reset', { email });
    const kept = await Promise.all(made.map((id) => world.store.read(() => world.store.links.find(id))));
    expect(kept).toMatchObject([{ kind: 'reset' }, undefined]);
  });

  it('answers before the mail is sent', async () => {
    await using opened = await openMailWorld();
    const { world, mailer } = opened;
    const held = Promise.withResolvers<string | undefined>();
    mailer.send = () => held.promise;
    expect(await openBrowser(world).ok('request_reset', { email: 'owner@acme.test' })).toEqual({});
    held.resolve('too late');
  });

  it('is refused after 10 requests for an e-mail, even from many addresses and for an unknown one, without blocking sign-in (D41)', async () => {
    await using opened = await openMailWorld();
    const { world, mailer } = opened;
    for (const email of ['owner@acme.test', 'nobody@acme.test']) {
      for (let number = 0; number < 10; number++) await openBrowser(world, `192.0.2.${number}`).ok('request_reset', { email });
      expect(await openBrowser(world, '192.0.2.99').refused('request_reset', { email })).toBe('rate_limited/too_many_tries');
    }
    expect(mailer.sent).toHaveLength(10);
    await openBrowser(world, '192.0.2.1').ok('sign_in', { email: 'owner@acme.test', password: goodPassword });
    world.clock.now += 15 * 60_000;
    await openBrowser(world, '192.0.2.1').ok('request_reset', { email: 'owner@acme.test' });
    expect(mailer.sent).toHaveLength(11);
  });

  it('is refused if mail is not set up, and the page is informed', async () => {
    await using world = await createWorld();
    expect(await openBrowser(world).ok('sign_in_options')).toMatchObject({ mailsResets: false, companyHost: null });
    expect(await openBrowser(world).refused('request_reset', { email: 'owner@acme.test' })).toBe('invalid_request/no_mail');
  });
});
