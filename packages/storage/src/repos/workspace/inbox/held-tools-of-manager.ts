import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { Op } from '../../../kernel/ops.ts';
import { type Engine, oneOf, queryVariants } from '../../../query/engine.ts';
import { usableTool, visibleConnection } from '../../../query/visibility.ts';
import { type FoundEntries, type InboxEntry, type InboxFilter, inboxValues, isBefore, isShown, readThroughOf } from './inbox-filter.ts';

/** A connection with tools on hold. */
export interface ConnectionWithHeldTools extends InboxEntry {
  id: string;
  service: string;
  name: string;
  heldCount: number;
}

/** Connections that one person manages, with the number of tools that wait for approval (D32). */
export function heldToolsOfManager(engine: Engine) {
  const { prepare, dialect, tables } = engine;
  const { connections, serviceTools } = tables;
  const page = queryVariants((shape: 'all' | 'named') =>
    prepare(`inbox_held_${shape}`, (db) => {
      const held = db
        .select({
          id: connections.id,
          service: connections.service,
          name: connections.name,
          heldCount: sql<number>`count(*)`.as('held_count'),
          at: sql<number>`max(${serviceTools.changedAt})`.as('held_at'),
        })
        .from(connections)
        .innerJoin(serviceTools, and(eq(serviceTools.orgId, connections.orgId), eq(serviceTools.connectionId, connections.id)))
        .where(
          and(
            visibleConnection(engine, connections),
            // Same rule as findManagedConnection: owners and admins manage the organization's connections.
            sql`(${connections.visibility} = 'private' or ${sql.placeholder('seesAll')} = 1)`,
            isNotNull(serviceTools.heldFor),
            usableTool(engine, connections),
            shape === 'named' ? oneOf(dialect, connections.id, 'ids') : undefined,
          ),
        )
        .groupBy(connections.id, connections.service, connections.name)
        .as('held');
      return db
        .select({
          id: held.id,
          service: held.service,
          name: held.name,
          heldCount: held.heldCount,
          at: held.at,
          readThrough: readThroughOf(tables, sql`${held.id}`),
        })
        .from(held)
        .where(and(isBefore(sql`${held.at}`, sql`${held.id}`), isShown(tables, sql`${held.id}`, sql`${held.at}`)))
        .orderBy(sql`${held.at} desc`, sql`${held.id} desc`)
        .limit(sql.placeholder('limit'));
    }),
  );

  return {
    *heldTools(filter: InboxFilter): Op<FoundEntries<ConnectionWithHeldTools>> {
      const rows = yield* page(filter.ids ? 'named' : 'all')(inboxValues(filter));
      return { rows: rows.map((row) => ({ ...row, heldCount: Number(row.heldCount), at: Number(row.at) })), through: undefined };
    },
  };
}
