import { z } from 'zod';
import { defineDiscoveryTool } from '../tool.ts';
import { newPassword, password, signedInExample, signedInShape } from './account-fields.ts';
import { beginCheck, concludeCheck, runCheck } from './check-password.ts';
import { openSession } from './open-session.ts';
import { setPassword } from './set-password.ts';
import { ownAccount, sessionOf } from './signed-in.ts';

export const changePassword = defineDiscoveryTool({
  name: 'change_password',
  title: 'Change password',
  description: 'Change the password of this account. This browser gets a new session, and every other one is signed out.',
  audience: 'account',
  access: 'write',
  hints: { destructive: false, idempotent: false, openWorld: false },
  input: z.strictObject({ password, newPassword }),
  output: signedInShape,
  example: { input: { password: 'correct horse battery', newPassword: 'staple correct horse' }, output: signedInExample },
  preparationChanges: true,
  *prepare(context, input) {
    const account = yield* ownAccount(context);
    return { ...input, check: yield* beginCheck(context, account.email, sessionOf(context).id, account) };
  },
  async runOutside(context, { check, password, newPassword }) {
    if (!(await runCheck(context, check, password))) return undefined;
    return await context.passwords.hash(newPassword, context.caller.visit?.address);
  },
  *conclude(context, { check }, passwordHash) {
    const account = yield* concludeCheck(context, check, passwordHash !== undefined);
    const changed = yield* setPassword(context, account, passwordHash ?? null, sessionOf(context).id);
    return yield* openSession(context, changed);
  },
});
