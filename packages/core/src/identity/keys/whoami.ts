import { accessLevels, scopesOf } from '@gatehouse/domain';
import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { named } from '../../kernel/schema/named.ts';
import { time } from '../../kernel/schema/schema.ts';
import { ownGroupFields, ownGroupShape } from '../groups/group-fields.ts';
import { shownPrefix } from './key.ts';
import { folderLimitShape, limitFields } from './key-fields.ts';

export const whoami = defineTool({
  name: 'whoami',
  title: 'Who am I',
  description: 'Return the organization, house rules, person, name, access, limits and expiry of this key, and the current time.',
  audience: 'agent',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({}),
  output: named(
    'Identity',
    'The key of the call: its organization, person and limits.',
    z.object({
      orgId: z.string(),
      orgName: z.string().nullable(),
      houseRules: z.string().nullable(),
      keyName: z.string().nullable(),
      keyPrefix: z.string().nullable(),
      accessLevel: z.enum(accessLevels),
      agentsReadOnly: z.boolean(),
      scopes: z.array(z.string()),
      expiresAt: time.nullable(),
      person: z.object({ name: z.string(), email: z.string() }).nullable(),
      limits: named(
        'KeyLimits',
        'Limits of a key.',
        z.object({
          tools: z.array(z.string()).nullable(),
          connections: z.array(z.string()).nullable(),
          folders: z.array(folderLimitShape).nullable(),
        }),
      ).describe('all that the key can use; null: no limit'),
      groups: z.array(ownGroupShape).optional().describe('groups of the person; absent if they are in none'),
      now: z.string().describe('ISO 8601, UTC'),
    }),
  ),
  example: {
    input: {},
    output: {
      orgId: 'org_01jd2x7q8me3k5w9t4v6b8n0r2',
      orgName: 'Acme',
      houseRules: 'Write in English.',
      keyName: 'nightly report',
      keyPrefix: 'gth_4fGh7Kq2',
      accessLevel: 'read',
      agentsReadOnly: false,
      scopes: ['workspace:read', 'services:read'],
      expiresAt: null,
      person: { name: 'Ada Lovelace', email: 'ada@example.com' },
      limits: { tools: ['search', 'read_doc'], connections: null, folders: null },
      now: '2026-01-05T09:00:00.000Z',
    },
  },
  *run({ store, caller, now }) {
    const groups = caller.personId === null ? [] : (yield* store.groups.ofPerson(caller.orgId, caller.personId, now)).map(ownGroupFields);
    const orgName = caller.key ? caller.key.orgName : (yield* store.organizations.find(caller.orgId))?.name;
    return {
      orgId: caller.orgId,
      orgName: orgName ?? null,
      houseRules: yield* store.organizations.houseRules(caller.orgId),
      keyName: caller.key?.name ?? null,
      keyPrefix: caller.key && shownPrefix(caller.key),
      accessLevel: caller.access,
      agentsReadOnly: caller.key?.agentsReadOnly ?? (yield* store.organizations.agentsReadOnly(caller.orgId)),
      scopes: scopesOf[caller.access],
      expiresAt: caller.key?.expiresAt ?? null,
      person: caller.person,
      limits: limitFields(caller.key?.limits ?? null),
      ...(groups.length > 0 && { groups }),
      now: new Date(now).toISOString(),
    };
  },
});
