import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPasskey, keepIdentity, keepPasskey, openTwoAccounts, waysOf } from '../../testing/fake-accounts.ts';
import { goodPassword as password } from '../../testing/fake-browser.ts';
import { engines, type Loose } from '../../testing/test-world.ts';

describe('the last way to sign in', () => {
  it('cannot be removed, whichever it is', async () => {
    await using opened = await openTwoAccounts();
    const { ada } = opened;
    const [identity] = (await waysOf(ada)).identities;
    expect(await ada.refused('unlink_company_identity', { companyIdentityId: identity.id })).toBe('invalid_request/last_sign_in');
    const passkeyId = await addPasskey(ada);
    await ada.ok('unlink_company_identity', { companyIdentityId: identity.id });
    expect(await ada.refused('remove_passkey', { passkeyId })).toBe('invalid_request/last_sign_in');
    expect(await waysOf(ada)).toMatchObject({ passkeys: [{ id: passkeyId }], identities: [] });
    await ada.ok('change_password', { newPassword: password });
    await ada.ok('remove_passkey', { passkeyId, password });
  });

  it('is one that this gateway offers: no passkey if passkeys are off, and no other company', async () => {
    await using opened = await openTwoAccounts({ consoleUrl: 'http://192.0.2.1:4747' });
    const { world, company, ada } = opened;
    const { account, identities } = await waysOf(ada);
    await keepPasskey(world, account.id, 1);
    const input = { companyIdentityId: identities[0].id };
    expect(await ada.refused('unlink_company_identity', input)).toBe('invalid_request/last_sign_in');
    await keepIdentity(world, account.id, 1, 'https://former.company.test');
    expect(await ada.refused('unlink_company_identity', input)).toBe('invalid_request/last_sign_in');
    await keepIdentity(world, account.id, 2, company.issuer);
    await ada.ok('unlink_company_identity', input);
  });
});

describe.each(engines)('two ways to sign in that are removed concurrently on $engine', ({ engine, missing }) => {
  describe.skipIf(missing !== undefined)('', () => {
    let opened: Awaited<ReturnType<typeof openTwoAccounts>>;
    beforeAll(async () => {
      opened = await openTwoAccounts({ engine });
    });
    afterAll(async () => {
      await opened[Symbol.asyncDispose]();
    });

    it('leave one of the two', async () => {
      const { world, company, ada } = opened;
      const { account, identities } = await waysOf(ada);
      await keepPasskey(world, account.id, 0);
      await ada.ok('unlink_company_identity', { companyIdentityId: identities[0].id });
      await keepIdentity(world, account.id, 0, company.issuer);
      for (let round = 1; round <= 20; round++) {
        const passkeys = (await waysOf(ada)).passkeys.map(({ id }: Loose) => ({ tool: 'remove_passkey', input: { passkeyId: id } }));
        const others = (await waysOf(ada)).identities.map(({ id }: Loose) => ({
          tool: 'unlink_company_identity',
          input: { companyIdentityId: id },
        }));
        const answers = await Promise.all([...passkeys, ...others].map(({ tool, input }) => ada.call(tool, input)));
        const told = answers.map((answer) => (answer.ok ? 'removed' : answer.error.reason)).sort();
        expect(told).toEqual(['last_sign_in', 'removed']);
        // Adds another way next to the remaining one, of each kind in turn.
        if (round % 2 === 0) await keepPasskey(world, account.id, round);
        else await keepIdentity(world, account.id, round, company.issuer);
      }
    });
  });
});
