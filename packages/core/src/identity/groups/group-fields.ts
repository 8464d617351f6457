import { maxGroupName } from '@gatehouse/domain';
import type { Group, GroupMember, OwnGroup } from '@gatehouse/storage';
import { z } from 'zod';
import { email } from '../../kernel/schema/person-fields.ts';
import { identifier, name, time } from '../../kernel/schema/schema.ts';

/** Maximum characters of a claim value. */
export const maxClaimValue = 200;
export const groupName = name(maxGroupName, 'name of the group');
export const groupIdentifier = identifier('from list_groups');
export const groupEmails = z.array(email).min(1).max(200).describe('email addresses of people of the organization');

export const groupShape = z.object({
  groupId: z.string(),
  name: z.string(),
  claimValue: z.string().nullable().describe('company sign-in claim value whose people are in the group; null if people are added by hand'),
  createdAt: time,
});

export const groupExample: z.input<typeof groupShape> = {
  groupId: 'group_01jd2x7q8me3k5w9t4v6b8n0r2',
  name: 'Design',
  claimValue: null,
  createdAt: 1_763_000_000_000,
};

export function groupFields({ id, name, claimValue, createdAt }: Group): z.input<typeof groupShape> {
  return { groupId: id, name, claimValue, createdAt };
}

/** A group that the caller's person is in. */
export const ownGroupShape = z.object({
  groupId: z.string(),
  name: z.string(),
  endsAt: time
    .nullable()
    .describe('when access through it ends, unless the person signs in with the company again; null if it does not end'),
});

export function ownGroupFields({ expiresAt, ...group }: OwnGroup): z.input<typeof ownGroupShape> {
  return { ...group, endsAt: expiresAt };
}

export const memberShape = z.object({
  personId: z.string(),
  name: z.string(),
  email: z.string(),
  endsAt: time.nullable().describe('for a linked group: when their membership ends, unless they sign in with the company again'),
});

export const memberExample: z.input<typeof memberShape> = {
  personId: 'person_01jd2x7q8me3k5w9t4v6b8n0r2',
  name: 'Ada',
  email: 'ada@example.com',
  endsAt: null,
};

export function memberFields({ expiresAt, ...person }: GroupMember): z.input<typeof memberShape> {
  return { ...person, endsAt: expiresAt };
}
