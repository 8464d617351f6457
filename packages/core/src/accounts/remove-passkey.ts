import { z } from 'zod';
import { noSuchItem } from '../items/no-such-item.ts';
import { done, okOnly } from '../items/shapes.ts';
import { identifier } from '../schema.ts';
import { defineTool } from '../tool.ts';
import { passkeyExample } from './passkey-fields.ts';
import { ownAccount } from './signed-in.ts';

export const removePasskey = defineTool({
  name: 'remove_passkey',
  title: 'Remove passkey',
  description: 'Remove a passkey of this account: it signs nobody in any more. Browsers that signed in with it stay signed in.',
  audience: 'account',
  access: 'write',
  hints: { destructive: true, idempotent: false, openWorld: false },
  input: z.strictObject({ passkeyId: identifier('from list_passkeys') }),
  output: okOnly,
  example: { input: { passkeyId: passkeyExample.id }, output: { ok: true } },
  *run(context, { passkeyId }) {
    const { id } = yield* ownAccount(context);
    if (!(yield* context.store.passkeys.remove(id, passkeyId))) throw noSuchItem();
    return done;
  },
});
