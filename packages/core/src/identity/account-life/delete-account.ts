import type { Account, Op } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../../kernel/context/context.ts';
import { defineDiscoveryTool } from '../../kernel/context/tool.ts';
import { done, okOnly } from '../../kernel/schema/shapes.ts';
import { endMembership } from '../people/end-membership.ts';
import { requireAnotherOwner } from '../roles/roles.ts';
import { browserOf } from '../sessions/open-session.ts';
import { beginReauthentication, concludeReauthentication, ownPassword, runReauthentication } from '../sign-in/reauthentication.ts';

export const deleteAccount = defineDiscoveryTool({
  name: 'delete_account',
  title: 'Delete account',
  description:
    'Delete this account and leave all its organizations. Its work stays with them. The last owner of an organization must name another owner first.',
  audience: 'account',
  access: 'write',
  hints: { destructive: true, idempotent: false, openWorld: false },
  input: z.strictObject({ password: ownPassword }),
  output: okOnly,
  example: { input: { password: 'correct horse battery' }, output: { ok: true } },
  preparationChanges: true,
  prepare: (context, { password }) => beginReauthentication(context, password),
  runOutside: runReauthentication,
  *conclude(context, reauthentication, isRight) {
    const { store } = context;
    yield* store.accounts.hold();
    const account = yield* concludeReauthentication(context, reauthentication, isRight);
    yield* leaveAll(context, account);
    yield* store.links.removeOfAccount(account.id);
    yield* store.companyIdentities.removeAll(account.id);
    yield* store.companySignIns.removeOfAccount(account.id);
    yield* store.passkeys.removeOfAccount(account.id);
    yield* store.sessions.removeAll(account.id);
    yield* store.accounts.remove(account.id);
    browserOf(context).session = null;
    return done;
  },
});

function* leaveAll(context: ToolContext, { id }: Account): Op<void> {
  const { store } = context;
  for (const { orgId } of yield* store.accounts.memberships(id)) {
    yield* store.people.hold(orgId);
    const person = yield* store.people.findByAccount(orgId, id);
    if (!person) continue;
    yield* requireAnotherOwner(store, person);
    const attribution = { ...context.call.attribution, personId: person.id };
    yield* endMembership({ ...context, call: { ...context.call, attribution } }, person);
  }
}
