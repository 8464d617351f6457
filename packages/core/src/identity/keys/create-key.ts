import { accessLevels, keySearches, maxKeyName } from '@gatehouse/domain';
import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { refusal } from '../../kernel/errors/errors.ts';
import { identifier, name, time } from '../../kernel/schema/schema.ts';
import { findOwnAgent } from '../agents/find-agent.ts';
import { chooseDirectTools, directToolsArgument } from '../direct-tools/choose-direct-tools.ts';
import { chooseLimits, limitArguments } from './choose-limits.ts';
import { keyExample } from './key-fields.ts';
import { madeKeyExample, madeKeyShape, makeKey, requireKeysFor } from './make-key.ts';

export const createKey = defineTool({
  name: 'create_key',
  title: 'Create key',
  description: 'Create a key for an agent. The key is shown only once.',
  audience: 'person',
  access: 'write',
  hints: { destructive: false, idempotent: false, openWorld: false },
  input: z.strictObject({
    agentId: identifier('from create_agent or list_agents'),
    name: name(maxKeyName, 'key name').optional(),
    access: z.enum(accessLevels),
    expiresAt: time.min(0).optional(),
    search: z.enum(keySearches).default('phrase').describe('search mode for calls that do not specify one'),
    ...limitArguments,
    directTools: directToolsArgument,
  }),
  output: madeKeyShape,
  example: {
    input: { agentId: keyExample.agentId, name: 'nightly report', access: 'read', tools: ['search', 'read_doc', 'github__list_issues'] },
    output: madeKeyExample,
  },
  *run(context, { agentId, name = null, access, expiresAt = null, search, directTools: given, ...chosen }) {
    const { personId, kind } = yield* findOwnAgent(context, agentId);
    if (kind === 'mcp')
      throw refusal('invalid_argument', 'this agent is a client that signs in and cannot have keys; create another agent');
    const person = yield* requireKeysFor(context, personId);
    // Find it again: it may have been removed while this call waited for a lock.
    const agent = yield* findOwnAgent(context, agentId);
    const limits = yield* chooseLimits(context, person, chosen);
    const directTools = given ? yield* chooseDirectTools(context, given, { person, access, limits }) : null;
    return yield* makeKey(context, { agentId: agent.id, personId: person.id, name, access, limits, search, directTools, expiresAt });
  },
});
