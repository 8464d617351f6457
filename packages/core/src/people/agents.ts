import { z } from 'zod';
import { GatewayError } from '../errors.ts';
import { newId } from '../ids.ts';
import { name } from '../schema.ts';
import { defineTool } from '../tool.ts';
import { agentFields, agentShape, email, mayActFor, personByEmail, refuseKeysOfOwners } from './person-fields.ts';

const bot = {
  id: 'agent_01jd2x7q8me3k5w9t4v6b8n0r2',
  name: 'release bot',
  personId: 'person_01jd2x7q8me3k5w9t4v6b8n0r2',
  createdAt: 1_763_000_000_000,
};

export const createAgent = defineTool({
  name: 'create_agent',
  title: 'Connect agent',
  description: 'Connect an agent: its keys see what its person sees. An agent of this name and person is returned as it is.',
  audience: 'person',
  access: 'write',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({ name: name(80, 'agent name'), ownerEmail: email.optional() }),
  output: agentShape.extend({ created: z.boolean() }),
  example: { input: { name: 'release bot' }, output: { ...bot, created: true } },
  *run(context, { name, ownerEmail }) {
    const { store, viewer, now, notes } = context;
    const personId = ownerEmail === undefined ? viewer.personId : (yield* personByEmail(context, ownerEmail)).id;
    if (!mayActFor(context, personId)) throw new GatewayError('forbidden', 'only owners and admins connect agents for other people');
    yield* refuseKeysOfOwners(context, personId);
    const known = yield* store.agents.findByName(viewer.orgId, personId, name);
    const agent = known ?? { orgId: viewer.orgId, id: newId('agent', now), personId, name, createdAt: now };
    if (!known) yield* store.agents.create(agent);
    notes.itemType = 'agent';
    notes.itemId = agent.id;
    return { ...agentFields(agent), created: !known };
  },
});

export const listAgents = defineTool({
  name: 'list_agents',
  title: 'List agents',
  description: 'Connected agents: all for owners and admins, their own for members.',
  audience: 'person',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({}),
  output: z.object({ agents: z.array(agentShape) }),
  example: { input: {}, output: { agents: [bot] } },
  *run(context) {
    const agents = yield* context.store.agents.list(context.viewer.orgId);
    return { agents: agents.filter((agent) => mayActFor(context, agent.personId)).map(agentFields) };
  },
});
