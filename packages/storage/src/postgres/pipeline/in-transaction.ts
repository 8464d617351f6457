import type pg from 'pg';

/** Runs work as one transaction of this connection: all of it is kept, or, when it rejects, nothing is. */
export async function inTransaction<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query('begin');
  try {
    const value = await work();
    await client.query('commit');
    return value;
  } catch (error) {
    // The first error says more than that of a connection which cannot roll back; closing it rolls back too.
    await client.query('rollback').catch(() => {});
    throw error;
  }
}
