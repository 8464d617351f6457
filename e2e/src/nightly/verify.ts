import { findAllUnreported, postgresMissing } from '@gatehouse/storage/testing';

/** Puts wrong values of every kind into every column of either engine. Returns those that `verify` does not report or that make it fail. */
export async function editEveryColumn(): Promise<string[]> {
  const missing = postgresMissing();
  const onSqlite = await findAllUnreported('sqlite');
  return [...onSqlite, ...(missing === undefined ? await findAllUnreported('postgres') : [`nothing was edited on Postgres: ${missing}`])];
}
