import { maxPasskeyName } from '@gatehouse/domain';
import type { Op } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../../kernel/context/context.ts';
import { defineDiscoveryTool } from '../../kernel/context/tool.ts';
import { GatewayError, refusal } from '../../kernel/errors/errors.ts';
import { newId } from '../../kernel/ids/ids.ts';
import { name } from '../../kernel/schema/schema.ts';
import { visitorArgumentBytes } from '../sessions/account-fields.ts';
import { ownAccount, sessionOf } from '../sessions/signed-in.ts';
import { passkeySite } from '../sign-in/passkey-site.ts';
import { signedChallenge, takeChallenge } from './passkey-challenges.ts';
import { passkeyExample, passkeyFields, passkeyShape, registrationShape } from './passkey-fields.ts';
import { type NewCredential, verifyRegistration } from './verify-passkey.ts';

/** Maximum passkeys, more than a person has devices. */
const maxPasskeys = 20;

export const addPasskey = defineDiscoveryTool({
  name: 'add_passkey',
  title: 'Add passkey',
  description: 'Add a passkey that a browser created with the options of begin_passkey. From now on it can sign in to this account.',
  audience: 'account',
  access: 'write',
  hints: { destructive: false, idempotent: false, openWorld: false },
  input: z.strictObject({ name: name(maxPasskeyName, 'name'), passkey: registrationShape }),
  output: passkeyShape,
  maximumArgumentBytes: visitorArgumentBytes,
  example: {
    input: {
      name: 'Laptop',
      passkey: {
        id: 'Q3JlZGVudGlhbA',
        rawId: 'Q3JlZGVudGlhbA',
        type: 'public-key',
        response: { clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0', attestationObject: 'o2NmbXRkbm9uZQ', transports: ['internal'] },
      },
    },
    output: passkeyExample,
  },
  preparationChanges: true,
  *prepare(context, { name, passkey }) {
    const site = passkeySite(context.gateway.settings);
    const account = yield* ownAccount(context);
    const challenge = signedChallenge(passkey);
    const isOurs = (yield* takeChallenge(context, challenge, account.id)) !== undefined;
    return { site, name, passkey, challenge: isOurs ? challenge : undefined };
  },
  async runOutside(_context, { site, challenge, passkey }) {
    if (challenge === undefined) return new Error('its challenge was already used, has expired, or belongs to another account');
    return await verifyRegistration(site, challenge, passkey);
  },
  *conclude(context, { name }, made) {
    if (made instanceof Error) throw notAccepted(made);
    return passkeyFields(yield* keep(context, name, made));
  },
});

function* keep(context: ToolContext, name: string, made: NewCredential): Op<Parameters<typeof passkeyFields>[0]> {
  const { store, now } = context;
  const { accountId } = sessionOf(context);
  yield* store.passkeys.hold(accountId);
  yield* ownAccount(context);
  if (yield* store.passkeys.findByCredential(made.credentialId)) throw refusal('duplicate_name', 'this passkey was already added');
  if ((yield* store.passkeys.list(accountId)).length >= maxPasskeys)
    throw refusal('too_large', `an account has at most ${maxPasskeys} passkeys; remove one first`);
  const passkey = { ...made, id: newId('passkey', now), accountId, name, createdAt: now, lastUsedAt: null };
  yield* store.passkeys.create(passkey);
  return passkey;
}

/** Error for a passkey that was not accepted. The cause is the fault; the person must try again. */
function notAccepted(cause: Error): GatewayError {
  const message = `this passkey was not accepted: ${cause.message}; call begin_passkey and let the browser create another one`;
  return new GatewayError('invalid_request', message, { reason: 'wrong_passkey', cause });
}
