import { and, eq, sql } from 'drizzle-orm';
import type { Op } from '../../kernel/ops.ts';
import { fillColumns } from '../../query/columns.ts';
import type { Engine } from '../../query/engine.ts';

/** A group that can use a connection. */
export interface SharedGroup {
  groupId: string;
  name: string;
}

/** Queries for the groups that a connection with visibility `groups` is shared with (D77). */
export function connectionShareQueries({ prepare, accessChanged, tables: { connectionShares, personGroups } }: Engine) {
  const inOrg = eq(connectionShares.orgId, sql.placeholder('orgId'));
  const drop = prepare('connection_drop_shares', (db) =>
    db.delete(connectionShares).where(and(inOrg, eq(connectionShares.connectionId, sql.placeholder('id')))),
  );
  const add = prepare('connection_add_share', (db) => db.insert(connectionShares).values(fillColumns(connectionShares)));
  const sharedWith = prepare('connections_shared_with', (db) =>
    db
      .select({ connectionId: connectionShares.connectionId, groupId: personGroups.id, name: personGroups.name })
      .from(connectionShares)
      .innerJoin(personGroups, and(eq(personGroups.orgId, connectionShares.orgId), eq(personGroups.id, connectionShares.groupId)))
      .where(inOrg)
      .orderBy(personGroups.name, personGroups.id),
  );

  return {
    /** Replaces the groups that can use a connection. */
    *shareWithGroups(orgId: string, id: string, groupIds: readonly string[], createdAt: number): Op<void> {
      yield* drop({ orgId, id });
      for (const groupId of groupIds) yield* add({ orgId, connectionId: id, groupId, createdAt });
      yield* accessChanged(orgId);
    },
    /** Returns the groups that can use each shared connection of an organization. */
    *sharedWith(orgId: string): Op<Map<string, SharedGroup[]>> {
      const rows = yield* sharedWith({ orgId });
      const groups = Map.groupBy(rows, ({ connectionId }) => connectionId);
      return new Map(Array.from(groups, ([id, shares]) => [id, shares.map(({ groupId, name }) => ({ groupId, name }))]));
    },
  };
}
