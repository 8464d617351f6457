import { accessLevels, type Op, type Person } from '@gatehouse/storage';
import { z } from 'zod';
import { findOwnAgent } from '../agents/find-agent.ts';
import type { ToolContext } from '../context.ts';
import { refusal } from '../errors.ts';
import { newId } from '../ids.ts';
import { refuseKeysOfOwners } from '../people/roles.ts';
import { identifier, name, time } from '../schema.ts';
import { defineTool } from '../tool.ts';
import { scopesOf } from './access.ts';
import { chooseLimits, limitArguments } from './choose-limits.ts';
import { hashKey, keyPrefix, mintKey } from './key.ts';
import { keyExample, keyFields, keyShape } from './key-fields.ts';

export const createKey = defineTool({
  name: 'create_key',
  title: 'Create key',
  description: 'Create a key for an agent. The key is shown this once and never again.',
  audience: 'person',
  access: 'write',
  hints: { destructive: false, idempotent: false, openWorld: false },
  input: z.strictObject({
    agentId: identifier('from create_agent or list_agents'),
    name: name(80, 'key name').optional(),
    access: z.enum(accessLevels),
    expiresAt: time.min(0).optional(),
    ...limitArguments,
  }),
  output: keyShape.extend({ key: z.string() }),
  example: {
    input: { agentId: keyExample.agentId, name: 'nightly report', access: 'read', tools: ['search', 'read_doc', 'github__list_issues'] },
    output: { ...keyExample, key: 'gth_4fGh7Kq2Vb9Xc1Zs3Dw5Ea7Rt9Yu1Io3Pa5Sd7Fg9Hj1K0aBcDe' },
  },
  *run(context, { agentId, name, access, expiresAt, ...chosen }) {
    const { store, viewer, now, notes } = context;
    const agent = yield* findOwnAgent(context, agentId);
    yield* refuseKeysOfOwners(context, agent.personId);
    const person = yield* requirePresent(context, agent.personId);
    const limits = yield* chooseLimits(context, person, chosen);
    const key = mintKey();
    const stored = {
      orgId: viewer.orgId,
      id: newId('key', now),
      agentId: agent.id,
      personId: agent.personId,
      name: name ?? null,
      prefix: keyPrefix(key),
      access,
      scopes: scopesOf[access],
      limits,
      createdAt: now,
      expiresAt: expiresAt ?? null,
    };
    yield* store.keys.create({ ...stored, hash: hashKey(key) });
    notes.itemType = 'key';
    notes.itemId = stored.id;
    return { key, ...keyFields({ ...stored, revokedAt: null, lastUsedAt: null }) };
  },
});

/** Added again one day, a person must not find keys of before: those that somebody made while or after they were removed. */
function* requirePresent({ store, viewer }: ToolContext, personId: string): Op<Person> {
  yield* store.people.hold(viewer.orgId);
  const person = yield* store.people.find(viewer.orgId, personId);
  if (person) return person;
  throw refusal('no_such_item', 'the person of this agent was removed from the organization; add_person brings them back');
}
