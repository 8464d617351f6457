import type { Account, CompanySignIn, Op } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../../kernel/context/context.ts';
import { defineDiscoveryTool } from '../../kernel/context/tool.ts';
import { refusal } from '../../kernel/errors/errors.ts';
import type { CompanyClaims } from '../../kernel/ports/company-port.ts';
import { invitationOf } from '../invitations/invitations.ts';
import { joinByInvitation, useInvitation } from '../invitations/join-by-invitation.ts';
import { badLink } from '../links/links.ts';
import { signedInExample, signedInShape, visitorArgumentBytes } from '../sessions/account-fields.ts';
import { openSession, tellSignedIn } from '../sessions/open-session.ts';
import { ownAccount } from '../sessions/signed-in.ts';
import { createAccount } from '../sign-in/create-account.ts';
import { linkIdentity } from './company-identities.ts';
import { nameOf } from './company-name.ts';
import { joinByDomain } from './join-by-domain.ts';
import { joinLinkedGroups } from './join-linked-groups.ts';
import { companyFailed, requireCompany, takeSignIn } from './pending-sign-in.ts';

const outcomes = ['signed_in', 'joined', 'linked'] as const;
type Finished = z.input<typeof signedInShape> & { outcome: (typeof outcomes)[number] };

export const finishCompanySignIn = defineDiscoveryTool({
  name: 'finish_company_sign_in',
  title: 'Finish company sign-in',
  description:
    'Finish a company sign-in with the query string of the callback. It works once: it signs in the linked account, accepts the invitation, or links the signed-in account. New people can join if an owner has allowed the domain of their verified address. An equal email address alone does not link an account.',
  audience: 'visitor',
  access: 'write',
  hints: { destructive: false, idempotent: false, openWorld: true },
  input: z.strictObject({
    query: z.string().max(8192).describe('query string of the callback URL, after the ?'),
  }),
  output: signedInShape.extend({ outcome: z.enum(outcomes) }),
  maximumArgumentBytes: visitorArgumentBytes,
  example: { input: { query: 'code=SplxlOBe&state=3q2-7wEj' }, output: { ...signedInExample, outcome: 'signed_in' } },
  preparationChanges: true,
  *prepare(context, { query }) {
    requireCompany(context);
    const taken = yield* takeSignIn(context, new URLSearchParams(query).get('state') ?? '');
    return { ...taken, query };
  },
  runOutside: (context, { request, query }) => requireCompany(context).finish({ ...request, query }),
  *conclude(context, signIn, claims): Op<Finished> {
    if ('fault' in claims) throw companyFailed(claims.fault);
    yield* context.store.accounts.hold();
    const known = yield* accountOf(context, claims);
    if (signIn.accountId !== null) return yield* link(context, signIn.accountId, known, claims);
    if (signIn.linkId !== null) return yield* accept(context, signIn.linkId, known, claims);
    const account = known ?? (yield* joinByDomain(context, claims));
    yield* joinLinkedGroups(context, account, claims);
    return { ...(yield* openSession(context, account)), outcome: known ? 'signed_in' : 'joined' };
  },
});

/** Finds the account of a company identity by issuer and subject, never by address (D38). */
function* accountOf({ store }: ToolContext, { issuer, subject }: CompanyClaims): Op<Account | undefined> {
  const identity = yield* store.companyIdentities.find(issuer, subject);
  return identity && (yield* store.accounts.find(identity.accountId));
}

function* link(context: ToolContext, accountId: string, known: Account | undefined, claims: CompanyClaims): Op<Finished> {
  if (context.caller.session?.accountId !== accountId)
    throw companyFailed('the account to link is no longer signed in; sign in and link it again');
  const account = yield* ownAccount(context);
  if (known && known.id !== account.id)
    throw refusal('company_identity_taken', 'this company identity is linked to another account; unlink it there first, under Account');
  if (!known) yield* linkIdentity(context, account, claims);
  yield* joinLinkedGroups(context, account, claims);
  return { ...(yield* tellSignedIn(context, account)), outcome: 'linked' };
}

/** Accepts an invitation with the linked account. Without one, creates an account with the invited address, as with a password. */
function* accept(context: ToolContext, linkId: NonNullable<CompanySignIn['linkId']>, known: Account | undefined, claims: CompanyClaims) {
  const { store, call } = context;
  const link = yield* store.links.find(linkId);
  if (!link) throw badLink('unknown', 'no longer exists');
  const invitation = yield* invitationOf(context, link);
  let account = known;
  if (!account) {
    const email = link.email ?? '';
    account = yield* createAccount(context, { email, name: nameOf(claims, link.name ?? email), passwordHash: null });
    yield* linkIdentity(context, account, claims);
  }
  yield* useInvitation(context, invitation);
  const person = yield* joinByInvitation(context, invitation, account);
  yield* joinLinkedGroups(context, account, claims);
  const signedIn = yield* openSession(context, account);
  call.notes.orgId = person.orgId;
  call.notes.itemType = 'person';
  call.notes.itemId = person.id;
  return { ...signedIn, outcome: 'joined' as const };
}
