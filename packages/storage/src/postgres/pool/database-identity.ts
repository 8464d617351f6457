import type pg from 'pg';
import { runAlone } from '../pipeline/statement.ts';

/** Remembers which database the address leads to now, and tells later whether it still leads to that one. */
export async function rememberDatabase(pool: pg.Pool): Promise<{ isReplaced(): Promise<boolean> }> {
  const ask = async (text: string) => (await runAlone(pool, { text }, [])).rows[0]?.[0];
  const mayKnowCluster = await ask("select has_function_privilege('pg_control_system()', 'execute')");
  const identity = mayKnowCluster === true ? ofDatabaseAndCluster : ofDatabase;
  const opened = await ask(identity);
  return { isReplaced: async () => (await ask(identity)) !== opened };
}

const ofDatabase = 'select oid::text from pg_database where datname = current_database()';
const ofDatabaseAndCluster =
  "select d.oid::text || ' ' || system_identifier from pg_database d, pg_control_system() where d.datname = current_database()";
