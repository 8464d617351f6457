import type { ConnectionStatus } from '@gatehouse/domain';
import { and, desc, eq, getTableColumns, gt, ne, notLike, or, type SQL, sql } from 'drizzle-orm';
import { fillColumns, omitColumns, setColumns } from '../columns.ts';
import { type Engine, given, pageLimit, queryVariants, scalar } from '../engine.ts';
import type { Op } from '../ops.ts';
import type { Tables } from '../schema.ts';
import { usableTool, type Viewer, viewerValues, visibleConnection } from '../visibility.ts';
import { accountField, type SealedSecret } from './sealed-secret.ts';

/** A connected service as it is stored: no secret is part of it. */
export type Connection = Tables['connections']['$inferSelect'];

/** How many of its tools can be used, how many of those are held, and how many a person has switched off. */
export type ConnectionSummary = Connection & { toolsCount: number; heldCount: number; offCount: number };

export type ConnectionRevision = Pick<Connection, 'orgId' | 'id' | 'revision'>;

/** How a connection did, from when on. */
export type ConnectionState = Omit<Tables['connectionStates']['$inferSelect'], 'orgId' | 'connectionId'>;

/** Of one connection that are kept. */
const mostStates = 100;

/** What a person may change of one. */
const edited = ['name', 'label', 'visibility', 'holdNew', 'config', 'revision', 'updatedAt'] as const;

export type ConnectionQueries = ReturnType<typeof connectionQueries>;

/** The order that puts a service's default connection first: not paused, newest change, then id (D34). */
export function standardFirst(connections: Engine['tables']['connections']): SQL {
  return sql`case when ${connections.status} = 'paused' then 1 else 0 end, ${connections.updatedAt} desc, ${connections.id} desc`;
}

export function connectionQueries(engine: Engine) {
  const { prepare, lockRow, tables } = engine;
  const { connections, connectionAccounts, connectionAuthorizations, connectionSecrets, connectionStates, serviceTools } = tables;
  const seen = visibleConnection(engine, connections);
  const visible = prepare('connection_visible', (db) =>
    db
      .select()
      .from(connections)
      .where(and(seen, eq(connections.id, sql.placeholder('id')))),
  );
  const byId = prepare('connection_by_id', (db) =>
    db
      .select()
      .from(connections)
      .where(and(eq(connections.orgId, sql.placeholder('orgId')), eq(connections.id, sql.placeholder('id')))),
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
        .limit(pageLimit()),
    ),
  );
  const afterPosition = (): SQL | undefined =>
    or(
      gt(connections.service, sql.placeholder('afterService')),
      and(eq(connections.service, sql.placeholder('afterService')), gt(connections.id, sql.placeholder('afterId'))),
    );
  const conditionOf = { first: () => undefined, next: afterPosition, one: () => eq(connections.id, sql.placeholder('id')) };
  const insert = prepare('connection_insert', (db) => db.insert(connections).values(fillColumns(connections)));
  const isThis = and(eq(connections.orgId, sql.placeholder('orgId')), eq(connections.id, sql.placeholder('id')));
  const setStatus = prepare('connection_set_status', (db) =>
    db
      .update(connections)
      .set(setColumns(connections, 'status', 'statusNote', 'updatedAt'))
      .where(isThis),
  );
  const noteHealth = prepare('connection_note_health', (db) =>
    db
      .update(connections)
      .set(setColumns(connections, 'status', 'statusNote'))
      .where(and(isThis, ne(connections.status, 'paused'), eq(connections.revision, sql.placeholder('revision')))),
  );
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
  const changed = prepare('connection_credentials_changed', (db) =>
    db
      .update(connections)
      .set({
        revision: sql`${connections.revision} + 1`,
        // A paused connection stays paused until somebody resumes it.
        status: sql`case when ${connections.status} = 'paused' then 'paused' else 'active' end`,
        statusNote: sql`null`,
        ...setColumns(connections, 'updatedAt'),
      })
      .where(isThis),
  );
  const ofConnection = and(
    eq(connectionSecrets.orgId, sql.placeholder('orgId')),
    eq(connectionSecrets.connectionId, sql.placeholder('connectionId')),
  );
  const secrets = prepare('connection_secrets', (db) =>
    db
      .select()
      .from(connectionSecrets)
      .where(and(ofConnection, notLike(connectionSecrets.field, accountField('%'))))
      .orderBy(connectionSecrets.field),
  );
  const deleteSecret = prepare('connection_secret_delete', (db) =>
    db.delete(connectionSecrets).where(and(ofConnection, eq(connectionSecrets.field, sql.placeholder('field')))),
  );
  const insertSecret = prepare('connection_secret_insert', (db) => db.insert(connectionSecrets).values(fillColumns(connectionSecrets)));
  const replaceSecret = prepare('connection_secret_replace', (db) =>
    db
      .update(connectionSecrets)
      .set({ keyId: given(connectionSecrets.keyId, 'newKeyId'), sealed: given(connectionSecrets.sealed, 'newSealed') })
      .where(
        and(
          ofConnection,
          eq(connectionSecrets.field, sql.placeholder('field')),
          eq(connectionSecrets.keyId, sql.placeholder('keyId')),
          eq(connectionSecrets.sealed, sql.placeholder('sealed')),
        ),
      ),
  );
  const otherKeys = prepare('connection_secrets_of_other_keys', (db) =>
    db
      .select()
      .from(connectionSecrets)
      .where(ne(connectionSecrets.keyId, sql.placeholder('keyId')))
      .limit(pageLimit()),
  );
  const statesOf = and(
    eq(connectionStates.orgId, sql.placeholder('orgId')),
    eq(connectionStates.connectionId, sql.placeholder('connectionId')),
  );
  const { at } = connectionStates;
  const states = prepare('connection_states', (db) =>
    db
      .select(omitColumns(connectionStates, 'orgId', 'connectionId'))
      .from(connectionStates)
      .where(statesOf)
      .orderBy(desc(at))
      .limit(mostStates),
  );
  const insertState = prepare('connection_state_insert', (db) =>
    db
      .insert(connectionStates)
      .values(fillColumns(connectionStates))
      // Two processes have found the same out at the same time.
      .onConflictDoNothing(),
  );
  const forgetStates = prepare('connection_states_forget', (db) =>
    db
      .delete(connectionStates)
      .where(
        and(
          statesOf,
          sql`${at} <= (select s.at from ${connectionStates} as s where s.org_id = ${sql.placeholder('orgId')} and s.connection_id = ${sql.placeholder('connectionId')} order by s.at desc limit 1 offset ${sql.raw(String(mostStates))})`,
        ),
      ),
  );
  function* began(orgId: string, connectionId: string, state: ConnectionState): Op<void> {
    yield* insertState({ orgId, connectionId, ...state });
    yield* forgetStates({ orgId, connectionId });
  }
  const ofOwner = and(eq(connections.orgId, sql.placeholder('orgId')), eq(connections.ownerId, sql.placeholder('ownerId')));
  const privateOf = prepare('connections_private_of', (db) =>
    db
      .select({ id: connections.id })
      .from(connections)
      .where(and(ofOwner, eq(connections.visibility, 'private'))),
  );
  const giveAll = prepare('connections_give_all', (db) =>
    db
      .update(connections)
      .set({ ownerId: given(connections.ownerId, 'to') })
      .where(ofOwner),
  );
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
    prepare('connection_delete_states', (db) =>
      db
        .delete(connectionStates)
        .where(and(eq(connectionStates.orgId, sql.placeholder('orgId')), eq(connectionStates.connectionId, sql.placeholder('id')))),
    ),
  ];

  return {
    /** For what connectors report: nobody's view of it. No other change to it or to its catalogue happens until the transaction ends. */
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
    /** The default connection of a service: the newest that is not paused; ties by id (D34). */
    *standard(viewer: Viewer, service: string): Op<Connection | undefined> {
      return (yield* standard({ ...viewerValues(viewer), service }))[0];
    },
    /** Visible connections by service and id, with how many tools each has; at most `limit`. */
    *list(viewer: Viewer, limit: number, after?: { service: string; id: string }): Op<ConnectionSummary[]> {
      const values = { ...viewerValues(viewer), limit, afterService: after?.service, afterId: after?.id };
      return yield* summaries(after ? 'next' : 'first')(values);
    },
    /** The same of one of them. */
    *summary(viewer: Viewer, id: string): Op<ConnectionSummary | undefined> {
      return (yield* summaries('one')({ ...viewerValues(viewer), id, limit: 1 }))[0];
    },
    *create(connection: Connection): Op<void> {
      yield* insert({ ...connection });
      const { orgId, id, status, statusNote: note, createdAt: at } = connection;
      yield* began(orgId, id, { at, status, note });
    },
    /** A person's decision: it makes the connection the newest one. */
    *setStatus(orgId: string, id: string, status: ConnectionStatus, updatedAt: number): Op<void> {
      yield* setStatus({ orgId, id, status, statusNote: null, updatedAt });
      yield* began(orgId, id, { at: updatedAt, status, note: null });
    },
    /** What calls found out with the credentials of a revision. A paused connection stays paused. */
    *noteHealth(
      { orgId, id, revision }: ConnectionRevision,
      { at, status, note }: ConnectionState & { status: Exclude<ConnectionStatus, 'paused'> },
    ): Op<void> {
      const before = (yield* byId({ orgId, id }))[0];
      if (!before || before.revision !== revision || before.status === 'paused') return;
      if (before.status === status && before.statusNote === note) return;
      yield* noteHealth({ orgId, id, revision, status, statusNote: note });
      if (before.status !== status) yield* began(orgId, id, { at, status, note });
    },
    /** How it did, from when on: the latest first, and a hundred at most. */
    *states(orgId: string, connectionId: string): Op<ConnectionState[]> {
      return yield* states({ orgId, connectionId });
    },
    *setCatalogueAt(orgId: string, id: string, catalogueAt: number, leftOut: Connection['leftOut']): Op<void> {
      yield* setCatalogueAt({ orgId, id, catalogueAt, leftOut });
    },
    /** Pooled clients of the connection are made anew after this. */
    *noteNewCredentials(orgId: string, id: string, updatedAt: number): Op<void> {
      const before = (yield* byId({ orgId, id }))[0];
      yield* changed({ orgId, id, updatedAt });
      if (before && before.status !== 'active' && before.status !== 'paused')
        yield* began(orgId, id, { at: updatedAt, status: 'active', note: null });
    },
    /** What a person may change of it; with another revision, pooled clients are made anew. It makes the connection the newest one. */
    *edit(connection: Connection): Op<void> {
      yield* edit({ ...connection });
    },
    /** The same as new credentials where nothing of it has changed; it does not become the newest. */
    *noteTested(orgId: string, id: string): Op<void> {
      yield* tested({ orgId, id });
    },
    *remove(orgId: string, id: string): Op<void> {
      for (const removal of removals) yield* removal({ orgId, id });
    },
    /** Those that nobody but their owner sees. */
    *privateOf(orgId: string, ownerId: string): Op<string[]> {
      return (yield* privateOf({ orgId, ownerId })).map(({ id }) => id);
    },
    /** All of one owner's are another's from now on. */
    *giveAll(orgId: string, ownerId: string, to: string): Op<void> {
      yield* giveAll({ orgId, ownerId, to });
    },
    /** Its own credentials, and nobody's tokens. */
    *secrets(orgId: string, connectionId: string): Op<SealedSecret[]> {
      return yield* secrets({ orgId, connectionId });
    },
    *putSecret({ orgId, connectionId, field, keyId, sealed }: SealedSecret): Op<void> {
      yield* deleteSecret({ orgId, connectionId, field });
      yield* insertSecret({ orgId, connectionId, field, keyId, sealed });
    },
    *removeSecret(orgId: string, connectionId: string, field: string): Op<void> {
      yield* deleteSecret({ orgId, connectionId, field });
    },
    /** Writes a secret in the place of this one, if it is still there: it may have been replaced, or removed with its connection. */
    *replaceSecret(before: SealedSecret, { keyId, sealed }: SealedSecret): Op<void> {
      yield* replaceSecret({ ...before, newKeyId: keyId, newSealed: sealed });
    },
    /** Credentials of every organization that another key than this one encrypted. */
    *secretsOfOtherKeys(keyId: string, limit: number): Op<SealedSecret[]> {
      return yield* otherKeys({ keyId, limit });
    },
  };
}
