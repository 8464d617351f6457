import type { Key } from '@gatehouse/storage';
import { z } from 'zod';
import { time } from '../schema.ts';

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

export const keyExample: z.input<typeof keyShape> = {
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
