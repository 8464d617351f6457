import { z } from 'zod';
import { ownAccount } from '../accounts/signed-in.ts';
import { refusal } from '../errors.ts';
import { noSuchItem } from '../items/no-such-item.ts';
import { done, okOnly } from '../items/shapes.ts';
import { identifier } from '../schema.ts';
import { defineTool } from '../tool.ts';
import { companyIdentityExample } from './company-identities.ts';

export const unlinkCompanyIdentity = defineTool({
  name: 'unlink_company_identity',
  title: 'Unlink company identity',
  description: 'Have a company identity sign in to this account no more. The last one of an account without a password stays.',
  audience: 'account',
  access: 'write',
  hints: { destructive: true, idempotent: false, openWorld: false },
  input: z.strictObject({ companyIdentityId: identifier('from list_company_identities') }),
  output: okOnly,
  example: { input: { companyIdentityId: companyIdentityExample.id }, output: { ok: true } },
  *run(context, { companyIdentityId }) {
    const { store } = context;
    yield* store.accounts.hold();
    const { id, passwordHash } = yield* ownAccount(context);
    if (!(yield* store.companyIdentities.remove(id, companyIdentityId))) throw noSuchItem();
    const others = yield* store.companyIdentities.list(id);
    if (passwordHash === null && others.length === 0)
      throw refusal(
        'last_sign_in',
        'this account has no password, and this is how it signs in: ask an owner for a link to choose one first',
      );
    return done;
  },
});
