import type pg from 'pg';
import { StandbyError } from '../pipeline/faults.ts';
import { closeWhenSilent } from '../pipeline/response-timeout.ts';
import { runOn } from '../pipeline/statement.ts';

/** Settings of one connection, by their names in Postgres. */
export type ConnectionSettings = Readonly<Record<string, string | number>>;

/** Applies settings by a statement, not while connecting: poolers refuse connections with unknown settings. */
export async function applySettings(client: pg.ClientBase, settings: ConnectionSettings): Promise<void> {
  const each = Object.entries(settings).map(([name, value]) => `set_config('${name}', '${value}', false)`);
  if (each.length > 0) await runOn(client, { text: `select ${each.join(', ')}` }, []);
}

/** Preparation of connections for calls. Their statements go through `runOn` and `runTogether`, which watch for missing answers. */
export interface Readiness {
  settings: ConnectionSettings;
  /** Time limit for an answer, in milliseconds. Undefined means no limit. */
  responseTimeoutMs?: number;
}

/** Prepares a connection. Rejects with StandbyError if it leads to a standby: reads there may be older than the caller's own changes. */
export async function makeReady(client: pg.ClientBase, { settings, responseTimeoutMs }: Readiness): Promise<void> {
  if (responseTimeoutMs !== undefined) closeWhenSilent(client, responseTimeoutMs);
  await applySettings(client, settings);
  const { rows } = await runOn(client, { text: 'select pg_is_in_recovery()' }, []);
  if (rows[0]?.[0] === true) throw new StandbyError();
}
