import type pg from 'pg';
import { runAlone, type Statement } from '../pipeline/statement.ts';

/** Remembers the database at the address now, and checks later that the address still leads to it. */
export async function rememberDatabase(pool: pg.Pool): Promise<{ isReplaced(): Promise<boolean> }> {
  const ask = async (text: string) => (await runAlone(pool, { text }, [])).rows[0]?.[0];
  const identity = (await ask(mayKnowCluster.text)) === true ? ofDatabaseAndCluster : ofDatabase;
  const opened = await ask(identity);
  return { isReplaced: async () => (await ask(identity)) !== opened };
}

const ofDatabase = 'select oid::text from pg_database where datname = current_database()';
const ofDatabaseAndCluster =
  "select d.oid::text || ' ' || system_identifier from pg_database d, pg_control_system() where d.datname = current_database()";

export const mayKnowCluster: Statement = {
  name: 'may_know_cluster',
  text: "select has_function_privilege('pg_control_system()', 'execute') and has_function_privilege('pg_control_checkpoint()', 'execute')",
};

const ofLog = "d.oid::text || ' ' || 'activity'::regclass::oid || ' ' || (select epoch from log_epoch)";

/**
 * Names the database in which transaction numbers are valid. The name changes after a restore of the log, a failover or a crash of the
 * server. Null until a new epoch has begun.
 */
export const identityOfLog = (knowsCluster: boolean): Statement =>
  knowsCluster
    ? {
        name: 'identity_of_log_and_cluster',
        text: `select md5(${ofLog} || ' ' || system_identifier || ' ' || timeline_id) from pg_database d, pg_control_system(), pg_control_checkpoint() where d.datname = current_database()`,
      }
    : { name: 'identity_of_log', text: `select md5(${ofLog}) from pg_database d where d.datname = current_database()` };

export const beginEpoch: Statement = { name: 'begin_log_epoch', text: 'insert into log_epoch default values on conflict do nothing' };
