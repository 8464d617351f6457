import { durationWords } from '@gatehouse/domain';
import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { visitorArgumentBytes } from '../sessions/account-fields.ts';
import { countPasskeyTry } from '../sign-in/guessing.ts';
import { passkeySite } from '../sign-in/passkey-site.ts';
import { makeChallenge } from './passkey-challenges.ts';
import { challengeExample, challengeMs, requestOptionsShape } from './passkey-fields.ts';

export const beginPasskeySignIn = defineTool({
  name: 'begin_passkey_sign_in',
  title: 'Begin passkey sign-in',
  description: `Return the options for a browser to request a passkey of any account, valid for ${durationWords(challengeMs)}. Pass the signed result to sign_in_passkey.`,
  audience: 'visitor',
  access: 'write',
  hints: { destructive: false, idempotent: false, openWorld: false },
  input: z.strictObject({}),
  output: z.object({ options: requestOptionsShape }),
  maximumArgumentBytes: visitorArgumentBytes,
  example: {
    input: {},
    output: { options: { challenge: challengeExample, rpId: 'gate.example.com', timeout: challengeMs, userVerification: 'required' } },
  },
  *run(context) {
    const { rpId } = passkeySite(context.gateway.settings);
    // Each challenge counts as an attempt, which limits the challenges stored for one address (D41).
    const guessId = yield* countPasskeyTry(context);
    const challenge = yield* makeChallenge(context, { accountId: null, guessId });
    return { options: { challenge, rpId, timeout: challengeMs, userVerification: 'required' as const } };
  },
});
