import { z } from 'zod';
import { defineDiscoveryTool } from '../tool.ts';
import { newPassword, signedInExample, signedInShape, visitorArgumentBytes } from './account-fields.ts';
import { linkSecret, useLink } from './links.ts';
import { openSession } from './open-session.ts';
import { findReset } from './resets.ts';
import { setPassword } from './set-password.ts';

export const resetPassword = defineDiscoveryTool({
  name: 'reset_password',
  title: 'Reset password',
  description: 'Choose a new password, by a link. Every browser of the account is signed out, and this one signed in.',
  audience: 'visitor',
  access: 'write',
  hints: { destructive: false, idempotent: false, openWorld: false },
  input: z.strictObject({ secret: linkSecret, newPassword }),
  output: signedInShape,
  maximumArgumentBytes: visitorArgumentBytes,
  example: { input: { secret: '3q2-7wEj', newPassword: 'staple correct horse' }, output: signedInExample },
  *prepare(context, input) {
    const { account } = yield* findReset(context, input.secret);
    context.notes.memberships = yield* context.store.accounts.memberships(account.id);
    return input;
  },
  runOutside: ({ passwords, caller }, { newPassword }) => passwords.hash(newPassword, caller.visit?.address),
  *conclude(context, { secret }, passwordHash) {
    const { link, account } = yield* findReset(context, secret);
    yield* useLink(context, link);
    return yield* openSession(context, yield* setPassword(context, account, passwordHash, undefined));
  },
});
