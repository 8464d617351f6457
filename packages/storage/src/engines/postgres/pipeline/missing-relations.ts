import type pg from 'pg';

/** Lists the tables and indexes that the database lacks. */
export async function missingRelations(client: pg.ClientBase, names: Iterable<string>): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    'select name from unnest($1::text[]) as wanted (name) where to_regclass(name) is null',
    [[...names]],
  );
  return rows.map(({ name }) => name);
}
