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
  /** Address from the company at the time of linking. */
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

/** Links an identity to an account. The caller holds the accounts and has checked that the identity is free. */
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

/** Address from the company's claims, if it is valid. */
export function addressOf(claims: Pick<CompanyClaims, 'email'>): string | undefined {
  const read = email.safeParse(claims.email);
  return read.success ? read.data : undefined;
}
