import { keySearches } from '@gatehouse/domain';
import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { GatewayError } from '../../kernel/errors/errors.ts';
import { identifier } from '../../kernel/schema/schema.ts';
import { findOwnKey } from './find-key.ts';
import { keyExample, keyFields, keyShape } from './key-fields.ts';

export const setKeySearch = defineTool({
  name: 'set_key_search',
  title: 'Set key search',
  description:
    'Choose what search does for a key when a call does not say: look for the phrase, or answer best. It applies from the next call.',
  audience: 'person',
  access: 'write',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({ keyId: identifier('from list_keys'), search: z.enum(keySearches) }),
  output: keyShape,
  example: { input: { keyId: keyExample.keyId, search: 'best' }, output: { ...keyExample, search: 'best' } },
  *run(context, { keyId, search }) {
    const { store, viewer, caller } = context;
    const key = yield* findOwnKey(context, keyId);
    // The operator's command line acts for all people.
    if (caller.session !== null && key.personId !== viewer.personId)
      throw new GatewayError('forbidden', 'only the person whom a key acts for can change what its search does');
    yield* store.keys.setSearch(key.orgId, keyId, search);
    return keyFields({ ...key, search });
  },
});
