import { eq, lte, sql } from 'drizzle-orm';
import type { Op } from '../../kernel/ops.ts';
import { fillColumns, takeColumns } from '../../query/columns.ts';
import type { Engine } from '../../query/engine.ts';
import type { Tables } from '../../schema/schema.ts';

export type Lease = Tables['leases']['$inferSelect'];

export type LeaseQueries = ReturnType<typeof leaseQueries>;

/** Work that one of several processes does at a time. The store still checks what must not happen twice. */
export function leaseQueries({ prepare, tables: { leases } }: Engine) {
  const take = prepare('lease_take', (db) =>
    db
      .insert(leases)
      .values(fillColumns(leases))
      .onConflictDoUpdate({
        target: leases.name,
        set: takeColumns(leases, 'holder', 'until'),
        setWhere: sql`${eq(leases.holder, sql.placeholder('holder'))} or ${lte(leases.until, sql.placeholder('now'))}`,
      })
      .returning({ name: leases.name }),
  );
  const release = prepare('lease_release', (db) =>
    db.delete(leases).where(sql`${eq(leases.name, sql.placeholder('name'))} and ${eq(leases.holder, sql.placeholder('holder'))}`),
  );

  return {
    /** Takes or extends a lease. False while another holder has it. */
    *take(lease: Lease, now: number): Op<boolean> {
      return (yield* take({ ...lease, now })).length > 0;
    },
    *release(name: string, holder: string): Op<void> {
      yield* release({ name, holder });
    },
  };
}
