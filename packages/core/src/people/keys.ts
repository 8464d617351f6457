import { accessLevels, type Op } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../context.ts';
import { refusal } from '../errors.ts';
import { newId } from '../ids.ts';
import { noSuchItem } from '../items/find-item.ts';
import { scopesOf } from '../keys/access.ts';
import { hashKey, keyPrefix, mintKey } from '../keys/key.ts';
import { identifier, name, time } from '../schema.ts';
import { defineTool } from '../tool.ts';
import { keyFields, keyShape, mayActFor, ownAgent, refuseKeysOfOwners } from './person-fields.ts';

const shown: z.input<typeof keyShape> = {
  keyId: 'key_01jd2x7q8me3k5w9t4v6b8n0r2',
  name: 'nightly report',
  keyPrefix: 'gth_4fGh7Kq2',
  agentId: 'agent_01jd2x7q8me3k5w9t4v6b8n0r2',
  personId: 'person_01jd2x7q8me3k5w9t4v6b8n0r2',
  access: 'read',
  createdAt: 1_763_000_000_000,
  expiresAt: null,
  revokedAt: null,
  lastUsedAt: null,
};

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
  }),
  output: keyShape.extend({ key: z.string() }),
  example: {
    input: { agentId: shown.agentId, name: 'nightly report', access: 'read' },
    output: { ...shown, key: 'gth_4fGh7Kq2Vb9Xc1Zs3Dw5Ea7Rt9Yu1Io3Pa5Sd7Fg9Hj1K0aBcDe' },
  },
  *run(context, { agentId, name, access, expiresAt }) {
    const { store, viewer, now, notes } = context;
    const agent = yield* ownAgent(context, agentId);
    yield* refuseKeysOfOwners(context, agent.personId);
    yield* requirePresent(context, agent.personId);
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
function* requirePresent({ store, viewer }: ToolContext, personId: string): Op<void> {
  yield* store.people.hold(viewer.orgId);
  if (yield* store.people.find(viewer.orgId, personId)) return;
  throw refusal('no_such_item', 'the person of this agent was removed from the organization; add_person brings them back');
}

export const listKeys = defineTool({
  name: 'list_keys',
  title: 'List keys',
  description: 'Keys without their secrets: all for owners and admins, their own for members.',
  audience: 'person',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({}),
  output: z.object({ keys: z.array(keyShape) }),
  example: { input: {}, output: { keys: [shown] } },
  *run(context) {
    const keys = yield* context.store.keys.list(context.viewer.orgId);
    return { keys: keys.filter((key) => mayActFor(context, key.personId)).map(keyFields) };
  },
});

export const revokeKey = defineTool({
  name: 'revoke_key',
  title: 'Revoke key',
  description: 'Make a key useless, at once and for good.',
  audience: 'person',
  access: 'write',
  hints: { destructive: true, idempotent: true, openWorld: false },
  input: z.strictObject({ keyId: identifier('from list_keys') }),
  output: keyShape,
  example: { input: { keyId: shown.keyId }, output: { ...shown, revokedAt: 1_763_600_000_000 } },
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
