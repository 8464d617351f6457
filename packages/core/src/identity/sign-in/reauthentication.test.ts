import { describe, expect, it } from 'vitest';
import { allTools } from '../../gateway/tools/all-tools.ts';
import { addPasskey, keepIdentity, keepPasskey, openTwoAccounts, waysOf } from '../../testing/fake-accounts.ts';
import { join, openBrowser, goodPassword as password } from '../../testing/fake-browser.ts';
import { finish } from '../../testing/fake-company.ts';
import { createFakeMailer } from '../../testing/fake-mailer.ts';
import type { Loose } from '../../testing/test-world.ts';
import { ownPassword, stepUpMaxAgeMs } from './reauthentication.ts';

const reauthenticating = allTools.filter(({ input }) => input.shape.password === ownPassword);

/** The example of a tool that asks for it, without the password, about a passkey or a company identity that the account has. */
function inputOf(tool: string, { passkeys, identities }: { passkeys: Loose[]; identities: Loose[] }): Record<string, Loose> {
  if (tool === 'begin_company_sign_in') return { link: true };
  const { password: _password, ...input }: Record<string, Loose> = allTools.find(({ name }) => name === tool)?.example.input ?? {};
  return {
    ...input,
    ...('passkeyId' in input && { passkeyId: passkeys[0].id }),
    ...('companyIdentityId' in input && { companyIdentityId: identities[0].id }),
  };
}

describe('changes to the ways to sign in to an account (D54)', () => {
  it('ask for the password again, unless they give no access or the password was just given', () => {
    const others = ['add_passkey', 'change_name', 'end_other_sessions', 'end_session', 'refuse_client', 'sign_out'];
    const changing = allTools.filter(({ audience, access }) => audience === 'account' && access === 'write').map(({ name }) => name);
    expect([...reauthenticating.map(({ name }) => name), ...others].sort()).toEqual([...changing, 'begin_company_sign_in'].sort());
  });

  it.each(reauthenticating.map(({ name }) => name))('%s changes nothing without the password', async (tool) => {
    await using opened = await openTwoAccounts();
    const { world, owner, company } = opened;
    const { account } = await waysOf(owner);
    await keepPasskey(world, account.id, 1);
    await keepIdentity(world, account.id, 1, company.issuer);
    const before = await waysOf(owner);
    const begun = company.begun.length;
    const input = inputOf(tool, before);
    expect(await owner.refused(tool, input)).toBe('invalid_request/invalid_argument');
    expect(await owner.refused(tool, { ...input, password: 'wrong horse battery' })).toBe('unauthorized/wrong_password');
    expect(await waysOf(owner)).toEqual(before);
    expect(company.begun).toHaveLength(begun);
  });

  it.each(reauthenticating.map(({ name }) => name))('%s asks an account without one to sign in again', async (tool) => {
    await using opened = await openTwoAccounts();
    const { world, ada, company } = opened;
    await keepPasskey(world, (await waysOf(ada)).account.id, 1);
    const before = await waysOf(ada);
    world.clock.now += stepUpMaxAgeMs;
    const bare = inputOf(tool, before);
    for (const input of [bare, { ...bare, password }]) {
      const answer = await ada.call(tool, input);
      expect(answer).toMatchObject({ ok: false, error: { status: 401, reason: 'sign_in_again' } });
      expect(!answer.ok && answer.error.message).toMatch(/^Sign in again, then /);
    }
    expect(await waysOf(ada)).toEqual(before);
    expect(company.begun).toHaveLength(1);
    expect(await openBrowser(world).refused(tool, bare)).toBe('unauthorized');
  });

  it('are allowed to an account without a password that has just signed in', async () => {
    await using opened = await openTwoAccounts();
    const { world, ada, company } = opened;
    world.clock.now += stepUpMaxAgeMs;
    await finish(ada);
    world.clock.now += stepUpMaxAgeMs - 1;
    const passkeyId = await addPasskey(ada);
    company.answer = { issuer: company.issuer, subject: 'ada at work', email: null, isEmailVerified: false, name: null };
    expect(await finish(ada, { link: true })).toMatchObject({ outcome: 'linked' });
    const { identities } = await waysOf(ada);
    expect(identities).toHaveLength(2);
    for (const { id } of identities) await ada.ok('unlink_company_identity', { companyIdentityId: id });
    await addPasskey(ada);
    await ada.ok('remove_passkey', { passkeyId });
    expect(await ada.ok('change_email', { email: 'ada@home.test' })).toMatchObject({ email: 'ada@home.test' });
    expect(await ada.ok('change_password', { newPassword: password })).toMatchObject({ account: { hasPassword: true } });
    expect(await ada.refused('delete_account')).toBe('invalid_request/invalid_argument');
    await ada.ok('delete_account', { password });
  });

  it('are refused if the password changes in the meantime', async () => {
    await using opened = await openTwoAccounts();
    const { ada, company } = opened;
    const begin = company.begin;
    company.begin = async (request) => {
      await ada.ok('change_password', { newPassword: password });
      return await begin(request);
    };
    // It has ended the session that this call came with.
    expect(await ada.refused('begin_company_sign_in', { link: true })).toBe('unauthorized');
  });

  it('store nothing of a company sign-in that began with a wrong password', async () => {
    await using opened = await openTwoAccounts();
    const { owner, world } = opened;
    const answer = await owner.call('begin_company_sign_in', { link: true, password: 'wrong horse battery' });
    expect(answer).toMatchObject({ ok: false, error: { reason: 'wrong_password' } });
    expect(owner.company).toBeUndefined();
    const row = (await world.store.read(() => world.store.activity.list({ orgId: world.orgId, limit: 1 })))[0];
    expect(row).toMatchObject({ tool: 'begin_company_sign_in', reason: 'wrong_password' });
  });
});

describe('a reset link for the own account (D54)', () => {
  it('is mailed but not shown to a person signed in to the account, and is refused without mail', async () => {
    await using silent = await openTwoAccounts();
    const input = { email: 'owner@acme.test' };
    expect(await silent.owner.refused('create_reset_link', input, silent.world.orgId)).toBe('forbidden');
    const mailer = createFakeMailer();
    await using opened = await openTwoAccounts({ mailer });
    const answer = await opened.owner.ok('create_reset_link', input, opened.world.orgId);
    expect(answer).toMatchObject({ link: null, mailed: true });
    expect(mailer.sent).toMatchObject([{ to: 'owner@acme.test' }]);
    const second = await join(opened.world, opened.owner, 'second@acme.test', 'owner');
    expect((await second.ok('create_reset_link', input, opened.world.orgId)).link).toBeNull();
    const other = await join(silent.world, silent.owner, 'second@acme.test', 'owner');
    expect((await other.ok('create_reset_link', input, silent.world.orgId)).link).toContain('/app/reset#');
  });
});
