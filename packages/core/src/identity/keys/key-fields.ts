import { accessLevels, type KeyLimits, keySearches } from '@gatehouse/domain';
import { type Key, useNotedEveryMs } from '@gatehouse/storage';
import { z } from 'zod';
import { time } from '../../kernel/schema/schema.ts';
import { shownPrefix } from './key.ts';

export const folderLimitShape = z.object({ folderId: z.string(), access: z.enum(accessLevels) });

const directToolShape = z.object({ toolSlug: z.string(), connectionId: z.string().nullable() });

export const keyShape = z.object({
  keyId: z.string(),
  name: z.string().nullable(),
  keyPrefix: z.string().nullable().describe('null for the grant of a client, which has no key'),
  agentId: z.string(),
  personId: z.string(),
  access: z.enum(['read', 'write']),
  tools: z.array(z.string()).nullable().describe('tools that the key can call; null: no limit'),
  connections: z.array(z.string()).nullable().describe('connections that the key can use; null: no limit'),
  folders: z.array(folderLimitShape).nullable().describe('folders that the key can see, with its access there; null: no limit'),
  createdAt: time,
  expiresAt: time.nullable(),
  revokedAt: time.nullable(),
  lastUsedAt: time.nullable(),
  replacedBy: z.string().nullable().describe('new key after a rotation; this one ends at expiresAt'),
  search: z.enum(keySearches).describe('search mode for calls that do not specify one'),
  directTools: z.array(directToolShape).describe('tools of services that the key lists as its own tools'),
});

/** Number of calls in a week, of a key or an agent. */
export const callsInWeekShape = z
  .int()
  .describe('number of answered calls today and on the six days before (UTC), without the last two minutes');

/** Fields about the calls of a listed key or agent. */
export const callsShape = {
  callsInWeek: callsInWeekShape,
  hasMoreCalls: z.boolean().describe('true if there can be calls that callsInWeek does not count yet'),
};

/** Fields for `callsShape`. Calls are summed up to a time, and not every use of a key is noted. */
export function callsFields({ callsInWeek, lastUsedAt }: { callsInWeek: number; lastUsedAt: number | null }, countedTo: number) {
  return { callsInWeek, hasMoreCalls: lastUsedAt !== null && lastUsedAt + useNotedEveryMs > countedTo };
}

export function keyFields(key: Key): z.input<typeof keyShape> {
  const { id, name, agentId, personId, access, limits, createdAt, expiresAt, revokedAt, lastUsedAt, replacedBy, search, directTools } = key;
  return {
    keyId: id,
    name,
    keyPrefix: shownPrefix(key),
    agentId,
    personId,
    access,
    ...limitFields(limits),
    createdAt,
    expiresAt,
    revokedAt,
    lastUsedAt,
    replacedBy,
    search,
    directTools: directTools ?? [],
  };
}

/** Limits in the form of the arguments of a new key. */
export function limitFields(limits: KeyLimits | null): Pick<z.input<typeof keyShape>, 'tools' | 'connections' | 'folders'> {
  const tools = limits?.tools ? [...limits.tools, ...(limits.serviceTools ?? [])] : null;
  return { tools, connections: limits?.connections ?? null, folders: limits?.folders ?? null };
}

export const keyExample: z.input<typeof keyShape> = {
  keyId: 'key_01jd2x7q8me3k5w9t4v6b8n0r2',
  name: 'nightly report',
  keyPrefix: 'gth_4fGh7Kq2',
  agentId: 'agent_01jd2x7q8me3k5w9t4v6b8n0r2',
  personId: 'person_01jd2x7q8me3k5w9t4v6b8n0r2',
  access: 'read',
  tools: ['search', 'read_doc', 'github__list_issues'],
  connections: null,
  folders: null,
  createdAt: 1_763_000_000_000,
  expiresAt: null,
  revokedAt: null,
  lastUsedAt: null,
  replacedBy: null,
  search: 'phrase',
  directTools: [],
};
