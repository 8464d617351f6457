import { z } from 'zod';
import { noSuchItem } from '../items/no-such-item.ts';
import { identifier } from '../schema.ts';
import { done, okOnly } from '../shapes.ts';
import { defineDiscoveryTool } from '../tool.ts';
import { passkeyExample } from './passkey-fields.ts';
import { beginReauthentication, concludeReauthentication, ownPassword, runReauthentication } from './reauthentication.ts';
import { sessionOf } from './signed-in.ts';
import { requireWayIn } from './ways-in.ts';

export const removePasskey = defineDiscoveryTool({
  name: 'remove_passkey',
  title: 'Remove passkey',
  description:
    'Remove a passkey of this account: it signs nobody in any more. Browsers that signed in with it stay signed in. The last way to sign in stays.',
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
