import { z } from 'zod';
import { defineDiscoveryTool } from '../../kernel/context/tool.ts';
import { refusal } from '../../kernel/errors/errors.ts';
import { linkSecret } from '../links/links.ts';
import { accountName, newPassword, signedInExample, signedInShape, visitorArgumentBytes } from '../sessions/account-fields.ts';
import { openSession, tellSignedIn } from '../sessions/open-session.ts';
import { ownAccount } from '../sessions/signed-in.ts';
import { refuseTakenAddress } from '../sign-in/change-email.ts';
import { createAccount } from '../sign-in/create-account.ts';
import { findInvitation } from './invitations.ts';
import { joinByInvitation, useInvitation } from './join-by-invitation.ts';

export const acceptInvitation = defineDiscoveryTool({
  name: 'accept_invitation',
  title: 'Accept invitation',
  description:
    'Join an organization with a link: with the signed-in account, or with a new account for the invited address, which needs a name and a password. An address alone does not make anyone a member.',
  audience: 'visitor',
  access: 'write',
  hints: { destructive: false, idempotent: false, openWorld: false },
  input: z.strictObject({ secret: linkSecret, name: accountName().optional(), password: newPassword.optional() }),
  output: signedInShape,
  maximumArgumentBytes: visitorArgumentBytes,
  example: { input: { secret: '3q2-7wEj', name: 'Ada', password: 'correct horse battery' }, output: signedInExample },
  *prepare(context, { secret, name, password }) {
    const { link } = yield* findInvitation(context, secret);
    if (context.caller.session) return { secret, account: undefined };
    if (password === undefined)
      throw refusal('invalid_argument', 'password is missing: choose one for the new account, or sign in first and open the link again');
    yield* refuseTakenAddress(context.store, link.email ?? '');
    return { secret, account: { email: link.email ?? '', name: name ?? link.name ?? link.email ?? '', password } };
  },
  async runOutside({ caller, ports: { passwords } }, { account }) {
    return account && (await passwords.hash(account.password, caller.visit?.address));
  },
  *conclude(context, { secret, account }, passwordHash) {
    const { store, call } = context;
    yield* store.accounts.hold();
    const joining = account
      ? yield* createAccount(context, { ...account, passwordHash: passwordHash ?? null })
      : yield* ownAccount(context);
    const invitation = yield* findInvitation(context, secret);
    yield* useInvitation(context, invitation);
    const person = yield* joinByInvitation(context, invitation, joining);
    const signedIn = account ? yield* openSession(context, joining) : yield* tellSignedIn(context, joining);
    call.notes.orgId = person.orgId;
    call.notes.itemType = 'person';
    call.notes.itemId = person.id;
    return signedIn;
  },
});
