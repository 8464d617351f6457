import type pg from 'pg';
import { releasing, runOn } from '../pipeline/statement.ts';

/**
 * Rejects if the database takes no writes or its disk is full. Rewriting a row is not enough of a test: the row fits into its own page,
 * even on a full disk. A temporary file certainly takes space, and leaves nothing. The row is not a row of any call.
 */
export async function checkWritable(pool: pg.Pool): Promise<void> {
  // Close the connection afterwards: after a failure its transaction is still open.
  await releasing(
    await pool.connect(),
    (client) => runOn(client, { text: writeSomething }, []),
    () => true,
  );
}

const writeSomething = `begin;
set local work_mem = '64kB';
select count(*) from generate_series(1, 20000);
insert into call_slots (key_id, times) values ('', '{}') on conflict (key_id) do update set times = '{}';
commit`;
