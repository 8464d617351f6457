import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { identifier } from '../../kernel/schema/schema.ts';
import { findOwnKey } from './find-key.ts';
import { keyExample, keyFields, keyShape } from './key-fields.ts';

export const revokeKey = defineTool({
  name: 'revoke_key',
  title: 'Revoke key',
  description: 'Revoke a key. Its next call is refused.',
  audience: 'person',
  access: 'write',
  hints: { destructive: true, idempotent: true, openWorld: false },
  input: z.strictObject({ keyId: identifier('from list_keys') }),
  output: keyShape,
  example: { input: { keyId: keyExample.keyId }, output: { ...keyExample, revokedAt: 1_763_600_000_000 } },
  *run(context, { keyId }) {
    const { store, now } = context;
    const key = yield* findOwnKey(context, keyId);
    yield* store.keys.revoke(key.orgId, keyId, now);
    return keyFields({ ...key, revokedAt: key.revokedAt ?? now });
  },
});
