import { z } from 'zod';
import { noSuchItem } from '../../kernel/context/no-such-item.ts';
import { defineDiscoveryTool } from '../../kernel/context/tool.ts';
import { identifier } from '../../kernel/schema/schema.ts';
import { done, okOnly } from '../../kernel/schema/shapes.ts';
import { sessionOf } from '../sessions/signed-in.ts';
import { beginReauthentication, concludeReauthentication, ownPassword, runReauthentication } from '../sign-in/reauthentication.ts';
import { requireWayIn } from '../sign-in/ways-in.ts';
import { companyIdentityExample } from './company-identities.ts';

export const unlinkCompanyIdentity = defineDiscoveryTool({
  name: 'unlink_company_identity',
  title: 'Unlink company identity',
  description: 'Unlink a company identity from this account. The last way to sign in cannot be removed.',
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
