import type pg from 'pg';

/** Settings of one connection, by the names that Postgres gives them. */
export type ConnectionSettings = Readonly<Record<string, string | number>>;

/** By a statement and not on connecting: poolers refuse connections that come with settings they do not know. */
export async function applySettings(client: pg.ClientBase, settings: ConnectionSettings): Promise<void> {
  const each = Object.entries(settings).map(([name, value]) => `set_config('${name}', '${value}', false)`);
  if (each.length > 0) await client.query(`select ${each.join(', ')}`);
}
