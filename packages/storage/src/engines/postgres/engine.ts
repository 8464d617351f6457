import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/pg-proxy';
import { ask, type Op } from '../../kernel/ops.ts';
import { type CompiledQuery, compile } from '../../query/compile.ts';
import { asDb, type Db, type Engine, type LockedTable, type Query, type Values } from '../../query/engine.ts';
import { postgresTables } from '../../schema/schema.ts';
import { sayAccessChanged } from './notices/notices.ts';
import { textIn } from './pipeline/row-values.ts';
import type { Answer, Statement } from './pipeline/statement.ts';
import { beginEpoch, identityOfLog, mayKnowCluster } from './pool/database-identity.ts';
import { asSession, type TransactionContext } from './session.ts';

export function postgresEngine(): Engine {
  let knowsCluster: boolean | undefined;
  return {
    dialect: 'postgres',
    tables: postgresTables,
    prepare: <T>(name: string, build: (db: Db) => PromiseLike<T>): Query<T> => {
      let prepared: Prepared | undefined;
      return (values) =>
        ask<T>((session) => {
          prepared ??= prepareQuery(name, build);
          return prepared(asSession(session), values);
        });
    },
    monthBound: (operator, time) => sql`minute ${sql.raw(operator)} ${sql.placeholder(time)}::bigint / 60000`,
    inMonthOf: (at) => sql`minute = ${at} / 60000`,
    *accessChanged(id) {
      yield* ask(async (session) => {
        await asSession(session).run(sayAccessChanged, [id]);
        asSession(session).tell({ what: 'access', id });
      });
    },
    commits: {
      *now() {
        return textIn(yield* firstOf(snapshot));
      },
      *database() {
        knowsCluster ??= (yield* firstOf(mayKnowCluster)) === true;
        const statement = identityOfLog(knowsCluster);
        const known = yield* firstOf(statement);
        if (known !== null) return textIn(known);
        yield* firstOf(beginEpoch);
        return textIn(yield* firstOf(statement));
      },
      between: sql`not pg_visible_in_snapshot(written_by, ${sql.placeholder('since')}) and pg_visible_in_snapshot(written_by, ${sql.placeholder('upTo')})`,
    },
    *lockRow(table, orgId, id) {
      yield* ask((session) => asSession(session).send(lockRow[table], [orgId, id]));
    },
    lockRows: (name, build) => {
      let statement: CompiledQuery | undefined;
      return (values) =>
        ask((session) => {
          statement ??= compile(queryBuilder, build);
          const text = `${statement.text} for no key update`;
          return asSession(session).send({ name, text }, statement.bind(values));
        });
    },
    *holdFolder(orgId, id) {
      yield* ask((session) => asSession(session).send(holdFolder, [orgId, id]));
    },
    *lockName(...parts) {
      yield* ask((session) => asSession(session).send(lockName, [JSON.stringify(parts)]));
    },
    *holdName(...parts) {
      yield* ask((session) => asSession(session).send(holdName, [JSON.stringify(parts)]));
    },
  };
}

/** Single value of a statement. */
function* firstOf(statement: Statement): Op<unknown> {
  const { rows } = yield* ask<Answer>((session) => asSession(session).run(statement, []));
  return rows[0]?.[0];
}

type Prepared = (session: TransactionContext, values: Values) => Promise<unknown>;

const lockOf = (table: LockedTable): Statement => ({
  name: `lock_${table}`,
  text: `select 1 from ${table} where org_id = $1 and id = $2 for update`,
});
const lockRow: Record<LockedTable, Statement> = {
  items: lockOf('items'),
  tasks: lockOf('tasks'),
  connections: lockOf('connections'),
  folders: lockOf('folders'),
};
/** Locks the top folder first, in the same order as callers that change who sees a folder. */
const holdFolder: Statement = {
  name: 'hold_folder',
  text: `select 1 from folders where org_id = $1 and (id = $2 or id = (select root_id from folders where org_id = $1 and id = $2))
    order by parent_id is not null for key share`,
};
const snapshot: Statement = { name: 'snapshot', text: 'select pg_current_snapshot()::text' };
const lockName: Statement = { name: 'lock_name', text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))' };
const holdName: Statement = { name: 'hold_name', text: 'select pg_advisory_xact_lock_shared(hashtextextended($1, 0))' };

/** Builds queries without running them. Sessions run them. */
export const queryBuilder = asDb(drizzle(() => Promise.reject(new Error('queries are run by sessions'))));

function prepareQuery(name: string, build: (db: Db) => PromiseLike<unknown>): Prepared {
  const { text, bind, hasRows, read } = compile(queryBuilder, build);
  const statement: Statement = { name, text, kind: kindOf(text) };
  if (hasRows) return async (session, values) => (await session.run(statement, bind(values))).rows.map(read);
  return (session, values) => session.send(statement, bind(values));
}

/** Classifies statements of drizzle's builders. These call no functions that change data. */
function kindOf(text: string): Statement['kind'] {
  if (text.startsWith('select ')) return 'reads';
  return text.startsWith('insert ') && !text.includes(' on conflict ') ? 'adds' : undefined;
}
