import { maxPersonName, roles } from '@gatehouse/domain';
import type { Account, Membership, Session } from '@gatehouse/storage';
import { z } from 'zod';
import { name, time } from '../../kernel/schema/schema.ts';

const shortestPassword = 10;
const maxPassword = 200;

/** A new password. Length makes it hard to guess, so no special characters are required. */
export const newPassword = z
  .string()
  .min(shortestPassword)
  .max(maxPassword)
  .refine((text) => new Set(text).size > 3, { error: 'must be harder to guess than a few repeated characters' })
  .describe(`at least ${shortestPassword} characters`);

/** A password to check. No rules apply to it. */
export const password = z.string().max(maxPassword);

export const accountName = () => name(maxPersonName, 'name');

/** Maximum bytes of arguments from people who are not signed in. They need no more. */
export const visitorArgumentBytes = 16 * 1024;

export const accountShape = z.object({ id: z.string(), email: z.string(), name: z.string(), hasPassword: z.boolean(), createdAt: time });

export function accountFields({ id, email, name, passwordHash, createdAt }: Account): z.input<typeof accountShape> {
  return { id, email, name, hasPassword: passwordHash !== null, createdAt };
}

export const membershipShape = z.object({ orgId: z.string(), name: z.string(), personId: z.string(), role: z.enum(roles) });

export function membershipFields({ orgId, orgName, personId, role }: Membership): z.input<typeof membershipShape> {
  return { orgId, name: orgName, personId, role };
}

export const sessionShape = z.object({
  id: z.string(),
  /** User agent of the browser at sign-in. */
  client: z.string().nullable(),
  createdAt: time,
  seenAt: time,
  expiresAt: time,
  isCurrent: z.boolean(),
});

export function sessionFields(
  { id, client, createdAt, seenAt, expiresAt }: Session,
  current: string | undefined,
): z.input<typeof sessionShape> {
  return { id, client, createdAt, seenAt, expiresAt, isCurrent: id === current };
}

/** Answer for a person who has just signed in. */
export const signedInShape = z.object({ account: accountShape, organizations: z.array(membershipShape) });

export const accountExample: z.input<typeof accountShape> = {
  id: 'account_01jd2x7q8me3k5w9t4v6b8n0r2',
  email: 'ada@example.com',
  name: 'Ada',
  hasPassword: true,
  createdAt: 1_763_000_000_000,
};

export const membershipExample: z.input<typeof membershipShape> = {
  orgId: 'org_01jd2x7q8me3k5w9t4v6b8n0r2',
  name: 'Acme',
  personId: 'person_01jd2x7q8me3k5w9t4v6b8n0r2',
  role: 'owner',
};

export const sessionExample: z.input<typeof sessionShape> = {
  id: 'session_01jd2x7q8me3k5w9t4v6b8n0r2',
  client: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/141.0',
  createdAt: 1_763_000_000_000,
  seenAt: 1_763_000_600_000,
  expiresAt: 1_765_592_000_000,
  isCurrent: true,
};

export const signedInExample = { account: accountExample, organizations: [membershipExample] };
