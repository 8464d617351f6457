import { z } from 'zod';
import { defineDiscoveryTool } from '../../kernel/context/tool.ts';
import { email } from '../../kernel/schema/person-fields.ts';
import { findTrustedDevice } from '../secrets/trusted-device.ts';
import { password, signedInExample, signedInShape, visitorArgumentBytes } from '../sessions/account-fields.ts';
import { openSession } from '../sessions/open-session.ts';
import { beginCheck, concludeCheck, runCheck } from './check-password.ts';

export const signIn = defineDiscoveryTool({
  name: 'sign_in',
  title: 'Sign in',
  description: 'Sign this browser in with an email address and a password.',
  audience: 'visitor',
  access: 'write',
  hints: { destructive: false, idempotent: false, openWorld: false },
  input: z.strictObject({ email, password }),
  output: signedInShape,
  maximumArgumentBytes: visitorArgumentBytes,
  example: { input: { email: 'ada@example.com', password: 'correct horse battery' }, output: signedInExample },
  preparationChanges: true,
  *prepare(context, { email, password }) {
    const { store, gateway, caller, call } = context;
    const account = yield* store.accounts.findByEmail(email);
    const browser = account && findTrustedDevice(gateway.settings, caller.visit?.browser, account.id);
    const check = yield* beginCheck(context, email, browser, account);
    if (account) call.notes.memberships = yield* store.accounts.memberships(account.id);
    return { check, password };
  },
  runOutside: (context, { check, password }) => runCheck(context, check, password),
  *conclude(context, { check }, isRight) {
    return yield* openSession(context, yield* concludeCheck(context, check, isRight));
  },
});
