import type { Op, PasskeyChallenge } from '@gatehouse/storage';
import type { ToolContext } from '../../kernel/context/context.ts';
import { newId } from '../../kernel/ids/ids.ts';
import { hashSecret, makeSecret } from '../secrets/secret.ts';
import { challengeMs } from './passkey-fields.ts';

/**
 * Creates a challenge for a passkey to sign, in base64url. It is valid once, for 5 minutes. It belongs to an account when adding a passkey,
 * and to an attempt when signing in.
 */
export function* makeChallenge(
  { store, now }: ToolContext,
  purpose: { accountId: string; guessId: null } | { accountId: null; guessId: string },
): Op<string> {
  const challenge = makeSecret();
  const id = newId('challenge', now);
  yield* store.passkeys.challenge({ ...purpose, id, hash: hashSecret(challenge), createdAt: now, expiresAt: now + challengeMs });
  return challenge;
}

/** Uses up the challenge that was signed. Undefined if it was used, is too old, or was made for another account or purpose. */
export function* takeChallenge(
  { store, now }: ToolContext,
  signed: string | undefined,
  accountId: string | null,
): Op<PasskeyChallenge | undefined> {
  return signed === undefined ? undefined : yield* store.passkeys.takeChallenge(hashSecret(signed), accountId, now);
}

/** Challenge that a browser claims to have signed. Undefined if it cannot be read. */
export function signedChallenge({ response }: { response: { clientDataJSON: string } }): string | undefined {
  const text = Buffer.from(response.clientDataJSON, 'base64url').toString();
  try {
    const { challenge } = JSON.parse(text) as { challenge?: unknown };
    return typeof challenge === 'string' ? challenge : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return undefined;
    throw error;
  }
}
