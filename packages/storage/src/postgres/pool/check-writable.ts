import type pg from 'pg';
import { releasing, runOn } from '../pipeline/statement.ts';

/**
 * Rejects when the database takes no writes or its disk has no room. A row that is written again fits into its own page also on a
 * full disk: what takes room for certain, and leaves nothing behind, is a temporary file. The row is that of no call.
 */
export async function checkWritable(pool: pg.Pool): Promise<void> {
  // When it fails, its transaction is still open.
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
