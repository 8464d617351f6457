import type { ConnectionStatus } from '@gatehouse/domain';
import { and, desc, eq, ne, sql } from 'drizzle-orm';
import type { Op } from '../../kernel/ops.ts';
import { fillColumns, omitColumns, setColumns } from '../../query/columns.ts';
import type { Engine } from '../../query/engine.ts';
import type { Connection, ConnectionById, ConnectionRevision, ConnectionState } from './connection.ts';

/** Maximum states stored for one connection. */
const maxStates = 100;

/** Health of connections over time. `byId` finds one for any caller. */
export function connectionHealth(engine: Engine, byId: ConnectionById) {
  const {
    prepare,
    accessChanged,
    tables: { connections },
  } = engine;
  const { states, began } = connectionStates(engine);
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
  const changed = prepare('connection_credentials_changed', (db) =>
    db
      .update(connections)
      .set({
        revision: sql`${connections.revision} + 1`,
        // A paused connection stays paused until a person resumes it.
        status: sql`case when ${connections.status} = 'paused' then 'paused' else 'active' end`,
        statusNote: sql`null`,
        ...setColumns(connections, 'updatedAt'),
      })
      .where(isThis),
  );

  return {
    states,
    *create(connection: Connection): Op<void> {
      yield* insert({ ...connection });
      const { orgId, id, status, statusNote: note, createdAt: at } = connection;
      yield* began(orgId, id, { at, status, note });
      yield* accessChanged(orgId);
    },
    /** A person's decision: it makes the connection the newest one. */
    *setStatus(orgId: string, id: string, status: ConnectionStatus, updatedAt: number): Op<void> {
      yield* setStatus({ orgId, id, status, statusNote: null, updatedAt });
      yield* began(orgId, id, { at: updatedAt, status, note: null });
      yield* accessChanged(orgId);
    },
    /** Records what calls learned with the credentials of a revision. A paused connection stays paused. */
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
    /** Pooled clients of the connection reconnect after this. */
    *noteNewCredentials(orgId: string, id: string, updatedAt: number): Op<void> {
      const before = (yield* byId({ orgId, id }))[0];
      yield* changed({ orgId, id, updatedAt });
      if (before && before.status !== 'active' && before.status !== 'paused')
        yield* began(orgId, id, { at: updatedAt, status: 'active', note: null });
    },
  };
}

/** Latest states of a connection, up to a maximum number. */
function connectionStates({ prepare, tables: { connectionStates } }: Engine) {
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
      .limit(maxStates),
  );
  const insertState = prepare('connection_state_insert', (db) =>
    db
      .insert(connectionStates)
      .values(fillColumns(connectionStates))
      // Another process found the same state at the same time.
      .onConflictDoNothing(),
  );
  const forgetStates = prepare('connection_states_forget', (db) =>
    db
      .delete(connectionStates)
      .where(
        and(
          statesOf,
          sql`${at} <= (select s.at from ${connectionStates} as s where s.org_id = ${sql.placeholder('orgId')} and s.connection_id = ${sql.placeholder('connectionId')} order by s.at desc limit 1 offset ${sql.raw(String(maxStates))})`,
        ),
      ),
  );
  function* began(orgId: string, connectionId: string, state: ConnectionState): Op<void> {
    yield* insertState({ orgId, connectionId, ...state });
    yield* forgetStates({ orgId, connectionId });
  }

  return {
    /** Notes that it is in a state from now on. */
    began,
    /** States with their beginnings, latest first, at most 100. */
    *states(orgId: string, connectionId: string): Op<ConnectionState[]> {
      return yield* states({ orgId, connectionId });
    },
  };
}
