import { dayMs, keyFault, minuteMs } from '@gatehouse/domain';
import type { Key } from '@gatehouse/storage';
import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { type GatewayError, refusal } from '../../kernel/errors/errors.ts';
import { identifier, time } from '../../kernel/schema/schema.ts';
import { findOwnKey } from './find-key.ts';
import { isGrant } from './key.ts';
import { keyExample } from './key-fields.ts';
import { madeKeyExample, madeKeyShape, makeKey, requireKeysFor } from './make-key.ts';

const dayMinutes = dayMs / minuteMs;

export const rotateKey = defineTool({
  name: 'rotate_key',
  title: 'Rotate key',
  description:
    'Replace a key with a new one with the same agent, access and limits. The old key works until the overlap ends, so that you can update its program. The new key is shown only once.',
  audience: 'person',
  access: 'write',
  hints: { destructive: false, idempotent: false, openWorld: false },
  input: z.strictObject({
    keyId: identifier('from list_keys'),
    overlapMinutes: z
      .int()
      .min(0)
      .max(7 * dayMinutes)
      .default(dayMinutes)
      .describe('minutes for which the old key still works'),
    expiresAt: time.min(0).optional().describe('expiry of the new key; default: the same lifetime as the old key, from now on'),
  }),
  output: madeKeyShape.extend({ replaces: z.string(), replacedUntil: time.describe('time when the old key ends') }),
  example: {
    input: { keyId: 'key_01jd2x7q8me3k5w9t4v6b8n0r1', overlapMinutes: 60 },
    output: { ...madeKeyExample, replaces: 'key_01jd2x7q8me3k5w9t4v6b8n0r1', replacedUntil: keyExample.createdAt + 60 * minuteMs },
  },
  *run(context, { keyId, overlapMinutes, expiresAt }) {
    const { store, now } = context;
    const { personId } = yield* findOwnKey(context, keyId);
    yield* requireKeysFor(context, personId);
    // Read it again: a concurrent rotation has finished by now.
    const old = yield* findOwnKey(context, keyId);
    refuseEnded(old, now);
    const { agentId, name, access, limits, search, directTools } = old;
    const made = yield* makeKey(context, {
      agentId,
      personId,
      name,
      access,
      limits,
      search,
      directTools,
      expiresAt: expiresAt ?? sameLifetime(old, now),
    });
    const replacedUntil = Math.min(now + overlapMinutes * minuteMs, old.expiresAt ?? Number.MAX_SAFE_INTEGER);
    if (!(yield* store.keys.replace(old.orgId, keyId, { replacedBy: made.keyId, expiresAt: replacedUntil }))) throw revoked();
    return { ...made, replaces: keyId, replacedUntil };
  },
});

function sameLifetime({ createdAt, expiresAt }: Key, now: number): number | null {
  return expiresAt === null ? null : now + Math.max(0, expiresAt - createdAt);
}

function refuseEnded(key: Key, now: number): void {
  if (isGrant(key))
    throw refusal('nothing_to_change', 'this is the grant of a client, which renews its own tokens; end it with revoke_key');
  if (key.replacedBy !== null)
    throw refusal('nothing_to_change', `this key was already replaced by ${key.replacedBy}; rotate that one, or revoke this one`);
  const fault = keyFault(key, now);
  if (fault === 'revoked') throw revoked();
  if (fault) throw refusal('nothing_to_change', 'this key has expired: there is nothing to rotate; create a new one with create_key');
}

function revoked(): GatewayError {
  return refusal('nothing_to_change', 'this key was revoked: there is nothing to rotate; create a new one with create_key');
}
