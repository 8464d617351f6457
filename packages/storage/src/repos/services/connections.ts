import { and, eq, getTableColumns, gt, or, type SQL, sql } from 'drizzle-orm';
import type { Op } from '../../kernel/ops.ts';
import { setColumns } from '../../query/columns.ts';
import { type Engine, given, queryVariants, scalar } from '../../query/engine.ts';
import { usableTool, type Viewer, viewerValues, visibleConnection } from '../../query/visibility.ts';
import type { Connection, ConnectionById, ConnectionSummary } from './connection.ts';
import { connectionHealth } from './connection-health.ts';
import { connectionRemovals } from './connection-removals.ts';
import { connectionSecretQueries } from './connection-secrets.ts';
import { connectionShareQueries } from './connection-shares.ts';

/** Columns that a person can change. */
const edited = ['name', 'label', 'visibility', 'holdNew', 'config', 'revision', 'updatedAt'] as const;

export type ConnectionQueries = ReturnType<typeof connectionQueries>;

export function connectionQueries(engine: Engine) {
  const byId = prepareById(engine);
  return {
    ...connectionShareQueries(engine),
    ...connectionReads(engine, byId),
    ...connectionHealth(engine, byId),
    ...connectionEdits(engine),
    ...connectionRemovals(engine),
    ...connectionSecretQueries(engine),
  };
}

/** The order that puts a service's default connection first: not paused, newest change, then id (D34). */
export function standardFirst(connections: Engine['tables']['connections']): SQL {
  return sql`case when ${connections.status} = 'paused' then 1 else 0 end, ${connections.updatedAt} desc, ${connections.id} desc`;
}

function prepareById({ prepare, tables: { connections } }: Engine): ConnectionById {
  return prepare('connection_by_id', (db) =>
    db
      .select()
      .from(connections)
      .where(and(eq(connections.orgId, sql.placeholder('orgId')), eq(connections.id, sql.placeholder('id')))),
  );
}

function connectionReads(engine: Engine, byId: ConnectionById) {
  const {
    prepare,
    lockRow,
    tables: { connections, serviceTools },
  } = engine;
  const seen = visibleConnection(engine, connections);
  const visible = prepare('connection_visible', (db) =>
    db
      .select()
      .from(connections)
      .where(and(seen, eq(connections.id, sql.placeholder('id')))),
  );
  const standard = prepare('connection_default', (db) =>
    db
      .select()
      .from(connections)
      .where(and(seen, eq(connections.service, sql.placeholder('service'))))
      .orderBy(standardFirst(connections))
      .limit(1),
  );
  const usable = usableTool(engine, connections);
  const toolsWhere = (condition: SQL) =>
    scalar<number>(
      sql`(select count(*) from ${serviceTools} where ${serviceTools.orgId} = ${connections.orgId} and ${serviceTools.connectionId} = ${connections.id} and ${condition})`,
    );
  const summaries = queryVariants((shape: 'first' | 'next' | 'one') =>
    prepare(`connections_${shape}`, (db) =>
      db
        .select({
          ...getTableColumns(connections),
          toolsCount: toolsWhere(usable),
          heldCount: toolsWhere(sql`${usable} and ${serviceTools.heldFor} is not null`),
          offCount: toolsWhere(sql`${serviceTools.removedAt} is null and ${serviceTools.isOff}`),
        })
        .from(connections)
        .where(and(seen, conditionOf[shape]()))
        .orderBy(connections.service, connections.id)
        .limit(sql.placeholder('limit')),
    ),
  );
  const afterPosition = (): SQL | undefined =>
    or(
      gt(connections.service, sql.placeholder('afterService')),
      and(eq(connections.service, sql.placeholder('afterService')), gt(connections.id, sql.placeholder('afterId'))),
    );
  const conditionOf = { first: () => undefined, next: afterPosition, one: () => eq(connections.id, sql.placeholder('id')) };
  const ofOwner = and(eq(connections.orgId, sql.placeholder('orgId')), eq(connections.ownerId, sql.placeholder('ownerId')));
  const privateOf = prepare('connections_private_of', (db) =>
    db
      .select({ id: connections.id })
      .from(connections)
      .where(and(ofOwner, eq(connections.visibility, 'private'))),
  );

  return {
    /** Connection for reports of connectors, independent of any viewer. Locks it and its catalogue until the transaction ends. */
    *findForChange(orgId: string, id: string): Op<Connection | undefined> {
      yield* lockRow('connections', orgId, id);
      return (yield* byId({ orgId, id }))[0];
    },
    /** The connection, if the viewer may see it. */
    *visibleForChange(viewer: Viewer, id: string): Op<Connection | undefined> {
      yield* lockRow('connections', viewer.orgId, id);
      return (yield* visible({ ...viewerValues(viewer), id }))[0];
    },
    *visible(viewer: Viewer, id: string): Op<Connection | undefined> {
      return (yield* visible({ ...viewerValues(viewer), id }))[0];
    },
    /** Default connection of a service: the newest that is not paused, ties by id (D34). */
    *standard(viewer: Viewer, service: string): Op<Connection | undefined> {
      return (yield* standard({ ...viewerValues(viewer), service }))[0];
    },
    /** Visible connections by service and id, each with its number of tools, at most `limit`. */
    *list(viewer: Viewer, limit: number, after?: { service: string; id: string }): Op<ConnectionSummary[]> {
      const values = { ...viewerValues(viewer), limit, afterService: after?.service, afterId: after?.id };
      return yield* summaries(after ? 'next' : 'first')(values);
    },
    /** Returns one visible connection, with the number of its tools. */
    *summary(viewer: Viewer, id: string): Op<ConnectionSummary | undefined> {
      return (yield* summaries('one')({ ...viewerValues(viewer), id, limit: 1 }))[0];
    },
    /** Connections that only their owner sees. */
    *privateOf(orgId: string, ownerId: string): Op<string[]> {
      return (yield* privateOf({ orgId, ownerId })).map(({ id }) => id);
    },
  };
}

function connectionEdits({ prepare, accessChanged, tables: { connections } }: Engine) {
  const isThis = and(eq(connections.orgId, sql.placeholder('orgId')), eq(connections.id, sql.placeholder('id')));
  const setCatalogueAt = prepare('connection_catalogue_at', (db) =>
    db
      .update(connections)
      .set(setColumns(connections, 'catalogueAt', 'leftOut'))
      .where(isThis),
  );
  const tested = prepare('connection_tested', (db) =>
    db
      .update(connections)
      .set({ revision: sql`${connections.revision} + 1` })
      .where(isThis),
  );
  const edit = prepare('connection_edit', (db) =>
    db
      .update(connections)
      .set(setColumns(connections, ...edited))
      .where(isThis),
  );
  const ofOwner = and(eq(connections.orgId, sql.placeholder('orgId')), eq(connections.ownerId, sql.placeholder('ownerId')));
  const giveAll = prepare('connections_give_all', (db) =>
    db
      .update(connections)
      .set({ ownerId: given(connections.ownerId, 'to') })
      .where(ofOwner),
  );

  return {
    *setCatalogueAt(orgId: string, id: string, catalogueAt: number, leftOut: Connection['leftOut']): Op<void> {
      yield* setCatalogueAt({ orgId, id, catalogueAt, leftOut });
    },
    /** Saves a person's change. With a new revision, pooled clients reconnect. The connection becomes the newest one. */
    *edit(connection: Connection): Op<void> {
      yield* edit({ ...connection });
      yield* accessChanged(connection.orgId);
    },
    /** Records a successful test without changes. The connection does not become the newest one. */
    *noteTested(orgId: string, id: string): Op<void> {
      yield* tested({ orgId, id });
    },
    /** Gives all connections of one owner to another. */
    *giveAll(orgId: string, ownerId: string, to: string): Op<void> {
      yield* giveAll({ orgId, ownerId, to });
    },
  };
}
