import { mayActFor } from '@gatehouse/domain';
import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { GatewayError, refusal } from '../../kernel/errors/errors.ts';
import { newId } from '../../kernel/ids/ids.ts';
import { email } from '../../kernel/schema/person-fields.ts';
import { personByEmail } from '../people/find-person.ts';
import { refuseKeysOfOwners } from '../roles/roles.ts';
import { agentExample, agentFields, agentName, agentShape } from './agent-fields.ts';

export const createAgent = defineTool({
  name: 'create_agent',
  title: 'Connect agent',
  description: 'Connect an agent; its keys see what its owner sees. An existing agent with this name and owner is returned unchanged.',
  audience: 'person',
  access: 'write',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({ name: agentName, ownerEmail: email.optional() }),
  output: agentShape.extend({ created: z.boolean() }),
  example: { input: { name: 'release bot' }, output: { ...agentExample, created: true } },
  *run(context, { name, ownerEmail }) {
    const { store, viewer, now, call } = context;
    const personId = ownerEmail === undefined ? viewer.personId : (yield* personByEmail(context, ownerEmail)).id;
    if (!mayActFor(context.caller, personId))
      throw new GatewayError('forbidden', 'only owners and admins can connect agents for other people');
    yield* refuseKeysOfOwners(context, personId);
    const known = yield* store.agents.findByName(viewer.orgId, personId, name);
    if (known?.kind === 'mcp')
      throw refusal('duplicate_name', `the client ${JSON.stringify(name)} is signed in under this name; choose another one`);
    const agent = known ?? { orgId: viewer.orgId, id: newId('agent', now), personId, name, kind: 'program' as const, createdAt: now };
    if (!known) yield* store.agents.create(agent);
    call.notes.itemType = 'agent';
    call.notes.itemId = agent.id;
    return { ...agentFields(agent), created: !known };
  },
});
