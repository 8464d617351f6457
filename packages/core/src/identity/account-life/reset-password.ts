import { z } from 'zod';
import { defineDiscoveryTool } from '../../kernel/context/tool.ts';
import { resetReportMail } from '../../kernel/mail/mails.ts';
import { identifier } from '../../kernel/schema/schema.ts';
import { linkSecret, useLink } from '../links/links.ts';
import { findReset } from '../links/resets.ts';
import { newPassword, signedInExample, signedInShape, visitorArgumentBytes } from '../sessions/account-fields.ts';
import { openSession } from '../sessions/open-session.ts';
import { setPassword } from '../sign-in/set-password.ts';
import { removeWaysIn } from '../sign-in/ways-in.ts';
import { endActingAgents, maxActingAgents } from './acting-agents.ts';
import { endServiceAccess, wasShown } from './end-service-access.ts';

export const resetPassword = defineDiscoveryTool({
  name: 'reset_password',
  title: 'Reset password',
  description:
    'Choose a new password with a link. Signs out every browser of the account and signs in this one. Removes its passkeys and company identities (see read_link), except those in keep. Its agents keep working unless keepAgents ends them. A link that was shown to a person also deletes the credentials of its private connections and disconnects its accounts at services.',
  audience: 'visitor',
  access: 'write',
  hints: { destructive: false, idempotent: false, openWorld: false },
  input: z.strictObject({
    secret: linkSecret,
    newPassword,
    keep: z
      .array(identifier('of a passkey or company identity, from read_link'))
      .max(100)
      .default([])
      .describe('passkeys and company identities that can still sign in to the account'),
    keepAgents: z
      .array(identifier('of an agent, from read_link'))
      .max(maxActingAgents)
      .optional()
      .describe('end all agents of the account, in all its organizations, except these; default: end none'),
  }),
  output: signedInShape,
  maximumArgumentBytes: visitorArgumentBytes,
  example: { input: { secret: '3q2-7wEj', newPassword: 'staple correct horse' }, output: signedInExample },
  *prepare(context, input) {
    const { account } = yield* findReset(context, input.secret);
    context.call.notes.memberships = yield* context.store.accounts.memberships(account.id);
    return input;
  },
  runOutside: ({ ports: { passwords }, caller }, { newPassword }) => passwords.hash(newPassword, caller.visit?.address),
  *conclude(context, { secret, keep, keepAgents }, passwordHash) {
    const { store } = context;
    // Hold the sign-in, so that no sign-in with the removed methods or the old password can happen meanwhile.
    yield* store.accounts.hold();
    yield* store.accounts.holdSignIn((yield* findReset(context, secret)).account.id);
    const { link, account } = yield* findReset(context, secret);
    yield* useLink(context, link);
    yield* removeWaysIn(context, account, new Set(keep));
    if (wasShown(link)) yield* endServiceAccess(context, account);
    if (context.gateway.sendsMail)
      context.call.effects.postCommitMail.mail = resetReportMail({ to: account.email, at: context.now, wasShown: wasShown(link) });
    if (keepAgents) yield* endActingAgents(context, account, new Set(keepAgents));
    return yield* openSession(context, yield* setPassword(context, account, passwordHash, undefined));
  },
});
