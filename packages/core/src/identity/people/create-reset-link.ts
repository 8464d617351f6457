import type { Op, Person } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../../kernel/context/context.ts';
import { defineTool } from '../../kernel/context/tool.ts';
import { GatewayError, refusal } from '../../kernel/errors/errors.ts';
import { resetMail } from '../../kernel/mail/mails.ts';
import { mailedShape, notMailed } from '../../kernel/mail/post-commit-mail.ts';
import { email } from '../../kernel/schema/person-fields.ts';
import { madeLinkExample, madeLinkShape, makeLink } from '../links/links.ts';
import { belongsElsewhere, isOwnedHere } from '../links/resets.ts';
import { requireManaged } from '../roles/roles.ts';
import { personByEmail } from './find-person.ts';

export const createResetLink = defineTool({
  name: 'create_reset_link',
  title: 'Create reset link',
  description:
    'Create a link with which a person chooses a new password, within the hour. Using it signs every browser of the account out. Where mail is set up, it is mailed to the address of the account and shown to no one. Using a link that is shown also deletes the credentials of the private connections of the account and disconnects its accounts at services.',
  audience: 'person',
  access: 'write',
  role: 'admin',
  hints: { destructive: false, idempotent: false, openWorld: false },
  input: z.strictObject({ email }),
  /** Null if the link is only mailed. */
  output: madeLinkShape.extend({ link: z.string().nullable(), ...mailedShape.shape }),
  example: {
    input: { email: 'bob@example.com' },
    output: { ...madeLinkExample, link: madeLinkExample.link.replace('invitation', 'reset'), ...notMailed },
  },
  *run(context, { email }) {
    const { store, call, gateway } = context;
    const person = yield* personByEmail(context, email);
    if (person.accountId === null) throw refusal('no_such_item', `${email} has no account yet; invite_person creates a link`);
    requireManaged(context, person);
    yield* requireMayReset(context, person);
    const account = gateway.sendsMail ? yield* store.accounts.find(person.accountId) : undefined;
    // A mailed link is shown only to the operator.
    const mailedOnly = account && context.caller.session ? account.email : null;
    const { link, expiresAt } = yield* makeLink(context, {
      kind: 'reset',
      accountId: person.accountId,
      ...(mailedOnly === null ? madeBy(context) : { email: mailedOnly }),
    });
    if (account) {
      call.effects.postCommitMail = { mail: resetMail({ to: account.email, link, expiresAt }), isAwaited: true };
    }
    call.notes.itemType = 'person';
    call.notes.itemId = person.id;
    return { link: mailedOnly === null ? link : null, expiresAt, ...notMailed };
  },
});

/**
 * Checks that the caller may reset this person's password. Without mail, the link is shown. Then no one can create one for their own
 * account, because a stolen session must not choose a password with it (D54). Only the operator may create one for an account of several
 * organizations. With mail, an owner may have one mailed to such an account: that is equal to the account's own request (D43).
 */
function* requireMayReset(context: ToolContext, person: Person): Op<void> {
  if (context.caller.session?.accountId === person.accountId) {
    if (context.gateway.sendsMail) return;
    throw new GatewayError('forbidden', 'you cannot create a link for your own account: change your password under Account');
  }
  if (yield* isOwnedHere(context, person)) return;
  if (context.gateway.sendsMail && context.caller.role === 'owner') return;
  throw belongsElsewhere(person);
}

function madeBy({ caller }: ToolContext): { orgId: string; createdBy: string | null } | undefined {
  return caller.session ? { orgId: caller.orgId, createdBy: caller.personId } : undefined;
}
