import { accessLevels, type KeyLimits, keySearches } from '@gatehouse/domain';
import type { Key } from '@gatehouse/storage';
import { z } from 'zod';
import { time } from '../../kernel/schema/schema.ts';
import { shownPrefix } from './key.ts';

export const folderLimitShape = z.object({ folderId: z.string(), access: z.enum(accessLevels) });

const directToolShape = z.object({ toolSlug: z.string(), connectionId: z.string().nullable() });

export const keyShape = z.object({
  keyId: z.string(),
  name: z.string().nullable(),
  keyPrefix: z.string().nullable().describe('null for the grant of a client that signs in, which has no key'),
  agentId: z.string(),
  personId: z.string(),
  access: z.enum(['read', 'write']),
  tools: z.array(z.string()).nullable().describe('the only tools it may call; null: no limit'),
  connections: z.array(z.string()).nullable().describe('the only connections it may use; null: no limit'),
  folders: z.array(folderLimitShape).nullable().describe('the only folders it sees, and what it may do there; null: no limit'),
  createdAt: time,
  expiresAt: time.nullable(),
  revokedAt: time.nullable(),
  lastUsedAt: time.nullable(),
  replacedBy: z.string().nullable().describe('the key that it was rotated to; it ends at expiresAt'),
  search: z.enum(keySearches).describe('what search does where a call does not say'),
  directTools: z.array(directToolShape).describe('tools of services that it lists as tools of its own'),
});

/** Number of calls in a week, of a key or an agent. */
export const callsInWeekShape = z.int().describe('answered calls of today and the six days before (UTC), but for the last two minutes');

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
