import { z } from 'zod';
import { defineDiscoveryTool } from '../../kernel/context/tool.ts';
import { newPassword, signedInExample, signedInShape } from '../sessions/account-fields.ts';
import { openSession } from '../sessions/open-session.ts';
import { sessionOf } from '../sessions/signed-in.ts';
import { beginReauthentication, concludeReauthentication, ownPassword, runReauthentication } from './reauthentication.ts';
import { setPassword } from './set-password.ts';

export const changePassword = defineDiscoveryTool({
  name: 'change_password',
  title: 'Change password',
  description:
    'Change the password of this account, or choose its first one. Gives this browser a new session and signs out every other browser.',
  audience: 'account',
  access: 'write',
  hints: { destructive: false, idempotent: false, openWorld: false },
  input: z.strictObject({ password: ownPassword, newPassword }),
  output: signedInShape,
  example: { input: { password: 'correct horse battery', newPassword: 'staple correct horse' }, output: signedInExample },
  preparationChanges: true,
  *prepare(context, { password, newPassword }) {
    return { newPassword, reauthentication: yield* beginReauthentication(context, password) };
  },
  async runOutside(context, { newPassword, reauthentication }) {
    if (!(await runReauthentication(context, reauthentication))) return undefined;
    return await context.ports.passwords.hash(newPassword, context.caller.visit?.address);
  },
  *conclude(context, { reauthentication }, passwordHash) {
    const account = yield* concludeReauthentication(context, reauthentication, passwordHash !== undefined);
    if (passwordHash === undefined) throw new Error('only a wrong password keeps the new one from being hashed');
    const changed = yield* setPassword(context, account, passwordHash, sessionOf(context).id);
    return yield* openSession(context, changed);
  },
});
