import { mayActFor } from '@gatehouse/domain';
import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { GatewayError } from '../../kernel/errors/errors.ts';
import { email } from '../../kernel/schema/person-fields.ts';
import { personByEmail } from './find-person.ts';

export const listBelongings = defineTool({
  name: 'list_belongings',
  title: 'List belongings',
  description:
    'Count the belongings of a person in this organization: those that a successor takes over when they leave, and those that end.',
  audience: 'person',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({ email }),
  output: z.object({
    folders: z.int(),
    openTasks: z.int(),
    connections: z.int(),
    privateConnections: z.int(),
    agents: z.int(),
    goodKeys: z.int(),
  }),
  example: {
    input: { email: 'bob@example.com' },
    output: { folders: 3, openTasks: 5, connections: 1, privateConnections: 2, agents: 2, goodKeys: 4 },
  },
  *run(context, { email }) {
    const person = yield* personByEmail(context, email);
    if (!mayActFor(context.caller, person.id))
      throw new GatewayError('forbidden', 'members can only see their own belongings; ask an owner or an admin');
    return yield* context.store.people.belongings(person, context.now);
  },
});
