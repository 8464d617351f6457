import { and, eq, sql } from 'drizzle-orm';
import type { Op } from '../../kernel/ops.ts';
import type { Engine } from '../../query/engine.ts';

/** Removes a connection with all that is its own. */
export function connectionRemovals({
  prepare,
  accessChanged,
  tables: {
    connectionAccounts,
    connectionAuthorizations,
    connectionSecrets,
    connectionShares,
    connectionStates,
    connections,
    inboxReads,
    serviceTools,
  },
}: Engine) {
  const isThis = and(eq(connections.orgId, sql.placeholder('orgId')), eq(connections.id, sql.placeholder('id')));
  const removals = [
    prepare('connection_delete', (db) => db.delete(connections).where(isThis)),
    prepare('connection_delete_tools', (db) =>
      db
        .delete(serviceTools)
        .where(and(eq(serviceTools.orgId, sql.placeholder('orgId')), eq(serviceTools.connectionId, sql.placeholder('id')))),
    ),
    prepare('connection_delete_secrets', (db) =>
      db
        .delete(connectionSecrets)
        .where(and(eq(connectionSecrets.orgId, sql.placeholder('orgId')), eq(connectionSecrets.connectionId, sql.placeholder('id')))),
    ),
    prepare('connection_delete_shares', (db) =>
      db
        .delete(connectionShares)
        .where(and(eq(connectionShares.orgId, sql.placeholder('orgId')), eq(connectionShares.connectionId, sql.placeholder('id')))),
    ),
    prepare('connection_delete_accounts', (db) =>
      db
        .delete(connectionAccounts)
        .where(and(eq(connectionAccounts.orgId, sql.placeholder('orgId')), eq(connectionAccounts.connectionId, sql.placeholder('id')))),
    ),
    prepare('connection_delete_authorizations', (db) =>
      db
        .delete(connectionAuthorizations)
        .where(
          and(
            eq(connectionAuthorizations.orgId, sql.placeholder('orgId')),
            eq(connectionAuthorizations.connectionId, sql.placeholder('id')),
          ),
        ),
    ),
    prepare('connection_delete_reads', (db) =>
      db.delete(inboxReads).where(and(eq(inboxReads.orgId, sql.placeholder('orgId')), eq(inboxReads.subjectId, sql.placeholder('id')))),
    ),
    prepare('connection_delete_states', (db) =>
      db
        .delete(connectionStates)
        .where(and(eq(connectionStates.orgId, sql.placeholder('orgId')), eq(connectionStates.connectionId, sql.placeholder('id')))),
    ),
  ];

  return {
    *remove(orgId: string, id: string): Op<void> {
      for (const removal of removals) yield* removal({ orgId, id });
      yield* accessChanged(orgId);
    },
  };
}
