import { z } from 'zod';
import { noSuchItem } from '../items/find-item.ts';
import { mayActFor } from '../people/roles.ts';
import { identifier } from '../schema.ts';
import { defineTool } from '../tool.ts';
import { keyExample, keyFields, keyShape } from './key-fields.ts';

export const revokeKey = defineTool({
  name: 'revoke_key',
  title: 'Revoke key',
  description: 'Make a key useless, at once and for good.',
  audience: 'person',
  access: 'write',
  hints: { destructive: true, idempotent: true, openWorld: false },
  input: z.strictObject({ keyId: identifier('from list_keys') }),
  output: keyShape,
  example: { input: { keyId: keyExample.keyId }, output: { ...keyExample, revokedAt: 1_763_600_000_000 } },
  *run(context, { keyId }) {
    const { store, viewer, now, notes } = context;
    const key = yield* store.keys.find(viewer.orgId, keyId);
    if (!key || !mayActFor(context, key.personId)) throw noSuchItem();
    yield* store.keys.revoke(viewer.orgId, keyId, now);
    notes.itemType = 'key';
    notes.itemId = key.id;
    return keyFields({ ...key, revokedAt: key.revokedAt ?? now });
  },
});
