import { roles } from '@gatehouse/domain';
import type { Person } from '@gatehouse/storage';
import { z } from 'zod';
import { time } from './schema.ts';

/** An e-mail address in lower case: a person has one address, and an address belongs to one person in an organization. */
export const email = z
  .string()
  .max(320)
  .transform((text) => text.trim().toLowerCase())
  .refine((text) => /^[^\s@]+@[^\s@]+$/.test(text), { error: 'must be an email address' });

export const personShape = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  role: z.enum(roles),
  /** True if an account signs in as this person. */
  hasAccount: z.boolean(),
  createdAt: time,
});

export function personFields({ id, email, name, role, accountId, createdAt }: Person): z.input<typeof personShape> {
  return { id, email, name, role, hasAccount: accountId !== null, createdAt };
}

export const personExample: z.input<typeof personShape> = {
  id: 'person_01jd2x7q8me3k5w9t4v6b8n0r2',
  email: 'ada@example.com',
  name: 'Ada',
  role: 'admin',
  hasAccount: true,
  createdAt: 1_763_000_000_000,
};
