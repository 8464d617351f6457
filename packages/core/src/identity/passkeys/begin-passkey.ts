import { durationWords } from '@gatehouse/domain';
import { z } from 'zod';
import { defineDiscoveryTool } from '../../kernel/context/tool.ts';
import { passkeySite } from '../sign-in/passkey-site.ts';
import { beginReauthentication, concludeReauthentication, ownPassword, runReauthentication } from '../sign-in/reauthentication.ts';
import { makeChallenge } from './passkey-challenges.ts';
import { challengeExample, challengeMs, creationOptionsShape, passkeyAlgorithms } from './passkey-fields.ts';

const parameters = passkeyAlgorithms.map((alg) => ({ type: 'public-key' as const, alg }));

export const beginPasskey = defineDiscoveryTool({
  name: 'begin_passkey',
  title: 'Begin passkey',
  description: `Return the options for a browser to create a passkey of this account, valid for ${durationWords(challengeMs)}. Pass the result to add_passkey.`,
  audience: 'account',
  access: 'write',
  hints: { destructive: false, idempotent: false, openWorld: false },
  input: z.strictObject({ password: ownPassword }),
  output: z.object({ options: creationOptionsShape }),
  example: {
    input: { password: 'correct horse battery' },
    output: {
      options: {
        challenge: challengeExample,
        rp: { id: 'gate.example.com', name: 'Gatehouse' },
        user: { id: 'YWNjb3VudF8wMWpkMng3cThtZTNrNXc5dDR2NmI4bjByMg', name: 'ada@example.com', displayName: 'Ada' },
        pubKeyCredParams: parameters,
        timeout: challengeMs,
        excludeCredentials: [],
        authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
        attestation: 'none',
      },
    },
  },
  preparationChanges: true,
  *prepare(context, { password }) {
    passkeySite(context.gateway.settings);
    return yield* beginReauthentication(context, password);
  },
  runOutside: runReauthentication,
  *conclude(context, reauthentication, isRight) {
    const { rpId } = passkeySite(context.gateway.settings);
    const { id, email, name } = yield* concludeReauthentication(context, reauthentication, isRight);
    const known = yield* context.store.passkeys.list(id);
    return {
      options: {
        challenge: yield* makeChallenge(context, { accountId: id, guessId: null }),
        rp: { id: rpId, name: 'Gatehouse' },
        user: { id: userHandle(id), name: email, displayName: name },
        pubKeyCredParams: parameters,
        timeout: challengeMs,
        excludeCredentials: known.map(({ credentialId }) => ({ type: 'public-key' as const, id: credentialId.toString('base64url') })),
        authenticatorSelection: {
          residentKey: 'required' as const,
          requireResidentKey: true as const,
          userVerification: 'required' as const,
        },
        attestation: 'none' as const,
      },
    };
  },
});

/** Account identifier inside its passkeys, for signing in without an e-mail address. */
export function userHandle(accountId: string): string {
  return Buffer.from(accountId).toString('base64url');
}
