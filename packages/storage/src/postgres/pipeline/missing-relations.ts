import type pg from 'pg';

/** Which of these tables and indexes the database does not have. */
export async function missingRelations(client: pg.ClientBase, names: Iterable<string>): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    'select name from unnest($1::text[]) as wanted (name) where to_regclass(name) is null',
    [[...names]],
  );
  return rows.map(({ name }) => name);
}
