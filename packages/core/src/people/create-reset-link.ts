import type { Op, Person } from '@gatehouse/storage';
import { z } from 'zod';
import { madeLinkExample, madeLinkShape, makeLink } from '../accounts/links.ts';
import { belongsElsewhere, isOwnedHere } from '../accounts/resets.ts';
import type { ToolContext } from '../context.ts';
import { GatewayError, refusal } from '../errors.ts';
import { resetMail } from '../mail/mails.ts';
import { mailedShape, notMailed } from '../mail/outbox.ts';
import { defineTool } from '../tool.ts';
import { personByEmail } from './find-person.ts';
import { email } from './person-fields.ts';
import { requireManaged } from './roles.ts';

export const createResetLink = defineTool({
  name: 'create_reset_link',
  title: 'Create reset link',
  description:
    'Make a link by which a person chooses a new password, within the hour. Using it signs every browser of the account out. Where mail is set up it is mailed to the address of the account too; to an account of several organizations, and to your own, it is only mailed.',
  audience: 'person',
  access: 'write',
  role: 'admin',
  hints: { destructive: false, idempotent: false, openWorld: false },
  input: z.strictObject({ email }),
  /** The link is null where it is only mailed. */
  output: madeLinkShape.extend({ link: z.string().nullable(), ...mailedShape.shape }),
  example: {
    input: { email: 'bob@example.com' },
    output: { ...madeLinkExample, link: madeLinkExample.link.replace('invitation', 'reset'), ...notMailed },
  },
  *run(context, { email }) {
    const { store, mailer, outbox, notes } = context;
    const person = yield* personByEmail(context, email);
    if (person.accountId === null) throw refusal('no_such_item', `${email} does not sign in yet: invite_person makes a link for that`);
    requireManaged(context, person);
    const isShown = yield* requireShownOrMailed(context, person);
    const { link, expiresAt } = yield* makeLink(context, {
      kind: 'reset',
      accountId: person.accountId,
      ...(isShown && madeBy(context)),
    });
    const account = mailer && (yield* store.accounts.find(person.accountId));
    if (account) {
      outbox.mail = resetMail({ to: account.email, link, expiresAt });
      outbox.isAwaited = true;
    }
    notes.itemType = 'person';
    notes.itemId = person.id;
    return { link: isShown ? link : null, expiresAt, ...notMailed };
  },
});

/**
 * Whether the link may be shown. One to an account of other organizations too is only mailed, to the address that the account itself has, and
 * only for an owner: it is then worth what the account's own request would be, and nothing to whoever made it (D43). One to the caller's own
 * account is only mailed too: whoever has stolen their session must not choose a password with it (D54).
 */
function* requireShownOrMailed(context: ToolContext, person: Person): Op<boolean> {
  if (context.caller.session?.accountId === person.accountId) {
    if (context.mailer) return false;
    throw new GatewayError('forbidden', 'a link to your own account is for others to make: change your password under Account');
  }
  if (yield* isOwnedHere(context, person)) return true;
  if (context.mailer && context.caller.role === 'owner') return false;
  throw belongsElsewhere(person);
}

function madeBy({ caller }: ToolContext): { orgId: string; createdBy: string | null } | undefined {
  return caller.session ? { orgId: caller.orgId, createdBy: caller.personId } : undefined;
}
