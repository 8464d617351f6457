import type pg from 'pg';

/** Runs work as one transaction of this connection. If the work rejects, nothing is kept. */
export async function inTransaction<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query('begin');
  try {
    const value = await work();
    await client.query('commit');
    return value;
  } catch (error) {
    // Keep the first error: it explains more than a failed rollback. Closing the connection rolls back too.
    await client.query('rollback').catch(() => {});
    throw error;
  }
}
