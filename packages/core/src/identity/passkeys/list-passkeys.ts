import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { sessionOf } from '../sessions/signed-in.ts';
import { whyNoPasskeys } from '../sign-in/passkey-site.ts';
import { passkeyExample, passkeyFields, passkeyShape } from './passkey-fields.ts';

export const listPasskeys = defineTool({
  name: 'list_passkeys',
  title: 'List passkeys',
  description: 'List the passkeys of this account, and the reason if none can be added.',
  audience: 'account',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({}),
  output: z.object({
    passkeys: z.array(passkeyShape),
    /** Reason why this gateway has no passkeys. Null if it has. */
    noPasskeys: z.string().nullable(),
  }),
  example: { input: {}, output: { passkeys: [passkeyExample], noPasskeys: null } },
  *run(context) {
    const passkeys = yield* context.store.passkeys.list(sessionOf(context).accountId);
    return { passkeys: passkeys.map(passkeyFields), noPasskeys: whyNoPasskeys(context.gateway.settings) };
  },
});
