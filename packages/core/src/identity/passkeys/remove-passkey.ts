import { z } from 'zod';
import { noSuchItem } from '../../kernel/context/no-such-item.ts';
import { defineDiscoveryTool } from '../../kernel/context/tool.ts';
import { identifier } from '../../kernel/schema/schema.ts';
import { done, okOnly } from '../../kernel/schema/shapes.ts';
import { sessionOf } from '../sessions/signed-in.ts';
import { beginReauthentication, concludeReauthentication, ownPassword, runReauthentication } from '../sign-in/reauthentication.ts';
import { requireWayIn } from '../sign-in/ways-in.ts';
import { passkeyExample } from './passkey-fields.ts';

export const removePasskey = defineDiscoveryTool({
  name: 'remove_passkey',
  title: 'Remove passkey',
  description:
    'Remove a passkey of this account. Browsers that signed in with it stay signed in. The last way to sign in cannot be removed.',
  audience: 'account',
  access: 'write',
  hints: { destructive: true, idempotent: false, openWorld: false },
  input: z.strictObject({ passkeyId: identifier('from list_passkeys'), password: ownPassword }),
  output: okOnly,
  example: { input: { passkeyId: passkeyExample.id, password: 'correct horse battery' }, output: { ok: true } },
  preparationChanges: true,
  *prepare(context, { passkeyId, password }) {
    const known = yield* context.store.passkeys.list(sessionOf(context).accountId);
    if (!known.some(({ id }) => id === passkeyId)) throw noSuchItem();
    return { passkeyId, reauthentication: yield* beginReauthentication(context, password) };
  },
  runOutside: (context, { reauthentication }) => runReauthentication(context, reauthentication),
  *conclude(context, { passkeyId, reauthentication }, isRight) {
    const { store } = context;
    yield* store.accounts.hold();
    const account = yield* concludeReauthentication(context, reauthentication, isRight);
    if (!(yield* store.passkeys.remove(account.id, passkeyId))) throw noSuchItem();
    yield* requireWayIn(context, account);
    return done;
  },
});
