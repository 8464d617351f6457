import { z } from 'zod';
import { beginReauthentication, concludeReauthentication, ownPassword, runReauthentication } from '../accounts/reauthentication.ts';
import { sessionOf } from '../accounts/signed-in.ts';
import { requireWayIn } from '../accounts/ways-in.ts';
import { noSuchItem } from '../items/no-such-item.ts';
import { identifier } from '../schema.ts';
import { done, okOnly } from '../shapes.ts';
import { defineDiscoveryTool } from '../tool.ts';
import { companyIdentityExample } from './company-identities.ts';

export const unlinkCompanyIdentity = defineDiscoveryTool({
  name: 'unlink_company_identity',
  title: 'Unlink company identity',
  description: 'Have a company identity sign in to this account no more. The last way to sign in stays.',
  audience: 'account',
  access: 'write',
  hints: { destructive: true, idempotent: false, openWorld: false },
  input: z.strictObject({ companyIdentityId: identifier('from list_company_identities'), password: ownPassword }),
  output: okOnly,
  example: { input: { companyIdentityId: companyIdentityExample.id, password: 'correct horse battery' }, output: { ok: true } },
  preparationChanges: true,
  *prepare(context, { companyIdentityId, password }) {
    const known = yield* context.store.companyIdentities.list(sessionOf(context).accountId);
    if (!known.some(({ id }) => id === companyIdentityId)) throw noSuchItem();
    return { companyIdentityId, reauthentication: yield* beginReauthentication(context, password) };
  },
  runOutside: (context, { reauthentication }) => runReauthentication(context, reauthentication),
  *conclude(context, { companyIdentityId, reauthentication }, isRight) {
    const { store } = context;
    yield* store.accounts.hold();
    const account = yield* concludeReauthentication(context, reauthentication, isRight);
    if (!(yield* store.companyIdentities.remove(account.id, companyIdentityId))) throw noSuchItem();
    yield* requireWayIn(context, account);
    return done;
  },
});
