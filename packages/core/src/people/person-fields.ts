import { type Agent, type Key, type Op, type Person, roles } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../context.ts';
import { GatewayError, refusal } from '../errors.ts';
import { noSuchItem } from '../items/find-item.ts';
import { time } from '../schema.ts';

/** An e-mail address, compared in lower case: one person, one address in an organization. */
export const email = z
  .string()
  .max(320)
  .transform((text) => text.trim().toLowerCase())
  .refine((text) => /^[^\s@]+@[^\s@]+$/.test(text), { error: 'must be an e-mail address' });

export const personShape = z.object({ id: z.string(), email: z.string(), name: z.string(), role: z.enum(roles), createdAt: time });

export function personFields({ id, email, name, role, createdAt }: Person): z.input<typeof personShape> {
  return { id, email, name, role, createdAt };
}

export const agentShape = z.object({ id: z.string(), name: z.string(), personId: z.string(), createdAt: time });

export function agentFields({ id, name, personId, createdAt }: Agent): z.input<typeof agentShape> {
  return { id, name, personId, createdAt };
}

export const keyShape = z.object({
  keyId: z.string(),
  name: z.string().nullable(),
  keyPrefix: z.string(),
  agentId: z.string(),
  personId: z.string(),
  access: z.enum(['read', 'write']),
  createdAt: time,
  expiresAt: time.nullable(),
  revokedAt: time.nullable(),
  lastUsedAt: time.nullable(),
});

export function keyFields(key: Key): z.input<typeof keyShape> {
  const { id, name, prefix, agentId, personId, access, createdAt, expiresAt, revokedAt, lastUsedAt } = key;
  return { keyId: id, name, keyPrefix: prefix, agentId, personId, access, createdAt, expiresAt, revokedAt, lastUsedAt };
}

/** A person of the caller's organization, by e-mail address. */
export function* personByEmail({ store, viewer }: ToolContext, address: string): Op<Person> {
  const person = yield* store.people.findByEmail(viewer.orgId, address);
  if (!person || person.removedAt !== null) {
    throw refusal(
      'no_such_item',
      `nobody in this organization has the address ${address}; list_people shows who is there, add_person adds somebody`,
    );
  }
  return person;
}

/** Owners and admins act for everybody, members for themselves. */
export function mayActFor({ caller }: ToolContext, personId: string): boolean {
  return caller.role !== 'member' || caller.personId === personId;
}

/** Agents and keys of other people are nothing to a member: the same answer as for absent ones (D5). */
export function* ownAgent(context: ToolContext, agentId: string): Op<Agent> {
  const agent = yield* context.store.agents.find(context.viewer.orgId, agentId);
  if (!agent || !mayActFor(context, agent.personId)) throw noSuchItem();
  context.notes.itemType = 'agent';
  context.notes.itemId = agent.id;
  return agent;
}

/** An admin must not come to act as an owner by a key of the owner's agent: only owners give out keys that act for owners. */
export function* refuseKeysOfOwners({ store, caller, viewer }: ToolContext, personId: string): Op<void> {
  if (caller.role === 'owner' || caller.personId === personId) return;
  const person = yield* store.people.find(viewer.orgId, personId);
  if (person?.role === 'owner')
    throw new GatewayError('forbidden', 'only owners create agents and keys that act for an owner; ask one of them');
}
