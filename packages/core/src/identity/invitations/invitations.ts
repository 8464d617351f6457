import { mayManage, type Role, roles } from '@gatehouse/domain';
import type { Link, Op, Organization, Person } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../../kernel/context/context.ts';
import { personExample } from '../../kernel/schema/person-fields.ts';
import { time } from '../../kernel/schema/schema.ts';
import { badLink, findLinkOf, requireGood } from '../links/links.ts';

export const invitationShape = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string().nullable(),
  role: z.enum(roles),
  /** Inviting person. Null for the operator. */
  createdBy: z.string().nullable(),
  createdAt: time,
  expiresAt: time,
});

export const invitationExample: z.input<typeof invitationShape> = {
  id: 'link_01jd2x7q8me3k5w9t4v6b8n0r2',
  email: 'bob@example.com',
  name: 'Bob',
  role: 'member',
  createdBy: personExample.id,
  createdAt: 1_763_000_000_000,
  expiresAt: 1_763_604_800_000,
};

export function invitationFields({ id, email, name, role, createdBy, createdAt, expiresAt }: Link): z.input<typeof invitationShape> {
  return { id, email: email ?? '', name, role: role ?? 'member', createdBy, createdAt, expiresAt };
}

export interface Invitation {
  link: Link;
  organization: Organization;
  /** Person that the invitation names, if they were a member before, even if removed. */
  person: Person | undefined;
  role: Role;
  inviter: Person | undefined;
}

/** Finds a usable invitation: its creator must still be allowed to invite, and the invited person must not have joined yet. */
export function* findInvitation(context: ToolContext, secret: string): Op<Invitation> {
  return yield* invitationOf(context, yield* findLinkOf(context, 'invitation', secret));
}

/** Checks an invitation that was found, and throws if it cannot be used. */
export function* invitationOf(context: ToolContext, link: Link): Op<Invitation> {
  const { store } = context;
  requireGood(context, link);
  const orgId = link.orgId ?? '';
  const organization = yield* store.organizations.find(orgId);
  if (!organization) throw badLink('ended', 'is for an organization that no longer exists');
  const person = yield* store.people.findByEmail(orgId, link.email ?? '');
  if (person && person.accountId !== null) throw badLink('joined', 'is for a person who has already joined');
  const role = person && person.removedAt === null ? person.role : (link.role ?? 'member');
  const inviter = link.createdBy === null ? undefined : yield* store.people.find(orgId, link.createdBy);
  if (link.createdBy !== null && !(inviter && mayManage(inviter.role, role)))
    throw badLink('ended', 'no longer works: its creator can no longer invite people');
  return { link, organization, person, role, inviter };
}
