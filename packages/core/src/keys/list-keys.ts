import { z } from 'zod';
import { mayActFor } from '../people/roles.ts';
import { defineTool } from '../tool.ts';
import { keyExample, keyFields, keyShape } from './key-fields.ts';

export const listKeys = defineTool({
  name: 'list_keys',
  title: 'List keys',
  description: 'Keys without their secrets: all for owners and admins, their own for members.',
  audience: 'person',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({}),
  output: z.object({ keys: z.array(keyShape) }),
  example: { input: {}, output: { keys: [keyExample] } },
  *run(context) {
    const keys = yield* context.store.keys.list(context.viewer.orgId);
    return { keys: keys.filter((key) => mayActFor(context, key.personId)).map(keyFields) };
  },
});
