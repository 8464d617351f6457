import type { Account, CompanyIdentity, Op } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../../kernel/context/context.ts';
import { newId } from '../../kernel/ids/ids.ts';
import type { CompanyClaims } from '../../kernel/ports/company-port.ts';
import { email } from '../../kernel/schema/person-fields.ts';
import { time } from '../../kernel/schema/schema.ts';

export const companyIdentityShape = z.object({
  id: z.string(),
  issuer: z.string(),
  /** As the company said it when this was linked. */
  email: z.string().nullable(),
  createdAt: time,
});

export const companyIdentityExample: z.input<typeof companyIdentityShape> = {
  id: 'company_01jd2x7q8me3k5w9t4v6b8n0r2',
  issuer: 'https://login.example.com',
  email: 'ada@example.com',
  createdAt: 1_763_000_000_000,
};

export function companyIdentityFields({ id, issuer, email, createdAt }: CompanyIdentity): z.input<typeof companyIdentityShape> {
  return { id, issuer, email, createdAt };
}

/** The accounts are held, and nobody has the identity. */
export function* linkIdentity({ store, now }: ToolContext, { id: accountId }: Account, claims: CompanyClaims): Op<void> {
  const { issuer, subject } = claims;
  yield* store.companyIdentities.create({
    id: newId('company', now),
    issuer,
    subject,
    accountId,
    email: addressOf(claims) ?? null,
    createdAt: now,
  });
}

/** What the company says is somebody's address, where it is one. */
export function addressOf(claims: Pick<CompanyClaims, 'email'>): string | undefined {
  const read = email.safeParse(claims.email);
  return read.success ? read.data : undefined;
}
