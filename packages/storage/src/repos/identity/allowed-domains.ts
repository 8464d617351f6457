import { and, eq, sql } from 'drizzle-orm';
import type { Op } from '../../kernel/ops.ts';
import { fillColumns } from '../../query/columns.ts';
import type { Engine } from '../../query/engine.ts';

export type AllowedDomainQueries = ReturnType<typeof allowedDomainQueries>;

/** Domains of e-mail addresses whose holders may join an organization by company sign-in (D38). */
export function allowedDomainQueries({ prepare, tables: { allowedDomains } }: Engine) {
  const ofOrganization = eq(allowedDomains.orgId, sql.placeholder('orgId'));
  const isThis = and(ofOrganization, eq(allowedDomains.domain, sql.placeholder('domain')));
  const list = prepare('allowed_domains', (db) =>
    db.select({ domain: allowedDomains.domain }).from(allowedDomains).where(ofOrganization).orderBy(allowedDomains.domain),
  );
  const organizations = prepare('allowed_domain_organizations', (db) =>
    db
      .select({ orgId: allowedDomains.orgId })
      .from(allowedDomains)
      .where(eq(allowedDomains.domain, sql.placeholder('domain')))
      .orderBy(allowedDomains.orgId),
  );
  const insert = prepare('allowed_domain_insert', (db) =>
    db.insert(allowedDomains).values(fillColumns(allowedDomains)).onConflictDoNothing(),
  );
  const remove = prepare('allowed_domain_delete', (db) =>
    db.delete(allowedDomains).where(isThis).returning({ domain: allowedDomains.domain }),
  );

  return {
    *list(orgId: string): Op<string[]> {
      return (yield* list({ orgId })).map(({ domain }) => domain);
    },
    /** The organizations that allow a domain, in the order of their identifiers. */
    *organizationsOf(domain: string): Op<string[]> {
      return (yield* organizations({ domain })).map(({ orgId }) => orgId);
    },
    *allow(orgId: string, domain: string, createdAt: number): Op<void> {
      yield* insert({ orgId, domain, createdAt });
    },
    /** False if the domain was not allowed. */
    *disallow(orgId: string, domain: string): Op<boolean> {
      return (yield* remove({ orgId, domain })).length > 0;
    },
  };
}
