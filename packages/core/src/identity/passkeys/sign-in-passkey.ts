import type { Passkey } from '@gatehouse/storage';
import { z } from 'zod';
import { defineDiscoveryTool } from '../../kernel/context/tool.ts';
import { GatewayError } from '../../kernel/errors/errors.ts';
import { signedInExample, signedInShape, visitorArgumentBytes } from '../sessions/account-fields.ts';
import { openSession } from '../sessions/open-session.ts';
import { giveTryBack } from '../sign-in/guessing.ts';
import { type PasskeySite, passkeySite } from '../sign-in/passkey-site.ts';
import { userHandle } from './begin-passkey.ts';
import { signedChallenge, takeChallenge } from './passkey-challenges.ts';
import { type Assertion, assertionShape } from './passkey-fields.ts';
import { verifyAssertion } from './verify-passkey.ts';

interface Prepared {
  site: PasskeySite;
  assertion: Assertion;
  challenge: string | undefined;
  /** Attempt that is removed from the count after success. */
  guessId: string | null;
  passkey: Passkey | undefined;
}

export const signInPasskey = defineDiscoveryTool({
  name: 'sign_in_passkey',
  title: 'Sign in with a passkey',
  description: 'Sign this browser in with a passkey that signed the options of begin_passkey_sign_in.',
  audience: 'visitor',
  access: 'write',
  hints: { destructive: false, idempotent: false, openWorld: false },
  input: z.strictObject({ passkey: assertionShape }),
  output: signedInShape,
  maximumArgumentBytes: visitorArgumentBytes,
  example: {
    input: {
      passkey: {
        id: 'Q3JlZGVudGlhbA',
        rawId: 'Q3JlZGVudGlhbA',
        type: 'public-key',
        response: {
          clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0',
          authenticatorData: 'YXV0aGVudGljYXRvcg',
          signature: 'c2lnbmF0dXJl',
          userHandle: 'YWNjb3VudF8wMWpkMng3cThtZTNrNXc5dDR2NmI4bjByMg',
        },
      },
    },
    output: signedInExample,
  },
  preparationChanges: true,
  *prepare(context, { passkey: assertion }) {
    const { store, gateway, call } = context;
    const site = passkeySite(gateway.settings);
    const signed = signedChallenge(assertion);
    const taken = yield* takeChallenge(context, signed, null);
    const passkey = yield* store.passkeys.findByCredential(Buffer.from(assertion.id, 'base64url'));
    if (passkey) call.notes.memberships = yield* store.accounts.memberships(passkey.accountId);
    return { site, assertion, passkey, challenge: taken && signed, guessId: taken?.guessId ?? null };
  },
  runOutside: (_context, prepared) => verify(prepared),
  *conclude(context, { guessId, passkey }, counter) {
    const { store, now } = context;
    if (counter instanceof Error || !passkey) throw wrongPasskey(counter);
    yield* store.accounts.holdSignIn(passkey.accountId);
    const account = yield* store.accounts.find(passkey.accountId);
    // The account may have been removed meanwhile, or a copy of the authenticator may have used the passkey.
    if (!account || !(yield* store.passkeys.use(passkey.id, counter, now))) throw wrongPasskey(counter);
    if (guessId !== null) yield* giveTryBack(context, guessId);
    return yield* openSession(context, account);
  },
});

async function verify({ site, assertion, challenge, passkey }: Prepared): Promise<number | Error> {
  if (challenge === undefined) return new Error('its challenge was already used, has expired, or was created for another purpose');
  if (!passkey) return new Error('no account has this passkey');
  if (assertion.response.userHandle !== userHandle(passkey.accountId)) return new Error('it names another account');
  return await verifyAssertion(site, challenge, passkey, assertion);
}

/** One answer for every fault, and for an unknown passkey, so that it reveals nothing about accounts. */
function wrongPasskey(cause: number | Error): GatewayError {
  const message = 'this passkey does not work here; try again, or sign in with your password';
  return new GatewayError('unauthorized', message, { reason: 'wrong_passkey', cause: cause instanceof Error ? cause : undefined });
}
