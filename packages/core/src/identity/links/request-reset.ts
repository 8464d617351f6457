import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { refusal } from '../../kernel/errors/errors.ts';
import { resetMail } from '../../kernel/mail/mails.ts';
import { email } from '../../kernel/schema/person-fields.ts';
import { visitorArgumentBytes } from '../sessions/account-fields.ts';
import { countGuess, maxMailedResets } from '../sign-in/guessing.ts';
import { makeLink } from './links.ts';

export const requestReset = defineTool({
  name: 'request_reset',
  title: 'Request reset',
  description:
    'Send the account a link by email to choose a new password, valid for one hour. The answer is the same if there is no such account.',
  audience: 'visitor',
  access: 'write',
  hints: { destructive: false, idempotent: false, openWorld: false },
  input: z.strictObject({ email }),
  output: z.object({}),
  maximumArgumentBytes: visitorArgumentBytes,
  example: { input: { email: 'ada@example.com' }, output: {} },
  *run(context, { email }) {
    const { store, call, gateway } = context;
    if (!gateway.sendsMail) throw refusal('no_mail', 'this gateway sends no mail; ask an owner or admin of your organization for a link');
    yield* countGuess(context, { email, known: undefined, asksForMail: true });
    const account = yield* store.accounts.findByEmail(email);
    // Do the same work for an unknown address, without effect: the time must not reveal accounts (D41).
    const { id, link, expiresAt } = yield* makeLink(context, { kind: 'reset', accountId: account?.id ?? null, email });
    const mail = resetMail({ to: email, link, expiresAt });
    call.notes.memberships = yield* store.accounts.memberships(account?.id ?? '');
    yield* store.links.remove(account ? '' : id);
    // Strangers can request links, so remove only links that no longer work (D64).
    yield* store.links.removeOldResets(account?.id ?? '', maxMailedResets);
    // Sent after the answer: the time of sending must not reveal accounts either.
    if (account) call.effects.postCommitMail.mail = mail;
    return {};
  },
});
